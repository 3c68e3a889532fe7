// Finds the vectors that are nearest to a question among those in memory: by looking at each of them.

import { createHash } from "node:crypto";
import { createYield } from "../values/yield-to-event-loop.ts";
import { compare, rowsAtOnce } from "./compare.ts";
import { toStored } from "./vector.ts";

/** Vectors of some rows, one after the other. */
export interface Rows {
  readonly count: number;
  /** 16 bytes each. */
  readonly ids: Buffer;
  readonly vectors: Buffer;
  readonly scales: Float32Array;
  /** Of memories, whom each is for and about, see `wants`; of others none. */
  readonly marks: Buffer;
}

/** A row, and how near it is: by the cosine, in a unit that all rows share. */
export interface Near {
  readonly id: string;
  readonly nearness: number;
}

/** Whose rows are looked for: what others must not see takes no place from what a key may see, and neither does what a filter leaves out. */
export interface Wanting {
  readonly keyId: string;
  /** Whether to look for what the key has written alone. */
  readonly isOwn: boolean;
  readonly subjectId: string | undefined;
}

/** Whether a row with these marks may be found. What it is found for is decided by the database; this keeps a place for it. */
export type Wants = (marks: Buffer, row: number) => boolean;

/** Maximum rows that are found. */
export const mostNear = 200;
/** A byte that is 1 if it is for the key alone that wrote it, four of that key, and four of a hash of the end user. */
const bytesOfMarks = 9;

/** What a key looks for. */
export function wants({ keyId, isOwn, subjectId }: Wanting): Wants {
  const key = Buffer.from(keyId.slice(-8), "hex").readUInt32BE();
  const subject =
    subjectId === undefined ? undefined : createHash("sha256").update(subjectId).digest().readUInt32BE();
  return (marks, row) => {
    if (marks.length === 0) return true;
    const at = row * bytesOfMarks;
    const isBySelf = marks.readUInt32BE(at + 1) === key;
    if ((isOwn || marks[at] === 1) && !isBySelf) return false;
    return subject === undefined || marks.readUInt32BE(at + 5) === subject;
  };
}

/** The nearest rows, the nearest first. It yields to other requests. */
export async function nearestIn(
  all: readonly Rows[],
  question: Float32Array,
  isWanted: Wants,
): Promise<readonly Near[]> {
  const { vector } = toStored(question);
  const asked = new Int8Array(vector.buffer, vector.byteOffset, vector.length);
  const nextTurn = createYield();
  const atOnce = rowsAtOnce(asked.length);
  const best = new Best();
  for (const rows of all)
    for (let first = 0; first < rows.count; first += atOnce) {
      await nextTurn();
      const part = rows.vectors.subarray(first * asked.length, (first + atOnce) * asked.length);
      addNearest(best, rows, first, compare(asked, part), isWanted);
    }
  return best.all();
}

function addNearest(best: Best, rows: Rows, first: number, products: Int32Array, isWanted: Wants): void {
  // Twice as fast as with an iterator.
  for (let at = 0; at < products.length; at++) {
    const nearness = (products[at] ?? 0) * (rows.scales[first + at] ?? 0);
    if (nearness > best.least && isWanted(rows.marks, first + at))
      best.add({ id: idAt(rows.ids, first + at), nearness });
  }
}

/** The nearest of several, each row once. */
export class Best {
  /** Only what is nearer than this is added; what points the other way never is. */
  least = 0;
  #found: Near[] = [];

  add(near: Near): void {
    this.#found.push(near);
    // Sorted now and then, which costs less than to keep each in its place.
    if (this.#found.length >= 4 * mostNear) this.#cut();
  }

  all(): readonly Near[] {
    this.#cut();
    return this.#found;
  }

  #cut(): void {
    const sorted = this.#found.toSorted((a, b) => b.nearness - a.nearness);
    const byId = new Map<string, Near>();
    for (const near of sorted) if (!byId.has(near.id)) byId.set(near.id, near);
    this.#found = [...byId.values()].slice(0, mostNear);
    if (this.#found.length === mostNear) this.least = this.#found.at(-1)?.nearness ?? 0;
  }
}

function idAt(ids: Buffer, row: number): string {
  const hex = ids.toString("hex", row * 16, (row + 1) * 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
