// The interface of what makes vectors of texts. There are two implementations: an endpoint, and a model in the package.

import type { ModelSettings } from "../extraction/model/endpoint.ts";

/** What makes vectors, and how much they count. */
export interface EmbeddingSettings {
  /** Undefined: the model that comes as an optional package. */
  readonly endpoint: Omit<ModelSettings, "name"> | undefined;
  /** The name of the model at the endpoint. */
  readonly name: string;
  /** How much meaning counts, if words count 1. */
  readonly weight: number;
  /** How much memory vectors of what is searched may take, in bytes; 0: nothing is found by its meaning alone. */
  readonly cacheBytes: number;
}

/** How texts are embedded. */
export interface HowToEmbed {
  /** Aborts it. */
  readonly signal: AbortSignal;
  /** Whether a search waits for it. */
  readonly isUrgent?: boolean;
  /** Another model than the one of the settings, where that is being replaced. */
  readonly name?: string;
}

/** Makes vectors of texts. */
export interface Embedder {
  readonly name: string;
  /** Maximum texts at a time. */
  readonly maxTexts: number;
  /** Maximum characters of a text that count. */
  readonly maxCharacters: number;
  /** One vector of length 1 for each text, all with the same dimensions. Throws a `ModelFailure`, or the reason of the signal. */
  readonly embed: (texts: readonly string[], how: HowToEmbed) => Promise<readonly Float32Array[]>;
  readonly close: () => Promise<void>;
}

/** The name of the model that comes as an optional package. */
export const builtin = "builtin";
