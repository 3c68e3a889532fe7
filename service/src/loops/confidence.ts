// How certain a change is: by what its extractor says of each find, and how many quotes it has.

import { saidIn } from "../changes/said.ts";
import type { JsonValue } from "../values/json.ts";
import type { Support } from "./changes.ts";
import type { Proven } from "./evidence.ts";
import type { LoopRow } from "./rows.ts";

/** The certainty of a find of which its extractor does not say how certain it is. */
const usual = 0.6;

/** What one find contributes. A second reading that supports it halves the doubt. */
export function supportOf(
  { evidence, updated_at, certainty = usual }: Proven<{ readonly certainty?: number | undefined }>,
  effort: LoopRow["effort"],
  properties?: Readonly<Record<string, JsonValue>>,
): Support {
  const doubt = 1 - certainty;
  return {
    evidence: [evidence],
    confidence: 1 - (effort === "agentic_plus" ? doubt / 2 : doubt),
    said: saidIn({ evidence, updated_at }, properties),
  };
}
