// Tests the interpreter of OpenSearch's queries: what it finds, what it refuses, and the traps of the real engine.

import { expect, test } from "vitest";
import { createIndex, type Mapping } from "../support/backends/opensearch.ts";

const mapping: Mapping = new Map([
  ["s", "keyword"],
  ["n", "double"],
  ["b", "boolean"],
  ["d", "date"],
  ["o.s", "keyword"],
  ["o.p.n", "double"],
]);

const date = "2026-11-20T10:10:41.123Z";

/** A query, and the documents that it finds or does not find. */
interface Row {
  readonly query: unknown;
  readonly finds?: readonly unknown[];
  readonly misses?: readonly unknown[];
}

const rows: Readonly<Record<string, Row>> = {
  "terms: one of the values, exactly": {
    query: { terms: { s: ["a", "é"] } },
    finds: [{ s: "a" }, { s: "é" }],
    misses: [{ s: "A" }, { s: "a " }, { s: "e\u0301" }, { s: "" }, { s: null }, {}],
  },
  "terms: the empty list": { query: { terms: { s: [] } }, misses: [{ s: "" }, {}] },
  "terms: numbers by value": {
    query: { terms: { n: [0, 1e21] } },
    finds: [{ n: 0 }, { n: -0 }, { n: 1e21 }],
    misses: [{ n: 1 }, {}],
  },
  "terms: booleans": { query: { terms: { b: [false] } }, finds: [{ b: false }], misses: [{ b: true }, {}] },
  "terms: instants, however they are written": {
    query: { terms: { d: ["2026-11-20T11:10:41.123+01:00"] } },
    finds: [{ d: date }, { d: "2026-11-20T10:10:41.123456Z" }],
    misses: [{ d: "2026-11-20T10:10:41.124Z" }],
  },
  "terms: a field that is not mapped": { query: { terms: { x: ["a"] } }, misses: [{ s: "a" }] },
  "terms: a field called __proto__": { query: { terms: { ["__proto__"]: ["a"] } }, misses: [{ s: "a" }] },
  "exists: a value": {
    query: { exists: { field: "s" } },
    finds: [{ s: "" }, { s: ["a"] }, { s: [null, "a"] }],
    misses: [{ s: null }, { s: [] }, { s: [null] }, {}],
  },
  "exists: false and zero are values": {
    query: { bool: { filter: [{ exists: { field: "b" } }, { exists: { field: "n" } }] } },
    finds: [{ b: false, n: 0 }],
    misses: [{ b: false }],
  },
  "exists: an object has any value below it": {
    query: { exists: { field: "o" } },
    finds: [{ o: { s: "a" } }, { o: { p: { n: 1 } } }, { o: [{}, { s: "a" }] }],
    misses: [{ o: {} }, { o: { s: null } }, { o: null }, { s: "o" }],
  },
  "exists: a field that is not mapped": { query: { exists: { field: "x" } }, misses: [{ s: "a" }] },
  "range: keywords by the bytes of UTF-8": {
    query: { range: { s: { gt: "\uffff" } } },
    finds: [{ s: "😀" }],
    misses: [{ s: "a" }, { s: "\uffff" }, {}],
  },
  "range: a longer text comes later": {
    query: { range: { s: { gte: "a", lt: "ab" } } },
    finds: [{ s: "a" }, { s: "a\0" }, { s: "aa" }],
    misses: [{ s: "ab" }, { s: "A" }, { s: "" }],
  },
  "range: numbers": {
    query: { range: { n: { gt: 0.1, lte: 2 } } },
    finds: [{ n: 0.2 }, { n: 2 }],
    misses: [{ n: 0.1 }, { n: 2.1 }, { n: -1 }],
  },
  "range: dates, the end left out": {
    query: {
      range: { d: { gte: date, lt: "2026-11-20T10:10:41.125Z", format: "strict_date_time" } },
    },
    finds: [{ d: date }, { d: "2026-11-20T10:10:41.1249Z" }, { d: "2026-11-20T11:10:41.123+01:00" }],
    misses: [{ d: "2026-11-20T10:10:41.122Z" }, { d: "2026-11-20T10:10:41.125Z" }, {}],
  },
  "range: no bounds, any value": { query: { range: { d: {} } }, finds: [{ d: date }], misses: [{}] },
  "range: a field that is not mapped": { query: { range: { x: { gt: 1 } } }, misses: [{ n: 2 }] },
  "range: all bounds have to hold for one of several values": {
    query: { range: { n: { gt: 1, lt: 5 } } },
    finds: [{ n: [0, 3] }],
    misses: [{ n: [0, 9] }],
  },
  "bool: all of filter, none of must_not": {
    query: { bool: { filter: [{ exists: { field: "s" } }], must_not: [{ terms: { s: ["a"] } }] } },
    finds: [{ s: "b" }],
    misses: [{ s: "a" }, { s: ["a", "b"] }, {}],
  },
  "bool: must_not alone": {
    query: { bool: { must_not: [{ exists: { field: "s" } }] } },
    finds: [{}, { n: 1 }],
    misses: [{ s: "" }],
  },
  "bool: without clauses, everything": { query: { bool: { filter: [] } }, finds: [{}, { s: "a" }] },
  match_none: { query: { match_none: {} }, misses: [{}, { s: "a" }] },
  "trap: a list is several values, not a value": {
    query: { terms: { s: ["b"] } },
    finds: [{ s: ["a", "b"] }, { s: [["b"]] }],
  },
  "trap: a dot in a key is a path": { query: { terms: { "o.s": ["a"] } }, finds: [{ "o.s": "a" }] },
  "trap: a list of objects is looked into": {
    query: { terms: { "o.s": ["a"] } },
    finds: [{ o: [{ s: "a" }] }],
  },
  "trap: values of another kind are converted in documents": {
    query: { bool: { filter: [{ terms: { s: ["1"] } }, { terms: { n: [1] } }, { terms: { b: [false] } }] } },
    finds: [
      { s: 1, n: "1", b: "false" },
      { s: 1, n: "1.0", b: "" },
    ],
  },
  "trap: values of another kind are converted in queries": {
    query: {
      bool: { filter: [{ terms: { s: [true] } }, { terms: { n: ["1e0"] } }, { terms: { b: ["true"] } }] },
    },
    finds: [{ s: "true", n: 1, b: true }],
  },
};

test.each(Object.entries(rows))(
  "the interpreter finds the right documents: %s",
  (_name, { query, finds = [], misses = [] }) => {
    const index = createIndex(mapping, [...finds, ...misses]);
    expect(index.search(query)).toEqual([...finds.keys()]);
  },
);

/** A value that is refused, and what the message says. */
type Refused = readonly [name: string, message: string, value: unknown];

const refusedQueries: readonly Refused[] = [
  ["an unknown query", 'unknown query "term"', { term: { s: "a" } }],
  ["two queries in one", "has not one member", { exists: { field: "s" }, match_none: {} }],
  ["no query", "has not one member", {}],
  ["a list", "has not one member", []],
  ["an unknown member of bool", 'unknown member "should"', { bool: { should: [] } }],
  ["clauses that are no list", "clauses are a list", { bool: { filter: { match_none: {} } } }],
  [
    "an unknown query further down",
    'unknown query "prefix"',
    { bool: { must_not: [{ bool: { filter: [{ prefix: { s: "a" } }] } }] } },
  ],
  ["members of match_none", 'unknown member "boost"', { match_none: { boost: 1 } }],
  ["exists with a pattern", "s* is a pattern", { exists: { field: "s*" } }],
  ["exists without a name", "exists needs the name of a field", { exists: { field: "" } }],
  ["terms without a list", "terms needs a list", { terms: { s: "a" } }],
  ["terms of two fields", "has not one member", { terms: { s: ["a"], n: [1] } }],
  ["an unknown member of range", 'unknown member "from"', { range: { s: { from: "a" } } }],
  ["a range of booleans", "b is boolean and has no order", { range: { b: { gt: false } } }],
  [
    "a format for a field that is no date",
    's has no format "strict_date_time"',
    { range: { s: { gt: "a", format: "strict_date_time" } } },
  ],
  [
    "another format",
    'd has no format "epoch_millis"',
    { range: { d: { gt: date, format: "epoch_millis" } } },
  ],
  ["a bound that is no date", '"2026-11-20" is no date', { range: { d: { gte: "2026-11-20" } } }],
  [
    "a bound on a day that does not exist",
    '"2026-02-29T00:00:00.000Z" is no date',
    { range: { d: { gte: "2026-02-29T00:00:00.000Z" } } },
  ],
  ["a text that is no number", '"a" is no double', { terms: { n: ["a"] } }],
  ["a boolean for a number", "true is no double", { terms: { n: [true] } }],
  ["a number for a boolean", "1 is no boolean", { terms: { b: [1] } }],
  ["a list as a value", '["a"] is no keyword', { terms: { s: [["a"]] } }],
  ["null as a value", "null is no keyword", { terms: { s: [null] } }],
  ["half a surrogate pair", "is no keyword", { terms: { s: ["\ud83d"] } }],
  [
    "more terms than an index takes",
    "65537 terms are too many",
    { terms: { n: Array.from({ length: 65_537 }, (_, at) => at) } },
  ],
  [
    "more clauses than a node takes",
    "too many clauses",
    {
      bool: { filter: Array.from({ length: 1025 }, () => ({ match_none: {} })) },
    },
  ],
];

test.each(refusedQueries)("the interpreter refuses %s", (_name, message, query) => {
  const index = createIndex(mapping, [{ s: "a" }]);
  expect(() => index.search(query)).toThrow(message);
});

const refusedDocuments: readonly Refused[] = [
  ["what is no object", "a document is an object", ["a"]],
  ["a property that is not mapped", "x is not in the mapping", { x: 1 }],
  ["an object where a value is mapped", "s is mapped as keyword but holds an object", { s: { a: "b" } }],
  ["a value where an object is mapped", "o is not in the mapping", { o: "a" }],
  ["an empty key", 'the key "" names no field', { "": "a" }],
  ["a blank key", 'the key " " names no field', { " ": "a" }],
  ["a key with a dot at its end", 'the key "s." names no field', { "s.": "a" }],
  ["a text that is no number", '"a" is no double', { n: "a" }],
  ["a text that is no boolean", '"yes" is no boolean', { b: "yes" }],
  ["a day without a time", '"2026-11-20" is no date', { d: "2026-11-20" }],
  ["a day that does not exist", '"2026-02-29T00:00:00.000Z" is no date', { d: "2026-02-29T00:00:00.000Z" }],
  ["a number as a date", "0 is no date", { d: 0 }],
  [
    "a keyword of more bytes than Lucene takes",
    "a keyword has more bytes than Lucene takes",
    { s: "é".repeat(16_384) },
  ],
];

test.each(refusedDocuments)("the interpreter refuses to index %s", (_name, message, document) => {
  expect(() => createIndex(mapping, [document])).toThrow(message);
});

test("the interpreter finds the longest keyword", () => {
  const longest = "é".repeat(16_383);
  expect(createIndex(mapping, [{ s: longest }]).search({ terms: { s: [longest] } })).toEqual([0]);
});
