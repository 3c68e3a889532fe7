// Chooses the extractor of loops: a model if one is configured, patterns otherwise.

import type { Extractor, InstructionLengths, Wanted } from "./extractor.ts";
import type { ModelSettings } from "./model/endpoint.ts";

/** The extractor for these settings. It is loaded now, because loading blocks and the first piece would wait for it; the other is not loaded. */
export async function chooseExtractor({
  model,
}: {
  readonly model: ModelSettings | undefined;
}): Promise<Extractor> {
  if (model !== undefined) return (await import("./model/extractor.ts")).createModelExtractor(model);
  return await (await import("../../extractors/pattern/src/pattern.ts")).loadPatternExtractor();
}

/** The maximum lengths of what a model is asked about a piece, besides its text. */
export async function instructionLengths(wanted: Wanted): Promise<InstructionLengths> {
  return (await import("./model/questions.ts")).instructionLengths(wanted);
}
