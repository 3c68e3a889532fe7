// Shows what a slice is, on the real entities of fixtures/debian: `npm run demo`.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { compilePredicate } from "../src/backends/predicate/predicate.ts";
import { hasColours, type Paint, paintWith } from "../src/cli/output/colour.ts";
import { block } from "../src/cli/output/report.ts";
import { createTally } from "../src/cli/output/tally.ts";
import {
  applyFix,
  type Catalog,
  type CatalogData,
  compile,
  createCatalog,
  explain,
  type FilterDefinition,
  validate,
} from "../src/index.ts";
import { root } from "./check/process.ts";

/** An entity of the fixture. */
interface Entity {
  readonly type: string;
  readonly created_at: string;
  readonly package: string;
  readonly version?: Readonly<Record<string, string>>;
  readonly bug?: string | number;
  readonly cve?: string;
}

const good = "type:Release type:Vulnerability source:openssl after:1y sort:name";
const bad = "type:Vulnerability shape:Databses after:10years";

const folder = join(root, "fixtures/debian");
const catalogData: CatalogData = JSON.parse(readFileSync(join(folder, "catalog.json"), "utf8"));
const catalog: Catalog = createCatalog(catalogData);
const slices: { readonly now: string } = JSON.parse(readFileSync(join(folder, "slices.json"), "utf8"));
const now = Date.parse(slices.now);
const entities: readonly Entity[] = readFileSync(join(folder, "entities.ndjson"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line));

const introduction = `A slice is a part of a store, named by a query. The store here: ${String(entities.length)} facts from Debian changelogs.`;

const width = 100;
const paint: Paint = paintWith(hasColours(undefined, process.env, process.stdout.isTTY));
const { strong, faint, good: green } = paint;

console.log([introduction, "", ...goodQuery(), "", ...badQuery()].join("\n"));

function goodQuery(): readonly string[] {
  const result = compile(good, { catalog, now });
  if (!result.ok) throw new Error("The first query is refused.");
  const { filter_definition } = result;
  const members = entities.filter(compilePredicate(filter_definition));
  const tally = createTally("type");
  for (const member of members) tally.add(member);
  const types = tally
    .counts()
    .map(({ value, count }) => `${String(count)} ${String(value)}`)
    .join(", ");
  return [
    `${faint("query")}  ${strong(good)}`,
    ...explain(result).split("\n").flatMap(wrap),
    "",
    faint("compiled, as a service stores it"),
    ...definitionLines(filter_definition),
    "",
    `${green(String(members.length))} of ${String(entities.length)} entities are in it (${types}), such as`,
    ...sample(members).map(rowOf),
  ];
}

function badQuery(): readonly string[] {
  const { diagnostics } = compile(bad, { catalog, now });
  const fixed = withFixes(bad);
  const result = compile(fixed, { catalog, now });
  const count = result.ok ? entities.filter(compilePredicate(result.filter_definition)).length : 0;
  return [
    `${faint("query")}  ${strong(bad)}`,
    ...diagnostics.flatMap((each) => block({ text: bad }, each, "", paint).split("\n")).flatMap(wrap),
    `${faint("fixed")}  ${strong(fixed)}  ${faint("has")} ${green(String(count))} ${faint("entities in it")}`,
    "",
    `Try your own: ${strong("npx node src/cli/main.ts check 'type:Bug after:7days'")}, or with --help.`,
  ];
}

/** Takes the first fix that is offered, until none is. */
function withFixes(text: string): string {
  const [fix] = validate(text, { catalog, now }).flatMap(({ fixes = [] }) => fixes);
  return fix === undefined ? text : withFixes(applyFix(text, fix));
}

/** JSON with one property filter a line. */
function definitionLines({ propertyFilters, ...others }: FilterDefinition): readonly string[] {
  const members = Object.entries(others).map(([name, value]) => `  "${name}": ${spaced(value)}`);
  const filters = propertyFilters.map((filter) => `    ${spaced(filter)}`).join(",\n");
  return `{\n${[...members, `  "propertyFilters": [\n${filters}\n  ]`].join(",\n")}\n}`.split("\n");
}

function spaced(value: unknown): string {
  return JSON.stringify(value, null, 1).replaceAll(/\n */gu, " ");
}

/** The newest two of each type. */
function sample(members: readonly Entity[]): readonly Entity[] {
  const types = [...new Set(members.map(({ type }) => type))];
  return types.flatMap((type) => members.filter((member) => member.type === type).slice(-2));
}

function rowOf({ created_at, type, package: name, cve, bug, version }: Entity): string {
  const release = [version?.["upstream"], version?.["revision"]]
    .filter((part) => part !== undefined)
    .join("-");
  const properties = [name, cve, bug, release].filter((part) => part !== undefined);
  return `  ${created_at.slice(0, 10)}  ${type.padEnd(14)} ${properties.join(" ")}`.trimEnd();
}

/** Breaks a line between words; colours take no room. */
function wrap(line: string): readonly string[] {
  if (stripVTControlCharacters(line).length <= width) return [line];
  const lines: string[] = [];
  for (const word of line.split(" ")) {
    const longer = `${lines.at(-1) ?? ""} ${word}`;
    if (lines.length > 0 && stripVTControlCharacters(longer).length <= width)
      lines[lines.length - 1] = longer;
    else lines.push(lines.length === 0 ? word : `  ${word}`);
  }
  return lines;
}
