// Chooses what makes vectors: an endpoint, or the model of the optional packages, which is loaded only then.

import type { Embedder, EmbeddingSettings } from "./embedder.ts";

/** What makes vectors for these settings. */
export async function openEmbedder({
  endpoint,
  name,
}: Pick<EmbeddingSettings, "endpoint" | "name">): Promise<Embedder> {
  if (endpoint !== undefined) return (await import("./endpoint.ts")).createEndpointEmbedder(endpoint, name);
  return (await import("./builtin.ts")).createBuiltinEmbedder();
}
