// One request for vectors, in a span of its own, and observed: without what is asked and what is answered.

import { ModelFailure } from "../extraction/model/endpoint.ts";
import { inSpan } from "../telemetry/spans.ts";
import type { Embedder } from "./embedder.ts";
import type { EmbeddingKind } from "./kinds.ts";

/** A request, and how it ended: `answered`, or the kind of its failure. */
export interface EmbeddingCall {
  readonly of: EmbeddingKind["name"] | "questions";
  readonly outcome: "answered" | "refused" | "unavailable" | "malformed" | "aborted";
  readonly seconds: number;
}

/** Learns of each request. */
export type ObserveEmbedding = (call: EmbeddingCall) => void;

/** Asks as `embed` does, and is observed. */
export function observed(
  { name: standard, embed }: Embedder,
  of: EmbeddingCall["of"],
  observe: ObserveEmbedding | undefined,
): Embedder["embed"] {
  return async (texts, how) => {
    const { name = standard, signal } = how;
    const attributes = { "gen_ai.operation.name": "embeddings", "gen_ai.request.model": name };
    return await inSpan({ name: `embeddings ${name}`, kind: "client", attributes }, async (span) => {
      const begun = performance.now();
      const note = (outcome: EmbeddingCall["outcome"]): void => {
        observe?.({ of, outcome, seconds: (performance.now() - begun) / 1000 });
        span?.set({ "slice.outcome": outcome });
        if (outcome !== "answered") span?.fail(outcome);
      };
      try {
        const vectors = await embed(texts, how);
        note("answered");
        return vectors;
      } catch (error) {
        note(error instanceof ModelFailure && !signal.aborted ? error.kind : "aborted");
        throw error;
      }
    });
  };
}
