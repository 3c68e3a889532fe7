// The settings of what makes vectors of texts, for searches by meaning.

import { builtin, type EmbeddingSettings } from "../embeddings/embedder.ts";
import { endpointOf } from "./endpoint-settings.ts";
import { UsageError } from "./failure.ts";

const url = {
  name: "EMBEDDING_URL",
  help: "An OpenAI-compatible endpoint that makes vectors of what is searched and of questions, such as https://HOST/v1, so that searches also rank by meaning; without it, by words",
};

const model = {
  name: "EMBEDDING_MODEL",
  help: `The model to use there; \`${builtin}\` without EMBEDDING_URL is a small English one, from optional packages`,
};

const key = { name: "EMBEDDING_KEY", help: "The key to send there as a bearer token" };

const weight = {
  name: "EMBEDDING_WEIGHT",
  default: 0.5,
  help: "How much meaning counts in a search if words count 1: more for a model that is better than the built-in one",
};

const cache = {
  name: "EMBEDDING_CACHE_MB",
  default: 256,
  help: "The memory in which a server keeps vectors of the projects that are searched, so that searches also find what has no word of the query, in MB; 0 for none. It holds 160,000 vectors of 1536 dimensions; half of it is the most that an organization gets",
};

/** The settings, in the order of the help. */
export const embeddingRows: readonly {
  readonly name: string;
  readonly default?: number;
  readonly help: string;
}[] = [url, model, key, weight, cache];

/** Maximum time of a request for memories, in milliseconds; a search waits for much less. */
const timeoutMs = 30_000;

/** Undefined: searches are by words alone. Throws a {@link UsageError} for a malformed value. */
export function embeddingOf(env: NodeJS.ProcessEnv): EmbeddingSettings | undefined {
  const counts = weightOf(env);
  const cacheBytes = cacheBytesOf(env);
  const endpoint = endpointOf(env, { url: url.name, name: model.name, key: key.name });
  const name = env[model.name];
  if (endpoint !== undefined) {
    if (endpoint.name === builtin)
      throw new UsageError(`${model.name} \`${builtin}\` is in the package; unset ${url.name}`);
    const { name: asked, ...where } = endpoint;
    return { endpoint: { ...where, timeoutMs }, name: asked, weight: counts, cacheBytes };
  }
  if (name === undefined) return undefined;
  // It is weaker than words: what it finds without any is seldom what was meant.
  if (name === builtin) return { endpoint: undefined, name, weight: counts, cacheBytes: 0 };
  throw new UsageError(`${model.name} needs ${url.name}, the endpoint of the model; or write \`${builtin}\``);
}

function weightOf(env: NodeJS.ProcessEnv): number {
  const text = env[weight.name];
  if (text === undefined) return weight.default;
  const number = /^\d{1,2}(?:\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  if (number >= 0.1 && number <= 10) return number;
  throw new UsageError(`${weight.name} must be a number from 0.1 to 10, not \`${text}\``);
}

function cacheBytesOf(env: NodeJS.ProcessEnv): number {
  const text = env[cache.name];
  if (text === undefined) return cache.default * bytesInMb;
  if (/^\d{1,6}$/.test(text)) return Number(text) * bytesInMb;
  throw new UsageError(`${cache.name} must be a whole number from 0 to 999999, not \`${text}\``);
}

const bytesInMb = 1_000_000;
