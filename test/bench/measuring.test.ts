// Holds the measuring itself: medians and ratios of rounds, and that what cannot go on ends as a result, and not as a crash.
import { describe, expect, test } from "vitest";
import { reasonOf, Stopped, startChild } from "../../bench/children.ts";
import { commonTerms, growthOf, memoryOf } from "../../bench/scale.ts";
import { speedOf } from "../../bench/speed.ts";
import { subject, subjectNamed, subjectNames, writtenAs } from "../../bench/variants.ts";

describe("the speed of a subject", () => {
  const rounds = [
    new Map([["limit", 10] as const, ["parse", 20] as const, ["liqe", 6000] as const]),
    new Map([["limit", 20] as const, ["parse", 50] as const, ["liqe", 8000] as const]),
    new Map([["limit", 30] as const, ["parse", 60] as const]),
  ];

  test("is the median of its rounds, and its ratios are those within a round", () => {
    expect(speedOf("typical", "parse", rounds, undefined)).toEqual({
      corpus: "typical",
      variant: "parse",
      isPeer: false,
      nanoseconds: 50,
      spread: 30,
      overLimit: 2,
      overParse: 1,
    });
  });

  test("is that of the rounds which it was in", () => {
    expect(speedOf("typical", "liqe", rounds, undefined)).toMatchObject({
      isPeer: true,
      nanoseconds: 7000,
      overLimit: 500,
      overParse: 230,
    });
  });

  test("is not given where it failed, but why", () => {
    expect(speedOf("huge-20k", "liqe", rounds, "stack overflow")).toEqual({
      corpus: "huge-20k",
      variant: "liqe",
      isPeer: true,
      failure: "stack overflow",
    });
  });
});

test.each([
  [new RangeError("Maximum call stack size exceeded"), "stack overflow"],
  [new RangeError("Invalid array length"), "out of memory"],
  [new RangeError("Invalid string length"), "out of memory"],
  [new Error(`first line\n${"x".repeat(100)}`), "first line"],
  ["text", "text"],
])("why something stopped is said shortly: %s", (error, expected) => {
  expect(reasonOf(error)).toBe(expected);
});

test("a peer that overflows the stack stops there, with the sizes before it", async () => {
  const { times, stop, exponent, isPeer } = await growthOf("lucene", [300, 30_000, 40_000], 60);
  expect(times.map(([terms]) => terms)).toEqual([300]);
  expect(times.every(([, microseconds]) => microseconds > 0)).toBe(true);
  expect(stop).toEqual({ terms: 30_000, why: "stack overflow" });
  // One size has no slope.
  expect(exponent).toBeUndefined();
  expect(isPeer).toBe(true);
});

test("what takes too long stops there", async () => {
  const { times, stop, exponent } = await growthOf("liqe", [commonTerms], 0.000_001);
  expect([times, stop?.terms, stop?.why, exponent]).toEqual([
    [],
    commonTerms,
    "longer than 0.000001 s",
    undefined,
  ]);
});

test("a child that ends without an answer is a reason, too", async () => {
  const child = startChild("scale-worker.ts", ["no such subject"]);
  const stopped: unknown = await child.ask({}, 60).catch((error: unknown) => error);
  expect(stopped).toBeInstanceOf(Stopped);
  expect(String(stopped)).toContain("no such subject is none of loop");
});

test("memory is that of the result, and of what was made for it", async () => {
  const { kept = 0, allocated = 0, peak = 0, before = 0, failure } = await memoryOf("limit", commonTerms, 60);
  expect(failure).toBeUndefined();
  expect(kept).toBeGreaterThan(100);
  expect(kept).toBeLessThan(400);
  expect(allocated).toBeGreaterThanOrEqual(kept);
  expect(peak).toBeGreaterThanOrEqual(before);
});

test("memory of what fails is a reason", async () => {
  expect(await memoryOf("lucene", 30_000, 60)).toEqual({
    name: "lucene",
    isPeer: true,
    terms: 30_000,
    failure: "stack overflow",
  });
});

test("subjects are found by name, ours and peers, and each takes what was written for it", async () => {
  expect(subjectNames.map(subjectNamed)).toEqual([...subjectNames]);
  expect(() => subjectNamed("sift")).toThrow("sift is none of loop, limit");
  for (const name of ["limit", "liqe"] as const) {
    const run = await subject(name);
    expect(run(writtenAs(name, "type:Person word"))).toBeTypeOf("object");
  }
  expect(writtenAs("parse", "type:Person word")).toBe("type:Person word");
  expect(writtenAs("cel-js", "type:Person word")).toBe('type == "Person" && text == "word"');
});
