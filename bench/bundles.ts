// What bundles weigh: the package as a browser gets it, and the libraries it is compared with, minified and gzipped.
import { join } from "node:path";
import { weigh } from "../scripts/check/bundle.ts";
import { root } from "../scripts/check/process.ts";
import { type Program, parserPrograms, predicatePrograms } from "./peers/programs.ts";
import type { Row } from "./results.ts";

/** What is weighed. */
interface Wanted extends Pick<Row, "group" | "name"> {
  /** Between the braces of the export, or a star. */
  readonly names: string;
  readonly from: string;
}

/** All bundles, in kilobytes of 1000 bytes. */
export async function measureBundles(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const each of [
    ...own,
    ...programs("parsers", parserPrograms()),
    ...programs("predicates", predicatePrograms),
  ])
    rows.push(await rowOf(each));
  return rows;
}

const own: readonly Wanted[] = [
  ours("parse", "index"),
  ours("validate", "index"),
  ours("compilePredicate", "exports/predicate"),
  ours("contains", "exports/algebra"),
  { ...ours("sql", "exports/sql"), names: "*" },
  { ...ours("everything", "index"), names: "*" },
];

function ours(name: string, module: string): Wanted {
  return { group: "ours", name, names: name, from: join(root, `src/${module}.ts`) };
}

function programs(group: string, all: Readonly<Record<string, Program>>): readonly Wanted[] {
  return Object.entries(all).map(([name, { names, bundled }]) => ({ group, name, names, from: bundled }));
}

async function rowOf({ group, name, names, from }: Wanted): Promise<Row> {
  const what = names === "*" ? "*" : `{ ${names} }`;
  const { minified, gzip } = await weigh(`export ${what} from ${JSON.stringify(from)};`);
  return { group, name, figures: { minified: [minified], gzip: [gzip] } };
}
