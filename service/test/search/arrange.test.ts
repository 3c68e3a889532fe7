// Tests which of the memories that were found are on a page, and in which order: the newer ones first, one of each, and none that was superseded.

import { describe, expect, test } from "vitest";
import { byAge } from "../../src/search/arrange.ts";
import { memoriesFound, write } from "../support/memories.ts";
import { type Caller, startService } from "../support/service.ts";

const service = await startService();

const contents = (items: readonly any[]): readonly string[] => items.map(({ content }) => content);
const found = async (who: Caller, query: string, more: object = {}): Promise<readonly string[]> =>
  contents(await memoriesFound(who, { query, ...more }));

describe("among memories with about the same score", () => {
  const homes = [
    "Ada lives in Paris.",
    "Ada lived in Berlin as a student.",
    "Ada lives in Lisbon now; she moved last week.",
  ];
  const [paris = "", berlin = "", lisbon = ""] = homes;

  test("the newer come first, by `valid_at` or by when they were written", async () => {
    const [who, other] = [await service.caller(), await service.caller()];
    for (const content of homes) await write(who, { content });
    expect(await found(who, "Where does Ada live?")).toEqual([lisbon, berlin, paris]);
    expect(await found(who, "Where does Ada live?", { prefer: "relevant" })).toEqual([paris, berlin, lisbon]);
    for (const [at, content] of homes.toReversed().entries())
      await write(other, { content, valid_at: `202${at}-01-01T00:00:00Z` });
    expect(await found(other, "Where does Ada live?")).toEqual([paris, berlin, lisbon]);
  });

  test("those of one time stay in the order of their scores", async () => {
    const who = await service.caller();
    await who.post("/v1/memories", { memories: homes.map((content) => ({ content })) });
    expect(await found(who, "Where does Ada live?")).toEqual([paris, berlin, lisbon]);
  });

  test("what says when it was so is not newer because it is said again", async () => {
    const who = await service.caller();
    await write(who, { content: "harbor one", valid_at: "2020-01-01T00:00:00Z" });
    await write(who, { content: "harbor two" });
    await who.post("/v1/memories", { content: "harbor one", valid_at: "2020-01-01T00:00:00Z" });
    for (const query of ["harbor", "", "-nothing"])
      expect(await found(who, query, { memory: { scopes: ["project"] } })).toEqual([
        "harbor two",
        "harbor one",
      ]);
  });

  const hit = (score: number, day: number) => ({
    project_id: "",
    id: `${score}`,
    new_at: new Date(day * 86_400_000),
    thread: null,
    score,
  });
  const ordered = (prefer: "newest" | "relevant" | undefined, ...scores: readonly number[]) =>
    byAge(
      scores.map((score, at) => hit(score, at)),
      prefer,
    ).map(({ score }) => score);

  test("about the same is within 15 % of the best of a group, so that no chain of small steps brings up the last", () => {
    expect(ordered(undefined, 0.9, 0.8, 0.7, 0.6)).toEqual([0.8, 0.9, 0.6, 0.7]);
    expect(ordered(undefined, 1, 0.85, 0.849)).toEqual([0.85, 1, 0.849]);
    expect(ordered("newest", 0.9, 0.8, 0.46, 0.44, 0.2)).toEqual([0.46, 0.8, 0.9, 0.44, 0.2]);
    expect(ordered("relevant", 0.2, 0.44, 0.9)).toEqual([0.9, 0.44, 0.2]);
    expect(byAge([], undefined)).toEqual([]);
  });

  test("`newest` has the newest first among many that have the words", async () => {
    const who = await service.caller();
    for (const [day, words] of [
      [1, "tea"],
      [3, "tea which is drunk by many people in a harbor of the north"],
      [2, "tea or coffee"],
    ] as const)
      await write(who, { content: words, valid_at: `2020-01-0${day}T00:00:00Z` });
    expect(await found(who, "tea", { prefer: "newest", limit: 1 })).toEqual([
      "tea which is drunk by many people in a harbor of the north",
    ]);
  });
});

describe("memories that say the same", () => {
  test.each([
    ["in another form", "Ada prefers green tea.", "ada PREFERRED the green teas!"],
    ["with an article", "Meet at harbor", "Meet at the harbor"],
  ])("are one hit, which says how many it stands for: %s", async (_, one, other) => {
    const who = await service.caller();
    for (const content of [one, other, one]) await write(who, { content, deduplicate: false });
    for (const query of [one, "tea harbor", "-nothing"]) {
      const hits = await memoriesFound(who, { query, memory: { scopes: ["project"] } });
      expect(hits.map(({ similar }) => similar)).toEqual([2]);
    }
  });

  test.each([
    ["another order", "Ada beats Bob", "Bob beats Ada"],
    ["another word", "Ada beats Bob", "Ada beats Eve"],
    ["a negation", "Ada does like Bob", "Ada does not like Bob"],
    ["a word that is no stem", "Ada meets Bob before lunch", "Ada meets Bob after lunch"],
    ["the same place of another word", "Ada is in, Bob is out", "Ada is out, Bob is in"],
  ])("are not those with %s", async (_, one, other) => {
    const who = await service.caller();
    for (const content of [one, other]) await write(who, { content });
    const hits = await memoriesFound(who, { query: "Ada" });
    expect(contents(hits).toSorted()).toEqual([one, other].toSorted());
    expect(hits.map(({ similar }) => similar)).toEqual([0, 0]);
  });

  test("are not those about another end user", async () => {
    const who = await service.caller();
    for (const subject_id of ["ada", "bob"]) await write(who, { content: "prefers tea", subject_id });
    expect(await found(who, "tea")).toHaveLength(2);
  });

  test.each([
    ["50", 50, "Ada likes the harbor"],
    ["500", 500, "Ada likes the harbor"],
  ])("never hide what is better or else, even %s of them", async (_, copies, content) => {
    const who = await service.caller();
    const better = "Ada likes the harbor of Lisbon";
    const others = ["Ada was in Lisbon", "a ship from Lisbon", "tea in Lisbon"];
    for (const each of [better, ...others]) await write(who, { content: each });
    for (let left = copies; left > 0; left -= 100) {
      const memories = Array.from({ length: Math.min(100, left) }, (_each, at) => ({
        content: at % 2 === 0 ? content : content.replace("likes", "liked"),
        deduplicate: false,
      }));
      expect((await who.post("/v1/memories", { memories })).status).toBe(201);
    }
    for (const query of ["Ada likes which harbor of Lisbon", "Ada harbor", "Ada likes"]) {
      const hits = await memoriesFound(who, { query, limit: 5 });
      expect(contents(hits).filter((each) => /^Ada like[sd] the harbor$/.test(each))).toHaveLength(1);
      expect(contents(hits)).toContain(better);
      if (query.includes("Lisbon")) expect(contents(hits)).toEqual(expect.arrayContaining(others));
      // Of many not all are looked at.
      expect(hits.find(({ similar }) => similar > 0)?.similar).toBeGreaterThanOrEqual(49);
    }
  });
});

test("a superseded memory is found by those who ask for it, and says what has taken its place", async () => {
  const who = await service.caller();
  const old = await write(who, { content: "harbor code 1", thread: "codes" });
  const id = await write(who, { content: "harbor code 2", thread: "codes", supersedes: [old] });
  const by = async (more: object) =>
    (await memoriesFound(who, { query: "harbor", ...more })).map((each) => [each.id, each.superseded_by]);
  expect(await by({})).toEqual([[id, null]]);
  expect(await by({ include_superseded: false })).toEqual([[id, null]]);
  expect(await by({ include_superseded: true })).toEqual([
    [id, null],
    [old, id],
  ]);
  const hidden = await memoriesFound(who, { query: "harbor", context: 5 });
  expect(hidden[0].context).toEqual({ before: [], after: [] });
  const [shown] = await memoriesFound(who, {
    query: "harbor",
    context: 5,
    limit: 1,
    include_superseded: true,
  });
  expect(shown.context.before.map((each: any) => [each.id, each.superseded_by])).toEqual([[old, id]]);
});
