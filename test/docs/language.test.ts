// Runs every example of docs/language.md, and checks that the headings that the sources refer to exist.

import { describe, expect, test } from "vitest";
import { compilePredicate } from "../../src/backends/predicate/predicate.ts";
import { compile, createCatalog, filterOf, fixAll, format, parse, type Term } from "../../src/index.ts";
import { splitQueries } from "../../src/syntax/query-file.ts";
import { defaultLimits } from "../../src/vocabulary/limits.ts";
import { isMembership, qualifiers } from "../../src/vocabulary/qualifiers.ts";
import { library } from "../tidy/sources.ts";
import { blocksOf, codeSpans, headingsOf, linksOf, readPage, tablesOf } from "./markdown.ts";
import { promisedOutput, runExample, typeErrors } from "./typescript.ts";

const page = readPage("docs/language.md");
const blocks = blocksOf(page);
const tables = tablesOf(page);

const { now, catalog: data } = JSON.parse(blocks.find(({ info }) => info === "json catalog")?.code ?? "");
const options = { catalog: createCatalog(data), now: Date.parse(now) };

describe("the blocks of the page", () => {
  const queries = blocks.flatMap((block, at) =>
    block.info === "cql" ? [{ ...block, answer: blocks[at + 1] }] : [],
  );

  test.each(queries)("are right: query at line $line", ({ code, answer }) => {
    expect(answer?.info).toBe("json");
    const expected: Readonly<Record<string, unknown>> = JSON.parse(answer?.code ?? "");
    expect(pick(answersTo(code), Object.keys(expected))).toEqual(expected);
  });

  const examples = blocks
    .filter(({ info }) => info === "ts")
    .map(({ code, line }) => ({ name: `line ${String(line)}`, code }));

  test("have the right types", () => {
    expect(typeErrors(examples)).toEqual([]);
  });

  test.each(examples)("print what the page shows: TypeScript at $name", (example) => {
    expect(runExample(example)).toBe(promisedOutput(example.code));
  });

  test("have files of queries and comments that are not refused", () => {
    const files = blocks.filter(({ info }) => info === "text queries").map(({ code }) => splitQueries(code));
    expect(files.map(({ queries: all, comments }) => [all.length, comments.length])).toEqual([[2, 3]]);
    for (const { text } of files.flatMap((file) => file.queries))
      expect(compile(text, options).diagnostics).toEqual([]);
  });

  test("are all run", () => {
    const known = ["cql", "json", "json catalog", "text queries", "ts"];
    expect(blocks.filter(({ info }) => !known.includes(info))).toEqual([]);
    expect(blocks.filter(({ info }) => info === "json")).toHaveLength(queries.length);
    expect(queries.length).toBeGreaterThan(10);
    expect(rowsOf("query").length).toBeGreaterThan(50);
    expect(rowsOf("filter").length).toBeGreaterThan(10);
  });
});

describe("the tables of the page are right", () => {
  test.each(rowsOf("query"))("$first", ({ columns, cells }) => {
    const [[query = ""] = [], ...expected] = cells;
    const answers = answersTo(query);
    expect(columns.slice(1).map((column) => listOf(answers[column]))).toEqual(expected);
  });

  test.each(rowsOf("filter"))("$first", ({ cells }) => {
    const [filter = [], matches, misses] = cells.map((cell) => cell.map((code) => JSON.parse(code)));
    const isIn = compilePredicate({ propertyFilters: filter });
    expect(filter).toHaveLength(1);
    expect(matches?.filter((entity) => !isIn(entity))).toEqual([]);
    expect(misses?.filter((entity) => isIn(entity))).toEqual([]);
  });

  test("for the qualifiers", () => {
    const rows = tables.find(({ header }) => header[0] === "qualifier")?.rows ?? [];
    const advice =
      "docs/language.md, `Text and terms`: the table of qualifiers needs the rows of src/vocabulary/qualifiers.ts, in their order";
    expect(
      rows.map(([word, , decides]) => [codeSpans(word ?? "")[0], decides === "yes"]),
      advice,
    ).toEqual(qualifiers.map(({ word }) => [word, isMembership(word)]));
  });

  test("for the limits", () => {
    const rows = tables.find(({ header }) => header[0] === "limit")?.rows ?? [];
    expect(
      rows.map(([name, value]) => [codeSpans(name ?? "")[0], Number(value?.replace(/ [A-Z].*|\D/gu, ""))]),
    ).toEqual(Object.entries(defaultLimits));
  });
});

test("the list of contents has every section", () => {
  const sections = headingsOf(page).slice(1);
  const listed = linksOf(page).filter((link) => link.startsWith("#"));
  expect(listed).toEqual(sections.map((section) => `#${section.toLowerCase().replaceAll(" ", "-")}`));
});

test("the headings that the sources refer to exist", () => {
  const references = library.flatMap(({ path, text }) =>
    Array.from(text.matchAll(/`docs\/language\.md`, "([^"]+)"/gu), ([, section = ""]) => ({ path, section })),
  );
  expect(references.length).toBeGreaterThan(4);
  expect(references.filter(({ section }) => !headingsOf(page).includes(section))).toEqual([]);
});

/** Everything that an example can ask of a query, by the page's names for it. */
function answersTo(text: string): Readonly<Record<string, unknown>> {
  const result = compile(text, options);
  return {
    ...result,
    ...(result.ok ? result.filter_definition.dateRange : {}),
    diagnostics: result.diagnostics.map(({ severity, code }) => `${severity} ${code}`),
    terms: result.query.terms.map(termText),
    format: format(text),
    fixed: fixAll(text, options),
    filter: filterOf(parse(text).query),
  };
}

function termText(term: Term): string {
  return `${term.kind === "text" ? term.kind : term.qualifier} = ${term.value.text}`;
}

function pick(all: Readonly<Record<string, unknown>>, keys: readonly string[]): unknown {
  return Object.fromEntries(keys.map((key) => [key, all[key]]));
}

function listOf(answer: unknown): readonly unknown[] {
  if (answer === undefined) return [];
  return Array.isArray(answer) ? answer : [answer];
}

/** A row of a table that is run. */
interface Row {
  readonly first: string;
  readonly columns: readonly string[];
  /** The text in backquotes in each cell. */
  readonly cells: readonly (readonly string[])[];
}

/** The rows of the tables whose first column has this name. */
function rowsOf(name: string): readonly Row[] {
  const chosen = tables.filter(({ header }) => header[0] === name);
  return chosen.flatMap(({ header, rows }) =>
    rows.map((row) => ({ first: row[0] ?? "", columns: header, cells: row.map(codeSpans) })),
  );
}
