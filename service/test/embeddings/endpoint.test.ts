// Tests the client of an endpoint of embeddings: what it sends, and that it believes no wrong answer.

import { expect, test } from "vitest";
import { freePort } from "../../src/database/embedded/settings.ts";
import { createEndpointEmbedder } from "../../src/embeddings/endpoint.ts";
import { dot, fromStored, normalized, toStored } from "../../src/embeddings/vector.ts";
import { meaningOf, startVectors, type VectorReply } from "../support/vectors.ts";

const never = new AbortController().signal;

test("it posts the texts with the model and the key, and returns directions in the order of the texts", async () => {
  const [car, doctor] = [meaningOf("car"), meaningOf("doctor")];
  const data = [
    { index: 1, embedding: doctor },
    { index: 0, embedding: car },
  ];
  const endpoint = await startVectors(() => ({ body: JSON.stringify({ data }) }));
  const embedder = createEndpointEmbedder({ url: endpoint.url, key: "sk-1", timeoutMs: 5000 }, "m");
  const vectors = await embedder.embed(["car", "doctor"], { signal: never });
  expect(vectors).toEqual([normalized(car), normalized(doctor)]);
  expect(endpoint.asked).toEqual([
    { path: "/v1/embeddings", authorization: "Bearer sk-1", model: "m", input: ["car", "doctor"] },
  ]);
  await embedder.embed(["a", "b"], { signal: never, name: "older" });
  expect(endpoint.asked.at(-1)?.model).toBe("older");
});

const one = [meaningOf("one")];

test.each<readonly [string, VectorReply, string, string]>([
  ["has too few vectors", { vectors: one }, "malformed", "1 vectors for 2 texts"],
  ["has too many", { vectors: [...one, ...one, ...one] }, "malformed", "3 vectors for 2 texts"],
  [
    "has null for a number",
    {
      vectors: [
        [Number.NaN, 1],
        [1, 1],
      ],
    },
    "malformed",
    "does not match the schema",
  ],
  [
    "has an infinite number",
    { body: '{"data":[{"embedding":[1e999]},{"embedding":[1]}]}' },
    "malformed",
    "does not match the schema",
  ],
  [
    "has a zero vector",
    {
      vectors: [
        [0, 0],
        [1, 1],
      ],
    },
    "malformed",
    "no direction",
  ],
  ["has an empty one", { vectors: [[], []] }, "malformed", "no direction"],
  [
    "has several lengths",
    {
      vectors: [
        [1, 2],
        [1, 2, 3],
      ],
    },
    "malformed",
    "several lengths",
  ],
  [
    "numbers two the same",
    { body: '{"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}]}' },
    "malformed",
    "number",
  ],
  [
    "is too long a vector",
    { vectors: [Array(9000).fill(1), Array(9000).fill(1)] },
    "malformed",
    "9000 dimensions",
  ],
  ["is no JSON", { body: "vectors" }, "malformed", "does not match the schema"],
  ["is a 400", { status: 400 }, "refused", "it may not support embeddings, or not this model"],
  ["is a 401", { status: 401 }, "refused", "EMBEDDING_KEY"],
  ["is a 404", { status: 404 }, "refused", "EMBEDDING_URL and EMBEDDING_MODEL"],
  ["is a 500", { status: 500 }, "unavailable", "status 500"],
  ["is a reset", { breaks: "reset" }, "unavailable", "broke the connection"],
  ["never comes", { breaks: "hang" }, "unavailable", "did not answer within 300 ms"],
])("an answer that %s is none", async (_, reply, kind, message) => {
  const endpoint = await startVectors(() => reply);
  const embedder = createEndpointEmbedder({ url: endpoint.url, key: undefined, timeoutMs: 300 }, "m");
  const error: unknown = await embedder
    .embed(["a", "b"], { signal: never })
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ kind, message: expect.stringContaining(message) });
});

test("an endpoint that is not there is unavailable", async () => {
  const url = `http://127.0.0.1:${String(await freePort())}/v1`;
  const embedder = createEndpointEmbedder({ url, key: undefined, timeoutMs: 1000 }, "m");
  await expect(embedder.embed(["a"], { signal: never })).rejects.toMatchObject({ kind: "unavailable" });
});

test("a vector in bytes has nearly the angles of the vector itself", () => {
  const random = (seed: number): Float32Array => {
    const made = normalized(
      Array.from({ length: 512 }, (__, at) => Math.sin(seed * 12.9898 + at * 78.233) ** 3),
    );
    if (made === undefined) throw new TypeError("It has a direction.");
    return made;
  };
  for (let seed = 1; seed < 50; seed++) {
    const [a, b] = [random(seed), random(seed + 100)];
    const exact = a.reduce((sum, each, at) => sum + each * (b[at] ?? 0), 0);
    expect(Math.abs(dot(a, fromStored(toStored(b))) - exact)).toBeLessThan(0.005);
    expect(dot(a, fromStored(toStored(a)))).toBeCloseTo(1, 2);
  }
});
