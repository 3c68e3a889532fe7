// What texts are compiled with: catalogs, clocks, and paths of fields. An input names its world by a number.

import { type Catalog, createCatalog, type FieldNames, type Limits } from "../../src/index.ts";
import type { CatalogData } from "../../test/support/arbitraries.ts";
import { IDS, NAMES } from "../../test/support/words.ts";

/** A catalog with what it is made from, a present, and maybe other paths. */
export interface World {
  readonly data: CatalogData;
  readonly catalog: Catalog;
  readonly now: number;
  readonly fields: Partial<FieldNames>;
  readonly limits: Limits;
}

interface Row {
  readonly id: string;
  readonly name: string;
}

const rowsOf = (names: readonly string[], step: number): readonly Row[] =>
  names.map((name, at) => ({ id: IDS[(at * step) % IDS.length] ?? "id", name }));

const catalogs: readonly World["data"][] = [
  { shapes: [], sources: [] },
  {
    shapes: rowsOf(["Sales CRM", "Inbox", "a", "b"], 1),
    sources: rowsOf(["gmail", "drive", "a"], 2),
    types: ["Person", "Deal", "a"],
  },
  { shapes: rowsOf(NAMES, 1), sources: rowsOf(NAMES, 3), types: NAMES },
  {
    shapes: [...rowsOf(NAMES, 2), ...rowsOf(NAMES, 5)],
    sources: [...rowsOf(["gmail"], 1), { id: "id-2", name: "gmail" }],
  },
  {
    shapes: Array.from({ length: 300 }, (_, at) => ({
      id: `s${String(at)}`,
      name: `Sales CRM ${String(at)}`,
    })),
    sources: [],
    types: ["Person"],
  },
];

const clocks: readonly number[] = [
  "2026-11-20T10:10:41.123Z",
  "2024-02-29T12:00:00.000Z",
  "2026-03-31T23:59:59.999Z",
  "1970-01-01T00:00:00.000Z",
  "0001-01-01T00:00:00.000Z",
  "9999-12-31T23:59:59.999Z",
].map((text) => Date.parse(text));

const fieldsOf: readonly Partial<FieldNames>[] = [{}, { source: "origin.id", date: "seen\\.at" }];

/** How many worlds there are. */
export const worldCount: number = catalogs.length * clocks.length * fieldsOf.length;

const unlimited: Limits = { maxLength: Infinity, maxTerms: Infinity, maxDiagnostics: Infinity };
const made = new Map<number, World>();

/** The world of a number. Number 0 is the plainest. */
export function worldOf(number: number): World {
  const found = made.get(number);
  if (found !== undefined) return found;
  const data = catalogs[number % catalogs.length] ?? { shapes: [], sources: [] };
  const rest = Math.floor(number / catalogs.length);
  const world: World = {
    data,
    catalog: createCatalog(data),
    now: clocks[rest % clocks.length] ?? 0,
    fields: fieldsOf[Math.floor(rest / clocks.length) % fieldsOf.length] ?? {},
    limits: unlimited,
  };
  made.set(number, world);
  return world;
}
