// Tests the extractor with a model that returns no response, or an unusable one.

import { describe, expect, test } from "vitest";
import { freePort } from "../../src/database/embedded/settings.ts";
import { Unreadable } from "../../src/extraction/extractor.ts";
import { type Model, startModel } from "../support/model.ts";
import { ada, finds, good, key, type Options, readOf, readWith } from "../support/reading.ts";

const deep = `{"entities":${"[".repeat(200_000)}${"]".repeat(200_000)},"relationships":[]}`;

describe("the model is asked three times at most", () => {
  test.each([
    ["is not JSON", { content: "I found Ada Lovelace" }, "does not match the schema"],
    ["is cut off", { content: '{"entities": [{"type": "Per', finishReason: "length" }, "cut off"],
    ["is cut off where it looks whole", { ...good, finishReason: "length" }, "cut off"],
    ["is empty", { content: "" }, "does not match the schema"],
    ["is null", { content: null }, "does not match the schema"],
    ["was filtered", { content: null, finishReason: "content_filter" }, "does not match the schema"],
    ["wants to call a tool", { content: null, finishReason: "tool_calls" }, "does not match the schema"],
    ["is a list", { content: "[]" }, "does not match the schema"],
    ["lacks a member", { content: '{"entities":[]}' }, "does not match the schema"],
    [
      "has a number for a type",
      { content: JSON.stringify({ ...finds, entities: [{ ...ada, type: 5 }] }) },
      "not",
    ],
    ["has a string for an entity", { content: '{"entities":["Ada"],"relationships":[]}' }, "not"],
    ["has no choices", { body: '{"choices":[]}' }, "does not match the schema"],
    ["is another object", { body: "{}" }, "does not match the schema"],
    ["is an empty body", { body: "" }, "does not match the schema"],
    ["is deep", { content: deep }, "does not match the schema"],
    [
      "is a page",
      { body: "<html>", headers: { "Content-Type": "text/html" } },
      "not JSON by its Content-Type",
    ],
    ["is too large", { content: "x".repeat(1024 * 1024) }, "more than 1 MiB"],
    ["is a 500", { status: 500 }, "status 500"],
    ["is a 429", { status: 429 }, "status 429"],
    ["is a connection reset", { breaks: "reset" }, "could not be reached, or broke the connection"],
    ["breaks off", { breaks: "half" }, "could not be reached, or broke the connection"],
  ] as const)("if its response %s", async (_, reply, message) => {
    const model = await startModel([reply]);
    const error = await unreadable(model);
    expect(error.message).toContain(`The model at ${model.host} `);
    expect(error.message).toContain(message);
    expect(error.message).toContain("(asked 3 times)");
    expect(model.asked).toHaveLength(3);

    const second = await startModel([reply, good]);
    expect(await readWith(second)).toMatchObject(finds);
    expect(second.asked).toHaveLength(2);
  });

  test("with the tokens of all attempts counted", async () => {
    const bad = { content: "no JSON" };
    expect((await readOf([bad, { status: 500 }, good])).usage).toEqual({
      inputTokens: 140,
      outputTokens: 60,
    });
    const { usage } = await unreadable(
      await startModel([bad, { ...good, finishReason: "length" }, { status: 500 }]),
    );
    expect(usage).toEqual({ inputTokens: 140, outputTokens: 60 });
  });

  test.each([
    ["1", 5000, 1000],
    ["3600", 60, 60],
    [new Date(Date.now() + 9e6).toUTCString(), 60, 60],
    ["-1", 5000, 1],
    ["soon", 5000, 1],
  ])("with the pause of Retry-After: %s, up to %i ms", async (retryAfter, longestPause, least) => {
    const model = await startModel([{ status: 429, headers: { "Retry-After": retryAfter } }, good]);
    await readWith(model, { longestPause });
    const [first = 0, second = 0] = model.asked.map(({ at }) => at);
    // Timers may be early by a millisecond.
    expect(second - first).toBeGreaterThanOrEqual(least - 2);
    expect(second - first).toBeLessThan(least + 800);
  });

  test("until it has been unavailable for too long", async () => {
    const model = await startModel([{ status: 503, headers: { "Retry-After": "9" } }]);
    const error = await unreadable(model, { longestPause: 60, patience: 100 });
    expect(error.message).toBe(`The model at ${model.host} answered with status 503 (asked 2 times).`);
  });

  test("if nothing listens at its address", async () => {
    const port = await freePort();
    const { message } = await unreadable({ url: `http://127.0.0.1:${port}/v1` });
    expect(message).toBe(
      `The model at 127.0.0.1:${port} could not be reached, or broke the connection (ECONNREFUSED) (asked 3 times).`,
    );
  });

  test.each([
    ["never comes", { breaks: "hang" }],
    ["comes too late", { delay: 300 }],
  ] as const)("if a response %s", async (_, reply) => {
    const model = await startModel([reply]);
    const { message } = await unreadable(model, { timeoutMs: 100 });
    expect(message).toBe(`The model at ${model.host} did not answer within 100 ms (asked 3 times).`);
  });
});

describe("the model is asked only once", () => {
  test("if it hangs for longer than a loop can wait", async () => {
    const model = await startModel([{ breaks: "hang" }]);
    const { message } = await unreadable(model, { timeoutMs: 100, patience: 90 });
    expect(message).toBe(`The model at ${model.host} did not answer within 100 ms.`);
  });

  test.each([
    [400, "it does not accept the request"],
    [401, "MODEL_KEY"],
    [403, "MODEL_KEY"],
    [404, "check MODEL_URL and MODEL_NAME"],
    [418, "status 418"],
  ])("if it answers with status %i", async (status, message) => {
    const model = await startModel([
      { status, body: `{"error":{"message":"Incorrect key ${key}: Lovelace"}}` },
    ]);
    expect((await unreadable(model)).message).toContain(message);
    expect(model.asked).toHaveLength(1);
  });

  test.each([301, 302, 303, 307, 308])(
    "if it redirects with status %i, and the other host is never called",
    async (status) => {
      const other = await startModel([good]);
      const model = await startModel([{ status, headers: { Location: `${other.url}/chat/completions` } }]);
      expect((await unreadable(model)).message).toContain("a redirect, which is not followed");
      expect([model.asked.length, other.asked.length]).toEqual([1, 0]);
    },
  );
});

describe("an aborted reading rejects at once, with the reason", () => {
  const reason = new Error("the loop was canceled");

  test("if it was aborted before it began", async () => {
    const model = await startModel([good]);
    await expect(readWith(model, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(model.asked).toEqual([]);
  });

  test.each([
    ["while the model thinks", { breaks: "hang" }],
    ["while it pauses", { status: 429, headers: { "Retry-After": "3600" } }],
  ] as const)("%s", async (_, reply) => {
    const model = await startModel([reply, good]);
    const controller = new AbortController();
    const reading = readWith(model, { signal: controller.signal, longestPause: 9000 });
    await expect.poll(() => model.asked.length).toBe(1);
    const begun = performance.now();
    controller.abort(reason);
    await expect(reading).rejects.toBe(reason);
    expect(performance.now() - begun).toBeLessThan(500);
    await expect.poll(() => model.asked[0]?.aborted).toBe("breaks" in reply);
    expect(model.asked).toHaveLength(1);
  });
});

async function unreadable(model: Pick<Model, "url">, options: Options = {}): Promise<Unreadable> {
  const error = await readWith(model, options).catch((error: unknown) => error);
  if (!(error instanceof Unreadable)) throw error;
  const shown = `${error.stack ?? ""}${JSON.stringify(error)}`;
  expect(error.cause).toBeUndefined();
  expect(shown).not.toContain(key);
  expect(shown).not.toContain("Lovelace");
  return error;
}
