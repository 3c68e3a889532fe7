// The goals: the most that a figure may be, or the least that it should be. `atMost` and `atLeast` say whether it is met.

/** Those named rate, times, rows or entities are the least; the others the most. */
export const goals = {
  /** `parse` over the limit scanner, queries of 6 to 10 terms. */
  typicalRatio: 5.5,
  /** `parse` over the limit scanner, queries of 200 terms. */
  longRatio: 4.6,
  /** How much more than the limit scanner's the exponent may be with which the CPU time of `parse` grows from 1 000 to 1 000 000 terms. */
  exponentOverLimit: 0.1,
  /** Megabytes of the whole process that parses 1 000 000 terms, over those of the limit scanner's. */
  peakRatio: 1.3,
  /** CPU time for 1 000 000 terms over the limit scanner's, in a process that has parsed nothing. */
  millionRatio: 3,
  /** `compile` over the limit scanner, queries of 6 to 10 terms. */
  compileRatio: 20,
  /** `compile` of one term over `parse` of it. */
  oneTermRatio: 6,
  /** Kilobytes (of 1000 bytes) of the bundle of one import, gzip: a function, or all of an entry. */
  kilobytes: { parse: 23, validate: 32, compilePredicate: 2.5, contains: 3, "./sql": 6 },
  /** Milliseconds of CPU time that the command line needs more than an empty Node process. */
  coldStartMilliseconds: 26,
  /** A predicate over the same filter written by hand, for the filters that `compile` makes. */
  membershipRatio: 1.25,
  /** The same in a process that has compiled and run 60 other filters. */
  afterOthersRatio: 1.5,
  /** A predicate over the same filter written by hand, for nested properties. */
  nestedRatio: 4.5,
  /** How many times longer ucast takes than a predicate. */
  ucastTimes: 10,
  /** How many times longer sift and mingo take than a predicate. */
  siftAndMingoTimes: 30,
  /** How many times longer DuckDB takes on one thread than columns. */
  columnTimes: 3,
  /** Million rows that columns go through in a second of CPU time. */
  millionRowsASecond: 200,
  /** Entities in a second of CPU time of which an index of 10 000 slices says in which they are. */
  entitiesASecond: 200_000,
  /** How many times longer a loop of compiled predicates takes than the index. */
  loopTimes: 300,
  /** Milliseconds of CPU time to make an index of 10 000 filter definitions, in a process that has made none. */
  buildMilliseconds: 100,
  /** Microseconds of `contains` on two filters of `compile` that it has seen before. */
  containsMicroseconds: 2,
  /** Milliseconds from a keystroke in a query of 10 kB to its diagnostics, for 95 of 100. */
  diagnosticsMilliseconds: 5,
  /** The same to its completions. */
  completionMilliseconds: 10,
} as const;
