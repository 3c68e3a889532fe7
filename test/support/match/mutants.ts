// Mistakes in the index and in what it is built on, each as a text of a file of src and what stands there instead.

/** A mistake that the comparison of the index with the loop has to notice. */
export interface Mutant {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** All of them. */
export const mutants: readonly Mutant[] = [
  {
    name: "the start is not in the range",
    file: "src/match/slot-ranges.ts",
    from: "const begun = (rows[row] ?? 0) <= ",
    to: "const begun = (rows[row] ?? 0) < ",
  },
  {
    name: "the end is in the range, where all slices are asked at once",
    file: "src/match/range-order.ts",
    from: "addUpTo(-step - 1, open)",
    to: "addUpTo(-step, open)",
  },
  {
    name: "of several ends the earliest counts",
    file: "src/match/slot-ranges.ts",
    from: "ends.some(",
    to: "ends.every(",
  },
  {
    name: "of several starts the latest counts",
    file: "src/match/slot-ranges.ts",
    from: "starts.some(",
    to: "starts.every(",
  },
  {
    name: "a slice without a start begins with the years of computers",
    file: "src/match/slot-ranges.ts",
    from: 'beginning: Point = { scale: "fixed", at: Number.NEGATIVE_INFINITY }',
    to: 'beginning: Point = { scale: "fixed", at: 0 }',
  },
  {
    name: "a part of a block that was split is forgotten",
    file: "src/match/steps.ts",
    from: "for (const slot of slots) next.before.add(slot);",
    to: "",
  },
  {
    name: "what is removed stays with the blocks behind it",
    file: "src/match/steps.ts",
    from: "later.before.delete(slot)",
    to: "later.before.size",
  },
  {
    name: "a list that has become a bitmap is empty",
    file: "src/match/slot-set.ts",
    from: "for (const each of this.#list) this.#setBit(each);",
    to: "",
  },
  {
    name: "values are compared as texts",
    file: "src/match/value-column.ts",
    from: "this.#slots.get(readPath(entity, this.#keys))",
    to: "this.#slots.get(String(readPath(entity, this.#keys)))",
  },
  {
    name: "inherited properties count",
    file: "src/backends/predicate/read.ts",
    from: "if (!isRecord(value) || !Object.hasOwn(value, key)) return undefined;",
    to: "if (!isRecord(value)) return undefined;",
  },
  {
    name: "conditions besides lists and dates are forgotten",
    file: "src/match/slots.ts",
    from: "if (holds !== undefined || !isRow) setBit(this.#guarded, slot);",
    to: "if (!isRow) setBit(this.#guarded, slot);",
  },
  {
    name: "several dates on one side are forgotten",
    file: "src/match/slots.ts",
    from: "if (holds !== undefined || !isRow) setBit(this.#guarded, slot);",
    to: "if (holds !== undefined) setBit(this.#guarded, slot);",
  },
  {
    name: "what is no date is in ranges without a start",
    file: "src/match/date-column.ts",
    from: "const step = isDate ? date : Number.NaN;",
    to: "const step = isDate ? date : Number.NEGATIVE_INFINITY;",
  },
  {
    name: "two dates have their steps at one place",
    file: "src/match/slots.ts",
    from: "this.#freePlaces.push(column.place);",
    to: "",
  },
  {
    name: "what is added to ranges in order is not put in its place",
    file: "src/match/date-column.ts",
    from: "this.#order?.add(slot, bounds);",
    to: "",
  },
  {
    name: "ranges in order have the scale of the bound beside",
    file: "src/match/slot-ranges.ts",
    from: "- firstPlace) % scales.length]",
    to: "- firstPlace + 1) % scales.length]",
  },
  {
    name: "the value of an entity keeps slices that an earlier property took out",
    file: "src/match/slot-set.ts",
    from: "((from[slot >>> 5] ?? 0) & (1 << slot))",
    to: "(1 << slot)",
  },
  {
    name: "a slice that is replaced has the conditions of the one before it",
    file: "src/match/slice-index.ts",
    from: "    this.#take(slot);\n    this.#put(slot, stored, parts);",
    to: "    this.#put(slot, stored, parts);",
  },
  {
    name: "a slice in which nothing can be has everything",
    file: "src/match/slots.ts",
    from: "    if (parts === undefined) return;\n    const { lists, range, holds, since, until } = parts;\n    setBit(this.#possible, slot);",
    to: "    setBit(this.#possible, slot);\n    if (parts === undefined) return;\n    const { lists, range, holds, since, until } = parts;",
  },
  {
    name: "a date that leads out of the calendar does not count",
    file: "src/match/slots.ts",
    from: "if (guard !== undefined && !isWithin(now, guard)) clearBit(words, slot);",
    to: "if (guard === undefined) hasBit(words, slot);",
  },
  {
    name: "dates are never before the beginning of the calendar",
    file: "src/match/slots.ts",
    from: "      since: Math.max(this.#within.since, since),",
    to: "      since: this.#within.since,",
  },
  {
    name: "answers are in the order of the bitmap's words, and backwards in these",
    file: "src/match/slots.ts",
    from: "      for (let word = words[at] ?? 0; word !== 0; word &= word - 1) {\n        const slot = at * 32 + 31 - Math.clz32(word & -word);",
    to: "      for (let bit = 31; bit >= 0; bit--) {\n        const slot = at * 32 + bit;\n        if (!hasBit(words, slot)) continue;",
  },
  {
    name: "closing holes turns the order round",
    file: "src/match/slice-index.ts",
    from: "for (const stored of slices) this.#append(stored);",
    to: "for (const stored of slices.toReversed()) this.#append(stored);",
  },
  {
    name: "what an entity came into and went out of is turned round",
    file: "src/match/slice-index.ts",
    from: "entered: without(has, had), left: without(had, has)",
    to: "entered: without(had, has), left: without(has, had)",
  },
  {
    name: "dates are lost in JSON",
    file: "src/match/stored-slice.ts",
    from: "return { id, filter: read, dates: readDates(`${place}.dates`, dates) };",
    to: "return { id, filter: read };",
  },
  {
    name: "of several dates in a row the first counts",
    file: "src/relative/slice.ts",
    from: "if (other === undefined || counts(bound, other)) chosen.set(bound.scale, bound);",
    to: "if (other === undefined) chosen.set(bound.scale, bound);",
  },
  {
    name: "a month is behind the last day of a short month too",
    file: "src/dates/instant.ts",
    from: "isLastDay ? Math.min(present.getUTCDate(), date.getUTCDate()) : present.getUTCDate()",
    to: "present.getUTCDate()",
  },
  {
    name: "whole days are counted from noon",
    file: "src/dates/instant.ts",
    from: "Math.floor((instant - startOfDay(now)) / millisecondsInDay)",
    to: "Math.round((instant - startOfDay(now)) / millisecondsInDay)",
  },
];
