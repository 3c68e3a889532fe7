// Tests that the distance between two texts is that of the plain table.

import fc from "fast-check";
import { expect, test } from "vitest";
import { distancesFrom, maxComparedLength } from "../../src/text/distance.ts";
import { patience, runs } from "../support/runs.ts";

test.each([
  ["", "", 0],
  ["", "ab", 2],
  ["ab", "", 2],
  ["abc", "abc", 0],
  ["abc", "abx", 1],
  ["abc", "ab", 1],
  ["abc", "xabc", 1],
  ["abc", "bac", 1],
  ["abcd", "badc", 2],
  // A pair that changed places is not changed once more.
  ["ca", "abc", 3],
  ["kitten", "sitting", 3],
  ["é", "e", 1],
  ["🦊", "🦉", 1],
  ["a".repeat(32), "a".repeat(31), 1],
  ["a".repeat(32), "a".repeat(30), 2],
  ["ab".repeat(16), "ba".repeat(16), 2],
])("the distance from %j to %j is %i", (text, other, distance) => {
  expect(distancesFrom(text)(other)).toBe(distance);
  expect(distancesFrom(other)(text)).toBe(distance);
});

const unit = fc.constantFrom("a", "b", "c", "é", "\u4e00");

test("the distance is that of the table", { timeout: patience }, () => {
  const texts = fc.oneof(
    fc.string({ unit, maxLength: 8 }),
    fc.string({ unit, minLength: 28, maxLength: maxComparedLength }),
  );
  fc.assert(
    fc.property(texts, fc.string({ unit, maxLength: 64 }), (text, other) => {
      expect(distancesFrom(text)(other)).toBe(byTable(text, other));
    }),
    runs(3000),
  );
});

function byTable(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, row) =>
    Array.from({ length: b.length + 1 }, (__, column) => row + column),
  );
  const cell = (row: number, column: number): number => table[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= a.length; row++) {
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const costs = [
        cell(row - 1, column) + 1,
        cell(row, column - 1) + 1,
        cell(row - 1, column - 1) + (isSame ? 0 : 1),
      ];
      if (isSwapped) costs.push(cell(row - 2, column - 2) + 1);
      table[row]?.splice(column, 1, Math.min(...costs));
    }
  }
  return cell(a.length, b.length);
}
