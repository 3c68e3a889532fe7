// Made-up results of the benchmark: a small run in which we win, lose and miss goals.
import type { Results } from "../../../bench/report/results.ts";
import { atLeast, atMost, type Column, type Section } from "../../../bench/section.ts";

/** Where it was measured: words without a digit, so that a figure on the page is one that was measured. */
const machine = {
  processor: "A processor",
  architecture: "arch",
  cores: 2,
  memory: 16,
  system: "System",
  node: "vN",
};

/** What is measured in both texts of the parsers. */
const columns: readonly Column[] = [
  { title: "ns/term", digits: 1, better: "less", means: "CPU time a term", unit: " ns" },
  { title: "goal" },
];

const parsing: Section = {
  id: "parse",
  title: "Parsing",
  lead: "CPU time a term.",
  tables: [
    {
      caption: "short: 1 term a query",
      about: "one term",
      head: "",
      columns,
      rows: [
        { name: "limit", role: "reference", cells: [40, null] },
        {
          name: "parse",
          role: "own",
          cells: [120.25, atMost("`parse`, one term", 3, 2.5, " × limit", { profile: "parse-short" })],
        },
        { name: "quick | peer", role: "peer", cells: [60.5, null] },
        { name: "slow peer", role: "peer", cells: [98_765.4, null] },
        { name: "deep peer", role: "peer", cells: ["stack overflow", null] },
      ],
    },
    {
      caption: "long: 200 terms a query",
      about: "200 terms",
      head: "",
      columns,
      rows: [
        { name: "parse", role: "own", cells: [100, atMost("`parse`, long", 1.5, 1.8, " × limit")] },
        { name: "quick | peer", role: "peer", cells: [90, null] },
        { name: "slow peer", role: "peer", cells: [100, null] },
      ],
    },
  ],
  plots: [
    {
      kind: "bars",
      id: "parse-short",
      title: "Parsing one term",
      table: 0,
      column: 0,
      axis: "nanoseconds a term",
    },
  ],
  notes: ["slow peer reads no quotes."],
};

const growth: Section = {
  id: "growth",
  title: "Growth",
  lead: "CPU time a term, for longer and longer texts.",
  tables: [
    {
      caption: "By the number of terms",
      head: "",
      columns: [
        { title: "1k", digits: 0, at: 1000 },
        { title: "10k", digits: 0, at: 10_000 },
        { title: "100k", digits: 0, at: 100_000 },
        { title: "exponent", digits: 3 },
      ],
      rows: [
        { name: "limit", role: "reference", cells: [80, 82, 85, 1.01] },
        { name: "parse", role: "own", cells: [130, 131, 140, 1.02] },
        { name: "compile", role: "ours", cells: [300, 310, 330, 1.02] },
        { name: "slow peer", role: "peer", cells: [5000, 52_000, null, 2.01] },
        { name: "deep peer", role: "peer", cells: [132, null, null, null] },
      ],
    },
  ],
  plots: [
    {
      kind: "lines",
      id: "growth",
      title: "Time a term",
      table: 0,
      across: "terms of the text",
      up: "nanoseconds a term",
    },
  ],
  notes: [],
};

const columnsOfRows: Section = {
  id: "columns",
  title: "Columns",
  lead: "Rows in a second.",
  tables: [
    {
      caption: "1 000 rows",
      head: "",
      columns: [
        { title: "M rows/s", digits: 0, better: "more", means: "rows in a second", unit: " M rows/s" },
        { title: "goal" },
      ],
      rows: [
        {
          name: "columns",
          role: "own",
          group: "a range",
          cells: [300, atLeast("columns, “a range”", 300, 200, " M rows/s", { family: "columns" })],
        },
        { name: "database", role: "peer", group: "a range", cells: [450, null] },
        {
          name: "columns",
          role: "own",
          group: "names",
          cells: [250, atLeast("columns, “names”", Number.NaN, 200, " M rows/s", { family: "columns" })],
        },
        { name: "database", role: "peer", group: "names", cells: [50, null] },
      ],
    },
  ],
  plots: [
    { kind: "bars", id: "columns", title: "Rows", table: 0, column: 0, axis: "million rows in a second" },
  ],
  notes: [],
};

const profiles: Section = {
  id: "profiles",
  title: "Where it goes",
  lead: "For each goal that is missed.",
  tables: [
    {
      caption: "Time: parse, one term",
      profileOf: "parse-short",
      head: "package",
      columns: [{ title: "%", digits: 1 }],
      rows: [{ name: "chevrotain", role: "ours", cells: [71.25] }],
    },
  ],
  plots: [],
  notes: [],
};

const when = { measured: "2026-11-20", seconds: 12.4 } as const;

/** A run of four sections. */
export const madeUp: Results = {
  machine,
  versions: { "quick-peer": "1.2.3", "slow-peer": "4.5.6" },
  sections: [
    { ...parsing, ...when },
    { ...growth, ...when },
    { ...columnsOfRows, ...when },
    { ...profiles, ...when },
  ],
};

/** A run that has measured nothing. */
export const nothing: Results = { machine, versions: {}, sections: [] };
