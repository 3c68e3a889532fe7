// Tests how meaning and words order hits together.

import { expect, test } from "vitest";
import { reorder } from "../../src/embeddings/reorder.ts";
import { dot, normalized } from "../../src/embeddings/vector.ts";

const direction = (...numbers: readonly number[]): Float32Array => normalized(numbers) ?? new Float32Array();

/** Hits with these sums, and the scores that they would have. */
function hits(sums: Readonly<Record<string, number>>) {
  return Object.entries(sums).map(([id, sum]) => ({ id, sum, score: sum / (40 + 2 * sum) }));
}

function order(...[found, question, vectors, weight]: Parameters<typeof reorder>): readonly string[] {
  return reorder(found, question, vectors, weight)
    .toSorted((a, b) => b.score - a.score)
    .map(({ id }) => id);
}

test("of hits with the same words, the one that means what is asked comes first", () => {
  const vectors = new Map([
    ["far", direction(0, 1, 1)],
    ["near", direction(1, 0.1, 1)],
  ]);
  expect(order(hits({ far: 5, near: 5 }), direction(1, 0, 1), vectors, 0.5)).toEqual(["near", "far"]);
});

test("what words count outweighs what meaning counts", () => {
  const vectors = new Map([
    ["words", direction(0, 1, 1)],
    ["meaning", direction(1, 0, 0)],
  ]);
  const found = hits({ words: 10, meaning: 2 });
  expect(order(found, direction(1, 0, 0), vectors, 0.5)).toEqual(["words", "meaning"]);
  expect(order(found, direction(1, 0, 0), vectors, 3)).toEqual(["meaning", "words"]);
});

test("what all hits have in common tells none from another", () => {
  // All are about the first direction; one of them also about what is asked, but less about what they share.
  const others = Array.from({ length: 140 }, (_, at) => `other ${at}`);
  const besides = (at: number): readonly number[] => [0, 1, 2, 3, 4].map((each) => (at % 5 === each ? 2 : 0));
  const vectors = new Map(others.map((id, at) => [id, direction(9, 0, ...besides(at))]));
  const [question, asked] = [direction(9, 2, 0, 0, 0, 0, 0), direction(5, 2, 2, 0, 0, 0, 0)];
  vectors.set("asked", asked);
  expect(dot(question, asked)).toBeLessThan(dot(question, vectors.get("other 0") ?? asked));
  const found = hits({ ...Object.fromEntries(others.map((id) => [id, 4])), asked: 3.9 });
  expect(order(found, question, vectors, 0.5)[0]).toBe("asked");
});

test("what is like the best hits by words comes before what is not", () => {
  const vectors = new Map([
    ["best", direction(1, 1, 0, 0)],
    ["alike", direction(0.2, 1, 0.1, 0)],
    ["unlike", direction(0.2, 0, 0.1, 1)],
  ]);
  const found = hits({ best: 9, unlike: 3, alike: 3 });
  expect(order(found, direction(1, 0, 0, 0), vectors, 0.5)).toEqual(["best", "alike", "unlike"]);
});

test("without vectors the order is that of the words, and parts of scores add up to them", () => {
  const found = hits({ a: 3, b: 2, c: 1 });
  const ordered = reorder(found, direction(1, 0), new Map([["c", direction(1, 0)]]), 0.5);
  expect(ordered.map(({ id }) => id)).toEqual(["a", "b", "c"]);
  expect(ordered.map(({ score }) => score)).toEqual(
    ordered.map(({ score }) => score).toSorted((a, b) => b - a),
  );
  for (const { score, mixed, id } of ordered) {
    expect(mixed.words + mixed.meaning).toBeCloseTo(score, 12);
    expect(mixed.alone).toBe(found.find((each) => each.id === id)?.score);
    expect(score).toBeGreaterThan(0);
    expect(score).toBeLessThanOrEqual(found[0]?.score ?? 0);
  }
});

test("what has no words is there only if it has a vector, and is half as near as the nearest", () => {
  const vectors = new Map([
    ["words", direction(1, 0, 0, 1)],
    ["near", direction(4, 1, 0, 0)],
    ["far", direction(1, 4, 0, 0)],
  ]);
  const question = direction(1, 0, 0, 0);
  expect(order(hits({ words: 3, near: 0, far: 0, unknown: 0 }), question, vectors, 0.5)).toEqual([
    "words",
    "near",
  ]);
  const alone = reorder(hits({ far: 0, near: 0 }), question, vectors, 0.5);
  expect(alone.map(({ id }) => id)).toEqual(["near"]);
  expect(alone[0]?.score).toBeGreaterThan(0);
  expect(alone[0]?.score).toBeLessThan(0.5);
});
