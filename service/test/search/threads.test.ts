// Tests what threads do for a search: neighbors count with a hit, and are shown around it.

import { describe, expect, test } from "vitest";
import { memoriesFound, write } from "../support/memories.ts";
import { type Caller, startService } from "../support/service.ts";

const service = await startService();

const contents = (items: readonly any[]): readonly string[] => items.map(({ content }) => content);

/** Writes a thread of memories, and returns who has. */
async function having(memories: readonly string[], thread = "chat"): Promise<Caller> {
  const who = await service.caller();
  await add(who, memories, thread);
  return who;
}

async function add(who: Caller, memories: readonly string[], thread?: string): Promise<void> {
  const body = { thread, memories: memories.map((content) => ({ content })) };
  expect((await who.post("/v1/memories", body)).status).toBe(201);
}

const numbers = ["one", "two", "three", "four", "five", "six", "seven"];
/** One of them has the word that is asked for. */
const around = numbers.map((number) => (number === "four" ? "four harbor" : number));

describe("what stands next to a hit in its thread", () => {
  test("is found after it, up to two places away, the nearer first", async () => {
    const who = await having(around);
    await add(who, ["no thread"]);
    await add(who, ["another"], "other chat");
    const found = await memoriesFound(who, { query: "harbor" });
    const [hit, ...others] = contents(found);
    expect(hit).toBe("four harbor");
    expect([others.slice(0, 2).toSorted(), others.slice(2).toSorted()]).toEqual([
      ["five", "three"],
      ["six", "two"],
    ]);
    for (const { score, matched, highlight } of found.slice(1)) {
      expect(score).toBeLessThan(0.5);
      expect([matched, highlight]).toEqual([[], null]);
    }
  });

  test("counts for what has a word itself, and never makes up for one that is missing", async () => {
    const who = await having(["the harbor of Ada", "harbor it is", "yes"]);
    await add(who, ["harbor it was"], "other chat");
    const found = await memoriesFound(who, { query: "Ada harbor", prefer: "relevant" });
    expect(contents(found)).toEqual(["the harbor of Ada", "harbor it is", "harbor it was", "yes"]);
    expect(found[0].score).toBeGreaterThan(0.5);
    expect(found[1].score).toBeLessThan(0.5);
  });

  test("is in the order of `valid_at`, whenever it was written", async () => {
    const who = await service.caller();
    const at = (day: number): string => `2020-01-0${day}T00:00:00Z`;
    for (const [content, day] of [
      ["last", 5],
      ["harbor", 3],
      ["first", 1],
      ["after", 4],
      ["before", 2],
    ] as const)
      await write(who, { content, thread: "chat", valid_at: at(day) });
    const [hit] = await memoriesFound(who, { query: "harbor", context: 5, limit: 1 });
    expect([contents(hit.context.before), contents(hit.context.after)]).toEqual([
      ["first", "before"],
      ["after", "last"],
    ]);
  });

  test("is explained: the parts are the score", async () => {
    const who = await having(["harbor one", "harbor two", "three"]);
    const found = await memoriesFound(who, { query: "harbor", explain: true });
    expect(found).toHaveLength(3);
    for (const { content, score, score_parts, missing } of found) {
      const sum = score_parts.reduce((total: number, part: any) => total + part.score, 0);
      expect(sum).toBeCloseTo(score, 10);
      const parts = score_parts.map(({ part }: any) => part);
      expect(parts).toEqual(content === "three" ? ["thread"] : ["word", "all_words", "thread"]);
      expect(missing).toEqual(content === "three" ? ["harbor"] : []);
    }
  });

  test("is not found with a word that is excluded, nor beyond a filter", async () => {
    const who = await service.caller();
    await write(who, { content: "harbor", thread: "chat", subject_id: "ada" });
    await write(who, { content: "secret", thread: "chat", subject_id: "ada" });
    await write(who, { content: "of bob", thread: "chat", subject_id: "bob" });
    expect(contents(await memoriesFound(who, { query: "harbor -secret" })).toSorted()).toEqual([
      "harbor",
      "of bob",
    ]);
    const found = await memoriesFound(who, { query: "harbor", context: 5, memory: { subject_id: "ada" } });
    expect(contents(found)).toEqual(["harbor", "secret"]);
    expect(JSON.stringify(found)).not.toContain("of bob");
  });
});

describe("the context of a hit", () => {
  const shown = (found: readonly any[]) =>
    found.map(({ content, context }) => [contents(context.before), content, contents(context.after)]);

  test.each([
    [0, [[], "four harbor", []]],
    [1, [["three"], "four harbor", ["five"]]],
    [5, [["one", "two", "three"], "four harbor", ["five", "six", "seven"]]],
  ])("has so many before and after: %i", async (context, expected) => {
    const who = await having(around);
    expect(shown(await memoriesFound(who, { query: "harbor", context, limit: 1 }))).toEqual([expected]);
  });

  test("is not there unless it is asked for, and empty without a thread", async () => {
    const who = await service.caller();
    await write(who, { content: "harbor" });
    expect((await memoriesFound(who, { query: "harbor" }))[0]).not.toHaveProperty("context");
    expect(shown(await memoriesFound(who, { query: "harbor", context: 2 }))).toEqual([[[], "harbor", []]]);
  });

  test("has no memory twice, and each with the nearest hit", async () => {
    const who = await having(["a", "b harbor", "c", "d", "e harbor harbor", "f"]);
    const found = await memoriesFound(who, { query: "harbor", context: 3, limit: 2, prefer: "relevant" });
    expect(shown(found)).toEqual([
      [["d"], "e harbor harbor", ["f"]],
      [["a"], "b harbor", ["c"]],
    ]);
  });

  test("is that of the newest without a query, too", async () => {
    const who = await having(["a", "b"]);
    const found = await memoriesFound(who, { query: "", limit: 1, context: 1, memory: { thread: "chat" } });
    expect(shown(found)).toEqual([[[], "a", ["b"]]]);
  });

  test("ends with a page of 8 MiB, hits first", async () => {
    const long = "x ".repeat(49_000);
    const who = await service.caller();
    for (let at = 0; at < 10; at++) {
      const memories = Array.from({ length: 10 }, (_, each) => {
        return { content: `${each === 5 ? "harbor" : "quay"} ${at}-${each} ${long}` };
      });
      expect((await who.post("/v1/memories", { thread: `chat ${at}`, memories })).status).toBe(201);
    }
    const found = await memoriesFound(who, { query: "harbor", context: 5, limit: 10, prefer: "relevant" });
    expect(found).toHaveLength(10);
    const around = found.flatMap(({ context }) => [...context.before, ...context.after]);
    expect(around.length).toBeGreaterThan(20);
    expect(around.length).toBeLessThan(80);
  });

  test.each([
    [{ context: 6 }, "/context"],
    [{ context: -1 }, "/context"],
    [{ prefer: "oldest" }, "/prefer"],
    [{ memory: { thread: "" } }, "/memory/thread"],
    [{ context: 1, include: ["entities"] }, "/context"],
    [{ prefer: "newest", include: ["entities"] }, "/prefer"],
    [{ include_superseded: true, include: ["entities"] }, "/include_superseded"],
  ])("is refused: %j", async (members, pointer) => {
    const who = await service.caller();
    const { status, body } = await who.post("/v1/search", { query: "x", ...members });
    expect([status, body.errors?.[0].pointer]).toEqual([422, pointer]);
  });
});

describe("a filter", () => {
  test("of a thread has its memories alone", async () => {
    const who = await having(["harbor one", "two"]);
    await add(who, ["harbor three", "four"], "other");
    const found = await memoriesFound(who, { query: "harbor", memory: { thread: "other" } });
    expect(contents(found)).toEqual(["harbor three", "four"]);
  });

  test("of instants is about when it was so", async () => {
    const who = await service.caller();
    await write(who, { content: "harbor early", valid_at: "2020-01-01T00:00:00Z" });
    await write(who, { content: "harbor late", valid_at: "2021-01-01T00:00:00Z" });
    await write(who, { content: "harbor now" });
    const within = async (query: string, memory: object): Promise<readonly string[]> =>
      contents(await memoriesFound(who, { query, memory })).toSorted();
    for (const query of ["harbor", "", "-nothing"]) {
      expect(await within(query, { until: "2021-01-01T00:00:00Z" })).toEqual(["harbor early"]);
      expect(await within(query, { since: "2021-01-01T00:00:00Z" })).toEqual(["harbor late", "harbor now"]);
      expect(await within(query, { since: "2020-06-01T00:00:00Z", until: "2022-01-01T00:00:00Z" })).toEqual([
        "harbor late",
      ]);
    }
  });
});

test("what a hit lacks is not what it has, also if a hit next to it has brought it", async () => {
  const who = await service.caller();
  const notes = Array.from({ length: 100 }, (_, at) => ({ content: `kalo note${at}` }));
  await who.post("/v1/memories", { memories: notes });
  const long = `kalo ${Array.from({ length: 400 }, (_, at) => `filler${at}`).join(" ")}`;
  await who.post("/v1/memories", { memories: [{ content: "kalo mipu" }, { content: long }], thread: "t" });
  const found = await memoriesFound(who, { query: "kalo mipu ", limit: 2, explain: true });
  expect(found[1]).toMatchObject({ content: long, matched: ["kalo"], missing: ["mipu"] });
});
