// Tests what is asked of a question, and that questions of others, or texts that are refused, keep no search from what its own means.

import { expect, test } from "vitest";
import { createEndpointEmbedder } from "../../src/embeddings/endpoint.ts";
import { createQuestions, type Questions } from "../../src/embeddings/questions.ts";
import { startService } from "../support/service.ts";
import { startVectors, type VectorEndpoint } from "../support/vectors.ts";

/** The questions of one test: the service of the file asks whichever is set. */
let questions: Questions | undefined;
const service = await startService({
  meaning: () => ({ weight: 0.5, ask: async (...asked) => (await questions?.ask(...asked)) ?? "failed" }),
});

/** Searches wait longer than those of people, as the machine may be busy. */
function questionsTo({ url }: VectorEndpoint, deadlineMs = 5000): Questions {
  const embedder = createEndpointEmbedder({ url, key: undefined, timeoutMs: 20_000 }, "m");
  return createQuestions({ database: service.database, embedder, weight: 0.5, deadlineMs });
}

test.each([
  ["--help", ["--help"]],
  ["git push --force", ["git push --force"]],
  ['"git -x push"', ['"git -x push"']],
  ["red -“fast car”", ["red"]],
  ['who paints -"a bus" -train', ["who paints"]],
  ["coffee/tea at Ada's?", ["coffee/tea at Ada's?"]],
  ["-train", []],
  ['-"a bus" ?!', []],
])("of %s all is asked that is not excluded", async (query, expected) => {
  const endpoint = await startVectors();
  questions = questionsTo(endpoint);
  const caller = await service.caller();
  await caller.post("/v1/search", { query, include: ["memories"] });
  expect(endpoint.texts()).toEqual(expected);
});
