// One column of a table: the values at one path of all entities.
import type { Condition } from "../../semantics/conditions.ts";
import { type Bitmap, keepHits, keepRange, paddedSize, rowsOf } from "./bitmap.ts";
import { boundsOf, instantOfValue } from "./instant.ts";
import { readPath } from "./read.ts";
import { testOf } from "./test.ts";

/** A column. */
export interface PathColumn {
  /** Removes the rows from a bitmap that do not satisfy a condition. */
  readonly narrow: (bitmap: Bitmap, condition: Condition) => void;
  /** How many rows of a bitmap have each value. */
  readonly countBy: (bitmap: Bitmap) => Map<unknown, number>;
}

/** The distinct values of a column, and the index of each row's value. */
interface Dictionary {
  readonly values: readonly unknown[];
  readonly codes: Uint32Array;
}

/** The column of a path. Its values and its instants are read when they are first needed. */
export function createColumn(rows: readonly unknown[], keys: readonly string[]): PathColumn {
  let dictionary: Dictionary | undefined;
  let instants: Float64Array | undefined;
  return {
    narrow(bitmap, condition) {
      if (condition.kind === "range") {
        instants ??= instantsOf(rows, keys);
        keepRange(bitmap, instants, ...boundsOf(condition));
      } else {
        dictionary ??= encode(rows, keys);
        const test = testOf(condition, (value: unknown) => value);
        const hits = dictionary.values.map((value) => Number(test(value)));
        keepHits(bitmap, dictionary.codes, Uint8Array.from(hits));
      }
    },
    countBy(bitmap) {
      const { values, codes } = (dictionary ??= encode(rows, keys));
      const counts = new Map<unknown, number>();
      for (const row of rowsOf(bitmap)) {
        const value = values[codes[row] ?? 0];
        counts.set(value, (counts.get(value) ?? 0) + 1);
      }
      return counts;
    },
  };
}

function encode(rows: readonly unknown[], keys: readonly string[]): Dictionary {
  const known = new Map<unknown, number>();
  const codes = new Uint32Array(paddedSize(rows.length));
  rows.forEach((row, index) => {
    const value = readPath(row, keys) ?? null;
    const code = known.get(value) ?? known.size;
    known.set(value, code);
    codes[index] = code;
  });
  return { values: [...known.keys()], codes };
}

function instantsOf(rows: readonly unknown[], keys: readonly string[]): Float64Array {
  const instants = new Float64Array(paddedSize(rows.length)).fill(Number.NaN);
  rows.forEach((row, index) => {
    instants[index] = instantOfValue(readPath(row, keys));
  });
  return instants;
}
