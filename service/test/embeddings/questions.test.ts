// Tests what is asked of a query, and that questions of others, or texts that are refused, keep no search from its meaning.

import { expect, test } from "vitest";
import { createEndpointEmbedder } from "../../src/embeddings/endpoint.ts";
import { Known } from "../../src/embeddings/known.ts";
import { modelOf } from "../../src/embeddings/models.ts";
import { createQuestions, type Questions } from "../../src/embeddings/questions.ts";
import { newId } from "../../src/values/uuid.ts";
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

/** Two organizations. */
const [a, b] = [newId(), newId()];
const known = { vector: expect.any(Float32Array) };

test("a question whose text the endpoint refuses is tried shorter, and costs no other its meaning", async () => {
  const endpoint = await startVectors(({ input: [text = ""] }) =>
    text.length > 2000 || text.includes("poison") ? { status: 400 } : {},
  );
  const asker = questionsTo(endpoint);
  expect(await asker.ask(a, "long ".repeat(1000))).toMatchObject(known);
  expect(endpoint.texts().map(({ length }) => length)).toEqual([5000, 2000]);
  for (const status of [400, 413, 422]) {
    endpoint.answers = ({ input: [text = ""] }) => (text.includes("poison") ? { status } : {});
    expect(await asker.ask(a, `poison ${String(status)}`)).toBe("failed");
    expect(await asker.ask(b, `what others ask after ${String(status)}`)).toMatchObject(known);
  }
});

test("a question that is late because its text was refused costs no other its meaning", async () => {
  const endpoint = await startVectors(({ input: [text = ""] }) => {
    if (text.length > 2000) return { status: 413 };
    return text.startsWith("long") ? { breaks: "hang" } : {};
  });
  const asker = questionsTo(endpoint, 1000);
  expect(await asker.ask(a, "long ".repeat(1000))).toBe("late");
  expect(await asker.ask(b, "what others ask")).toMatchObject(known);
});

test("an endpoint that is down is asked one question at a time, also if it had refused a text before", async () => {
  const endpoint = await startVectors(({ input: [text = ""] }) => ({
    status: text.length > 2000 ? 400 : 503,
  }));
  const asker = questionsTo(endpoint);
  expect(await asker.ask(a, "long ".repeat(1000))).toBe("failed");
  endpoint.answers = () => ({ breaks: "hang" });
  const before = endpoint.asked.length;
  for (const question of ["one", "two", "three"]) expect(await asker.ask(b, question)).toBe("failed");
  await expect.poll(() => endpoint.asked.length - before).toBe(1);
});

test("what is known already is used while another question is not answered", async () => {
  const endpoint = await startVectors();
  const asker = questionsTo(endpoint, 500);
  expect(await asker.ask(a, "known")).toMatchObject(known);
  endpoint.answers = () => ({ breaks: "hang" });
  expect(await asker.ask(a, "hangs")).toBe("late");
  expect(await asker.ask(a, "known")).toMatchObject(known);
});

test("whether another organization has asked the same does not show", async () => {
  const endpoint = await startVectors();
  const asker = questionsTo(endpoint, 1000);
  expect(await asker.ask(a, "initech takeover")).toMatchObject(known);
  endpoint.answers = () => ({ breaks: "hang" });
  expect(await asker.ask(a, "initech takeover")).toMatchObject(known);
  expect(await asker.ask(b, "initech takeover")).toBe("late");
  expect(await asker.ask(b, "initech merger")).toBe("late");
  expect(endpoint.texts().filter((text) => text === "initech takeover").length).toBe(2);
});

test("questions of one organization that hang, or are late, keep no other from its meaning", async () => {
  const endpoint = await startVectors(({ input: [text = ""] }) =>
    text.startsWith("hangs") ? { breaks: "hang" } : {},
  );
  const asker = questionsTo(endpoint, 1000);
  const hanging = Array.from({ length: 100 }, async (_, at) => await asker.ask(a, `hangs ${String(at)}`));
  expect(new Set(await Promise.all(hanging))).toEqual(new Set(["late"]));
  expect(endpoint.asked.length).toBe(32);
  expect(await asker.ask(b, "what others ask")).toMatchObject(known);
});

test("an endpoint that is late for two organizations is late for all", async () => {
  const endpoint = await startVectors(() => ({ breaks: "hang" }));
  const asker = questionsTo(endpoint, 500);
  expect(await Promise.all([asker.ask(a, "one"), asker.ask(b, "two")])).toEqual(["late", "late"]);
  const since = performance.now();
  expect(await asker.ask(newId(), "three")).toBe("late");
  expect(performance.now() - since).toBeLessThan(400);
});

test("an endpoint that refuses all questions is not waited for", async () => {
  const endpoint = await startVectors(() => ({ status: 400 }));
  const asker = questionsTo(endpoint);
  for (let at = 0; at < 8; at++)
    expect(await asker.ask(at % 2 === 0 ? a : b, `one ${String(at)}`)).toBe("failed");
  endpoint.answers = () => ({ breaks: "hang" });
  // It would be late.
  expect(await asker.ask(newId(), "another")).toBe("failed");
});

test("one organization whose questions are all refused costs no other its meaning", async () => {
  const endpoint = await startVectors(({ input: [text = ""] }) =>
    text.includes("poison") ? { status: 400 } : {},
  );
  const asker = questionsTo(endpoint);
  for (let at = 0; at < 9; at++) expect(await asker.ask(a, `poison ${String(at)}`)).toBe("failed");
  expect(await asker.ask(b, "what others ask")).toMatchObject(known);
});

test("what one organization asks drops no vectors of others", () => {
  const meaning = { vector: new Float32Array(100), model: modelOf("m", 100) };
  const kept = new Known(20_000);
  kept.set(a, "first", meaning);
  for (let at = 0; at < 1000; at++) kept.set(b, `question ${String(at)}`, meaning);
  expect(kept.get(a, "first")).toBe(meaning);
  expect(kept.get(b, "question 999")).toBe(meaning);
  expect(kept.get(b, "question 900")).toBeUndefined();
});
