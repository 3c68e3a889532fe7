// Inlay hints as the protocol has them.
import type { InlayHint as ProtocolHint } from "vscode-languageserver";
import type { InlayHint } from "../../language-service/inlay-hints.ts";
import type { LineMap } from "../../text/line-map.ts";
import { positionOf } from "./ranges.ts";

/** A hint after its term. */
export function inlayHintOf(lines: LineMap, { offset, label, tooltip }: InlayHint): ProtocolHint {
  return { position: positionOf(lines, offset), label, tooltip, paddingLeft: true };
}
