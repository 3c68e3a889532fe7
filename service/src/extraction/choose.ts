// Which extractor loops use: a model if one is configured, patterns otherwise.

import type { Extractor } from "./extractor.ts";
import type { ModelSettings } from "./model/endpoint.ts";

/** The extractor of these settings. Only what is chosen is loaded. */
export async function chooseExtractor({
  model,
}: {
  readonly model: ModelSettings | undefined;
}): Promise<Extractor> {
  if (model !== undefined) return (await import("./model/extractor.ts")).createModelExtractor(model);
  return (await import("./pattern/pattern.ts")).createPatternExtractor();
}
