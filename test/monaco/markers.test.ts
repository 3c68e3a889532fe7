// Tests that markers follow the models of the language, as they come, change and go.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LanguageService } from "../../src/language-service/service.ts";
import { createLanguageService } from "../../src/language-service/service.ts";
import { followModels, type Markers } from "../../src/monaco/markers.ts";
import { createOpenLists, type OpenLists } from "../../src/monaco/open-lists.ts";
import { registerSliceCql } from "../../src/monaco/register.ts";
import { exampleOptions } from "../support/example-catalog.ts";
import { type FakeModel, type FakeMonaco, fakeModel, fakeMonaco } from "./fake-monaco.ts";

const service = createLanguageService(exampleOptions);

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

interface Followed extends FakeMonaco {
  readonly following: Markers;
  readonly lists: OpenLists;
}

function follow(
  fakes: readonly FakeModel[],
  asked: Pick<LanguageService, "diagnostics"> = service,
): Followed {
  const fake = fakeMonaco(fakes.map(({ model }) => model));
  const lists = createOpenLists(fake.monaco);
  const following = followModels(fake.monaco, {
    languageId: "slice-cql",
    service: asked,
    docsUrl: undefined,
    lists,
  });
  return { ...fake, following, lists };
}

function codesOf({ markers }: FakeMonaco, { model }: FakeModel): readonly unknown[] | undefined {
  return markers.get(model)?.map(({ code }) => code);
}

test("an existing model has its markers at once", async () => {
  const query = fakeModel("Type:A");
  const fake = follow([query]);
  await vi.advanceTimersByTimeAsync(0);
  expect(codesOf(fake, query)).toEqual(["qualifier-case"]);
});

test("a new model has markers, and one of another language has none", async () => {
  const [query, other] = [fakeModel("Type:A"), fakeModel("Type:A", "json")];
  const fake = follow([]);
  fake.created.fire(query.model);
  fake.created.fire(other.model);
  await vi.advanceTimersByTimeAsync(0);
  expect(codesOf(fake, query)).toEqual(["qualifier-case"]);
  expect(codesOf(fake, other)).toBeUndefined();
});

test("markers change with the text, after a pause", async () => {
  const query = fakeModel("Type:A");
  const fake = follow([query]);
  await vi.advanceTimersByTimeAsync(0);
  query.write("type:A");
  await vi.advanceTimersByTimeAsync(200);
  expect(codesOf(fake, query)).toEqual(["qualifier-case"]);
  await vi.advanceTimersByTimeAsync(100);
  expect(codesOf(fake, query)).toEqual(["unknown-type"]);
});

test("markers disappear when a model changes to another language, and appear when it changes back", async () => {
  const query = fakeModel("Type:A");
  const fake = follow([query]);
  await vi.advanceTimersByTimeAsync(0);
  query.setLanguage("json");
  fake.languageChanged.fire({ model: query.model, oldLanguage: "slice-cql" });
  expect(codesOf(fake, query)).toEqual([]);
  query.setLanguage("slice-cql");
  fake.languageChanged.fire({ model: query.model, oldLanguage: "json" });
  await vi.advanceTimersByTimeAsync(0);
  expect(codesOf(fake, query)).toEqual(["qualifier-case"]);
});

test("a disposed model is left alone", async () => {
  const query = fakeModel("Type:A");
  const fake = follow([query]);
  fake.disposed.fire(query.model);
  query.write("after:x");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(codesOf(fake, query)).toEqual([]);
  expect(query.changed.size()).toBe(0);
});

/** A service whose answers come when the test says so. */
function slowService(): {
  readonly asked: Pick<LanguageService, "diagnostics">;
  readonly answers: (() => void)[];
} {
  const answers: (() => void)[] = [];
  const asked: Pick<LanguageService, "diagnostics"> = {
    diagnostics: async (text) =>
      await new Promise((resolve) => {
        answers.push(() => void service.diagnostics(text).then(resolve));
      }),
  };
  return { asked, answers };
}

test("a late answer leaves no markers", async () => {
  const query = fakeModel("Type:A");
  const { asked, answers } = slowService();
  const fake = follow([query], asked);
  await vi.advanceTimersByTimeAsync(0);
  query.write("shape:Nope");
  await vi.advanceTimersByTimeAsync(300);
  const [first, second] = answers;
  second?.();
  await vi.advanceTimersByTimeAsync(0);
  first?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(codesOf(fake, query)).toEqual(["unresolved-shape"]);
});

test("a failing catalog leaves no markers that may be wrong, and is an ordinary rejected promise", async () => {
  const query = fakeModel("Type:A");
  let isDown = false;
  const failed: string[] = [];
  const listener = (error: unknown): void => {
    failed.push(error instanceof Error ? error.message : "");
  };
  const others = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection");
  process.on("unhandledRejection", listener);
  const fake = follow([query], {
    diagnostics: async (text) => {
      if (isDown) throw new Error("no catalog");
      return await service.diagnostics(text);
    },
  });
  await vi.advanceTimersByTimeAsync(0);
  isDown = true;
  fake.following.refresh();
  await vi.advanceTimersByTimeAsync(0);
  vi.useRealTimers();
  await new Promise((resolve) => setTimeout(resolve, 10));
  process.off("unhandledRejection", listener);
  for (const other of others) process.on("unhandledRejection", other);
  expect(codesOf(fake, query)).toEqual([]);
  expect(failed).toEqual(["no catalog"]);
});

test("an unavailable catalog is reported first, until it is available again", async () => {
  const query = fakeModel("Type:A shape:Nope");
  let isDown = true;
  const fake = fakeMonaco([query.model]);
  const registration = registerSliceCql(fake.monaco, {
    ...exampleOptions,
    catalog: async () => await (isDown ? Promise.reject(new Error("no network")) : exampleOptions.catalog),
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(codesOf(fake, query)).toEqual([undefined, "qualifier-case"]);
  expect(fake.markers.get(query.model)?.[0]).toEqual({
    startLineNumber: 1,
    startColumn: 1,
    endLineNumber: 1,
    endColumn: 1,
    severity: 4,
    message: "The catalog could not be read, so names are not checked: no network",
    source: "slice-cql",
  });
  isDown = false;
  registration.refresh();
  await vi.advanceTimersByTimeAsync(0);
  expect(codesOf(fake, query)).toEqual(["qualifier-case", "unresolved-shape"]);
});

test("disposing removes everything", async () => {
  const query = fakeModel("Type:A");
  const fake = follow([query]);
  await vi.advanceTimersByTimeAsync(0);
  fake.following.dispose();
  query.write("after:x");
  fake.created.fire(fakeModel("Type:A").model);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(codesOf(fake, query)).toEqual([]);
  expect(fake.markers.size).toBe(1);
  expect([fake.created, fake.disposed, fake.languageChanged].map((event) => event.size())).toEqual([0, 0, 0]);
});

test("problems of the term being written are held back while its list is open, and no others", async () => {
  const query = fakeModel("type: shape:");
  const fake = follow([query]);
  await vi.advanceTimersByTimeAsync(0);
  expect(codesOf(fake, query)).toEqual(["missing-value", "missing-value"]);
  const list = fake.lists.open(query.model, 12);
  expect(codesOf(fake, query)).toEqual(["missing-value"]);
  query.write("type: shape:Nope");
  fake.lists.open(query.model, 16);
  await vi.advanceTimersByTimeAsync(300);
  expect(codesOf(fake, query)).toEqual(["missing-value"]);
  list.dispose();
  expect(codesOf(fake, query), "an earlier list says nothing of this one").toEqual(["missing-value"]);
  fake.lists.close(query.model);
  expect(codesOf(fake, query)).toEqual(["missing-value", "unresolved-shape"]);
});

test.each([
  ["the arrow keys or the pointer", 3, ["missing-value"]],
  ["what is typed", 0, []],
])(
  "the problem of the term being written is shown only if the cursor leaves it: moved by %s",
  async (_what, reason, codes) => {
    const query = fakeModel("shape:");
    const fake = follow([query]);
    await vi.advanceTimersByTimeAsync(0);
    fake.lists.open(query.model, 6);
    fake.moved.fire({ reason });
    expect(codesOf(fake, query)).toEqual(codes);
    fake.lists.dispose();
    expect(fake.moved.size()).toBe(0);
  },
);
