// Makes vectors at an endpoint with OpenAI's embeddings API.

import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { ModelFailure, type ModelSettings, type Purpose, post } from "../extraction/model/endpoint.ts";
import type { Embedder } from "./embedder.ts";
import { normalized } from "./vector.ts";

/** Texts of a request: small enough that a slow endpoint answers in time, and that its answer blocks no event loop. */
const maxTexts = 32;
/** About 2,000 tokens of English; models take 512 to 8,192. A text that is refused is sent again, shorter. */
const maxCharacters = 8000;
/** The largest models have 4,096 dimensions. */
const maxDimensions = 8192;

const toEmbed: Purpose = {
  settings: { url: "EMBEDDING_URL", name: "EMBEDDING_MODEL", key: "EMBEDDING_KEY" },
  maybe: "embeddings, or not this model",
  // 32 vectors of 8,192 numbers in 22 characters each.
  maxResponseMiB: 6,
};

/** The members that are read of an answer; others are ignored. */
const answered = Compile(
  Type.Object({
    data: Type.Array(
      Type.Object({ index: Type.Optional(Type.Integer()), embedding: Type.Array(Type.Number()) }),
    ),
  }),
);

/** Makes vectors with a model at an endpoint. */
export function createEndpointEmbedder(endpoint: Omit<ModelSettings, "name">, model: string): Embedder {
  return {
    name: model,
    maxTexts,
    maxCharacters,
    embed: async (texts, { signal, name = model }) => {
      const body = { model: name, input: texts, encoding_format: "float" };
      const text = await post({ ...endpoint, name }, "/embeddings", body, signal, toEmbed);
      return vectorsIn(text, texts.length);
    },
    close: async () => undefined,
  };
}

function vectorsIn(text: string, count: number): readonly Float32Array[] {
  const response = jsonIn(text);
  if (!answered.Check(response)) throw malformed("that does not match the schema");
  const { data } = response;
  if (data.length !== count)
    throw malformed(`with ${String(data.length)} vectors for ${String(count)} texts`);
  const inOrder = new Map(data.map(({ index, embedding }, at) => [index ?? at, embedding]));
  const vectors = Array.from({ length: count }, (_, at) => inOrder.get(at));
  const dimensions = vectors[0]?.length ?? 0;
  if (dimensions > maxDimensions) throw malformed(`with vectors of ${String(dimensions)} dimensions`);
  return vectors.map((vector) => {
    if (vector === undefined) throw malformed("that does not number its vectors from 0");
    if (vector.length !== dimensions) throw malformed("with vectors of several lengths");
    const made = normalized(vector);
    if (made === undefined) throw malformed("with a vector that has no direction");
    return made;
  });
}

function malformed(what: string): ModelFailure {
  return new ModelFailure("malformed", `gave a response ${what}`);
}

/** Undefined if it is not JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
