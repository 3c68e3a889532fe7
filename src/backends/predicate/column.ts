// One column of a table: the values at one path of all entities.
import type { Condition } from "../../semantics/conditions.ts";
import { type Bitmap, emptyBitmap, keep, rowsOf } from "./bitmap.ts";
import { boundsOf, instantOf } from "./instant.ts";
import { readPath } from "./read.ts";
import { testOf } from "./test.ts";

/** A column. Each part of it is made when it is first needed. */
export interface Column {
  /** Takes the rows out of a bitmap that do not satisfy a condition. */
  readonly narrow: (bitmap: Bitmap, condition: Condition) => void;
  /** How many rows of a bitmap have each value. */
  readonly countBy: (bitmap: Bitmap) => Map<unknown, number>;
}

/** The distinct values of a column, the first of them null, and the index of each row's value. */
interface Dictionary {
  readonly values: readonly unknown[];
  readonly codes: Uint8Array | Uint16Array | Uint32Array;
}

/** The column of a path. */
export function createColumn(rows: readonly unknown[], keys: readonly string[]): Column {
  const dictionary = once(() => encode(rows, keys));
  const bitmaps = once(() => bitmapsOf(dictionary()));
  const instants = once(() => Float64Array.from(rows, (row) => instantOf(readPath(row, keys))));
  return {
    narrow(bitmap, condition) {
      if (condition.kind === "range") {
        const [from, to] = boundsOf(condition);
        const dates = instants();
        // A row without a date is not a number, which no comparison holds for.
        keep(bitmap, (row) => Number(dates[row]) >= from && Number(dates[row]) < to);
        return;
      }
      const { values, codes } = dictionary();
      const test = testOf(condition);
      const hits = Uint8Array.from(values, (value) => (test(value) ? 1 : 0));
      if (values.length > mostBitmaps) keep(bitmap, (row) => hits[codes[row] ?? 0] === 1);
      else intersect(bitmap, unite(bitmap.length, bitmaps(), hits));
    },
    countBy(bitmap) {
      const { values, codes } = dictionary();
      const counts = new Uint32Array(values.length);
      for (const row of rowsOf(bitmap)) counts[codes[row] ?? 0] = (counts[codes[row] ?? 0] ?? 0) + 1;
      const found = values.map((value, code) => [value, counts[code] ?? 0] as const);
      return new Map(found.filter(([, count]) => count > 0));
    },
  };
}

/** Columns with more values than this are read row by row: their bitmaps would take more room than they save time. */
const mostBitmaps = 64;

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function encode(rows: readonly unknown[], keys: readonly string[]): Dictionary {
  const codeOf = new Map<unknown, number>([[null, 0]]);
  const codes = Uint32Array.from(rows, (row) => {
    const value = readPath(row, keys) ?? null;
    const code = codeOf.get(value) ?? codeOf.size;
    if (code === codeOf.size) codeOf.set(value, code);
    return code;
  });
  const values = [...codeOf.keys()];
  if (values.length <= 2 ** 8) return { values, codes: Uint8Array.from(codes) };
  return { values, codes: values.length <= 2 ** 16 ? Uint16Array.from(codes) : codes };
}

/** For each value the rows that have it. */
function bitmapsOf({ values, codes }: Dictionary): readonly Bitmap[] {
  const bitmaps = values.map(() => emptyBitmap(codes.length));
  for (let row = 0; row < codes.length; row++) {
    const bitmap = bitmaps[codes[row] ?? 0] ?? emptyBitmap(0);
    bitmap[row >>> 5] = (bitmap[row >>> 5] ?? 0) | (1 << (row & 31));
  }
  return bitmaps;
}

function unite(length: number, bitmaps: readonly Bitmap[], hits: Uint8Array): Bitmap {
  const [first, ...others] = bitmaps.filter((_, code) => hits[code] === 1);
  if (first === undefined || others.length === 0) return first ?? new Uint32Array(length);
  const united = first.slice();
  for (const bitmap of others)
    for (let at = 0; at < length; at++) united[at] = (united[at] ?? 0) | (bitmap[at] ?? 0);
  return united;
}

function intersect(bitmap: Bitmap, other: Bitmap): void {
  for (let at = 0; at < bitmap.length; at++) bitmap[at] = (bitmap[at] ?? 0) & (other[at] ?? 0);
}
