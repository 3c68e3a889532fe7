// Hovers as the protocol has them.
import { MarkupKind, type Hover as ProtocolHover } from "vscode-languageserver";
import type { Hover } from "../../language-service/hover.ts";
import type { LineMap } from "../../text/line-map.ts";
import { rangeOf } from "./ranges.ts";

/** A hover, as Markdown or as plain text. */
export function hoverOf(
  lines: LineMap,
  { span, paragraphs, contents }: Hover,
  kind: MarkupKind,
): ProtocolHover {
  const plain = paragraphs.map((pieces) => pieces.map(({ text }) => text).join("")).join("\n\n");
  const value = kind === MarkupKind.Markdown ? contents : plain;
  return { range: rangeOf(lines, span), contents: { kind, value } };
}
