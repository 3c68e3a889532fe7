// Checks with one request that vectors can be made.

import type { EmbeddingSettings } from "../embeddings/embedder.ts";
import { openEmbedder } from "../embeddings/open.ts";
import { ModelFailure } from "../extraction/model/endpoint.ts";
import { Refusal } from "../values/refusal.ts";
import { type Check, error, ok, warning } from "./doctor.ts";

/** Maximum wait, in milliseconds: someone is waiting for the doctor. */
const maxTimeoutMs = 5000;

/** Checks what makes vectors. Without it searches are by words, so a failure is only a warning; but what is not installed keeps the service from starting. */
export async function checkEmbedding({ endpoint, name }: EmbeddingSettings): Promise<Check> {
  const said =
    endpoint === undefined ? `the model ${name}` : `the model ${name} at ${new URL(endpoint.url).host}`;
  const timeoutMs = Math.min(endpoint?.timeoutMs ?? maxTimeoutMs, maxTimeoutMs);
  try {
    const embedder = await openEmbedder({ name, endpoint: endpoint && { ...endpoint, timeoutMs } });
    try {
      const { signal } = new AbortController();
      // The built-in model is loaded with the first one.
      if (endpoint === undefined) await embedder.embed(["ready"], { signal });
      const start = performance.now();
      const [vector] = await embedder.embed(["dimensions"], { signal });
      const ms = Math.round(performance.now() - start);
      return ok(
        "embedding",
        `${said} makes vectors of ${String(vector?.length)} dimensions in ${String(ms)} ms`,
      );
    } finally {
      await embedder.close();
    }
  } catch (thrown) {
    if (thrown instanceof Refusal) return error("embedding", thrown.message);
    if (thrown instanceof ModelFailure)
      return warning("embedding", `${said} ${thrown.message}; searches are by words until it works`);
    throw thrown;
  }
}
