// Chooses the extractor of loops: a model if one is configured, patterns otherwise.

import type { Extractor, InstructionLengths, ModelCall, Wanted } from "./extractor.ts";
import type { ModelSettings } from "./model/endpoint.ts";

/** The extractor for these settings. It is loaded now, because loading blocks and the first piece would wait for it; the other is not loaded. */
export async function chooseExtractor({
  model,
  observe,
}: {
  readonly model: ModelSettings | undefined;
  /** Learns of each request to the model. */
  readonly observe?: ((call: ModelCall) => void) | undefined;
}): Promise<Extractor> {
  if (model !== undefined)
    return (await import("./model/extractor.ts")).createModelExtractor(model, undefined, observe);
  return await (await importPattern()).loadPatternExtractor();
}

/** Its libraries are loaded only with the extractor. */
async function importPattern() {
  return await import("../../extractors/pattern/src/pattern.ts");
}

/** The version of the extractor for these settings, without loading it. */
export async function extractorVersion(model: ModelSettings | undefined): Promise<string> {
  if (model !== undefined) return (await import("./model/prompt.ts")).versionOfModel(model.name);
  return (await importPattern()).version;
}

/** The maximum lengths of what a model is asked about a piece, besides its text. */
export async function instructionLengths(wanted: Wanted): Promise<InstructionLengths> {
  return (await import("./model/questions.ts")).instructionLengths(wanted);
}
