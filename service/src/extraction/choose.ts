// Which extractor loops use: a model if one is configured, patterns otherwise.

import type { Extractor, InstructionLengths, Wanted } from "./extractor.ts";
import type { ModelSettings } from "./model/endpoint.ts";

/** The extractor of these settings. Only what is chosen is loaded, and that now: loading blocks, and the first piece would wait for it. */
export async function chooseExtractor({
  model,
}: {
  readonly model: ModelSettings | undefined;
}): Promise<Extractor> {
  if (model !== undefined) return (await import("./model/extractor.ts")).createModelExtractor(model);
  return await (await import("../../extractors/pattern/src/pattern.ts")).loadPatternExtractor();
}

/** The most that a model is asked about a piece, besides its text. */
export async function instructionLengths(wanted: Wanted): Promise<InstructionLengths> {
  return (await import("./model/questions.ts")).instructionLengths(wanted);
}
