// The section on bundles: what a browser loads for each entry, and for the libraries beside it.
import { weigh } from "../../scripts/check/bundle.ts";
import { goals } from "../goals.ts";
import { atMost, type Cell, type Column, type Role, type Row, type Section } from "../section.ts";
import { type Size, sizes } from "../sizes.ts";

/** Weighs ours and the others. */
export async function measureBundles(): Promise<Section> {
  const contents = 'export { contains } from "./src/exports/algebra.ts";';
  const contains = {
    name: "./algebra",
    group: "entries",
    what: "contains",
    ...(await weigh(contents)),
  } as const;
  const predicate = {
    name: ownPredicate,
    group: "predicates",
    what: ownPredicate,
    ...(await weigh(`export { ${ownPredicate} } from "./src/exports/predicate.ts";`)),
  } as const;
  return bundlesSection([...(await sizes()), contains, predicate]);
}

/** What does for ours what the other libraries do. */
const ownPredicate = "compilePredicate";

/** The section of these figures. */
export function bundlesSection(all: readonly Size[]): Section {
  const of = (group: Size["group"]): readonly Size[] => all.filter((size) => size.group === group);
  return {
    id: "bundles",
    title: "Bundles",
    lead: "The smallest useful bundle of each for a browser, by esbuild, minified, in kB of 1000 bytes. `chevrotain alone` is the parser library that ours is made with, and so the floor of all that read a query.",
    tables: [
      {
        caption: "Parsers",
        about: "a parser",
        head: "",
        columns,
        rows: [
          ...of("ours").map((size) => ownRow(size)),
          ...of("parsers").map((size) => rowOf(size, "peer")),
        ],
      },
      {
        caption: "Predicates",
        about: "a predicate",
        head: "",
        columns,
        rows: of("predicates").map((size) =>
          size.name === ownPredicate ? ownRow(size, "own") : rowOf(size, "peer"),
        ),
      },
      {
        caption: "Entries of the package, each with all that it exports",
        head: "",
        columns,
        rows: of("entries").map((size) => ownRow(size)),
      },
    ],
    plots: [
      bars("bundles-parsers", "The bundle of a parser, gzip", 0),
      bars("bundles-predicates", "The bundle of a predicate, gzip", 1),
    ],
    notes: [
      "`./algebra` and `./match` hold the parser, as some of their functions take queries as text; who imports the others of `./algebra` alone gets what the row of `contains` shows.",
    ],
  };
}

const columns: readonly Column[] = [
  { title: "imports" },
  { title: "minified kB", digits: 1 },
  { title: "gzip kB", digits: 1, better: "less", means: "the size of the bundle, gzip", unit: " kB" },
  { title: "goal" },
];

function bars(id: string, title: string, table: number): Section["plots"][number] {
  return { kind: "bars", id, title, table, column: 2, axis: "kilobytes, gzip" };
}

const roles: ReadonlyMap<string, Role> = new Map([
  ["parse alone", "own"],
  ["chevrotain alone", "reference"],
]);

/** The goals by what is imported: a function of ours, or all of an entry. */
const kilobytes: ReadonlyMap<string, number> = new Map(Object.entries(goals.kilobytes));

function ownRow(size: Size, role = roles.get(size.name) ?? "ours"): Row {
  const { name, what, gzip = Number.NaN } = size;
  const imported = what === "everything" ? name : what;
  const most = kilobytes.get(imported);
  const profile = profiles.get(imported);
  const extras = profile === undefined ? {} : { profile };
  return rowOf(
    size,
    role,
    most === undefined ? null : atMost(`bundle of \`${imported}\`, gzip`, gzip, most, " kB", extras),
  );
}

/** Where the bytes go, of what has a goal. */
const profiles: ReadonlyMap<string, string> = new Map([
  ["parse", "bundle-parse"],
  ["validate", "bundle-validate"],
  ["./sql", "bundle-sql"],
]);

function rowOf({ name, what, minified, gzip, failure }: Size, role: Role, goal: Cell = null): Row {
  return { name, role, cells: [what, minified ?? null, gzip ?? failure ?? null, goal] };
}
