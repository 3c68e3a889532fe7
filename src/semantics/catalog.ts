// The catalog: the existing names of shapes and sources, and the IDs they stand for.
import { firstNotString, isObjectWith, isRecord, isStringList } from "../data/guards.ts";
import { type ClosestName, closestName } from "../text/closest.ts";
import { brief, listing } from "../text/show.ts";
import type { NameTable } from "../vocabulary/qualifiers.ts";

/**
 * What a catalog is made from, for instance the answer of one database query.
 *
 * @example
 * ```ts
 * const data: CatalogData = { shapes: [{ id: "c0ffee00-…", name: "Sales CRM" }], types: ["Person"] };
 * ```
 */
export interface CatalogData {
  /** Shapes by id; a name may have several. */
  readonly shapes?: readonly CatalogEntry[] | undefined;
  /** Sources by id; a name may have several. */
  readonly sources?: readonly CatalogEntry[] | undefined;
  /** Entity types, if the service knows them all; unlisted types then get an `information` diagnostic. */
  readonly types?: readonly string[] | undefined;
}

/**
 * One thing that has a name.
 *
 * @example
 * ```ts
 * const shape: CatalogEntry = { id: "c0ffee00-0000-4000-8000-000000000001", name: "Sales CRM" };
 * ```
 */
export interface CatalogEntry {
  /** What the compiled filter holds. */
  readonly id: string;
  /** What people write. Compared exactly, code unit for code unit. */
  readonly name: string;
  /** A short description for choosing a name in an editor. It does not affect queries. */
  readonly description?: string | undefined;
}

/**
 * The names that a query can use. Make one with `createCatalog`; it is immutable, and meant to be kept for
 * many queries.
 *
 * @example
 * ```ts
 * const catalog: Catalog = createCatalog({ sources: [{ id: "s1", name: "gmail" }] });
 * catalog.sources.idsOf("gmail"); // ["s1"]
 * ```
 */
export interface Catalog {
  /** Names of the qualifiers that are looked up among the shapes, such as `shape:`. */
  readonly shapes: CatalogTable;
  /** Names of the qualifiers that are looked up among the sources, such as `source:`. */
  readonly sources: CatalogTable;
  /** Names of `type:`, or `null` if the catalog does not list them. */
  readonly types: CatalogTypes | null;
}

/**
 * The names of one kind.
 *
 * @example
 * ```ts
 * const isKnown = (table: CatalogTable, name: string) => table.idsOf(name).length > 0;
 * ```
 */
export interface CatalogTable {
  /** The IDs of a name, without duplicates, in the order given; empty for an unknown name. */
  readonly idsOf: (name: string) => readonly string[];
  /** The first name of an id. */
  readonly nameOf: (id: string) => string | undefined;
  /** The first description of an id, where the catalog has descriptions. */
  readonly descriptionOf?: (id: string) => string | undefined;
  /** All names, each once, in the order given. */
  readonly names: () => readonly string[];
  /** The name closest to an unknown one, if close enough to be meant. */
  readonly closestTo: (name: string) => string | undefined;
}

/**
 * The entity types that a catalog lists.
 *
 * @example
 * ```ts
 * createCatalog({ types: ["Person"] }).types?.has("Persn"); // false
 * ```
 */
export interface CatalogTypes {
  /** Whether a type is listed, exactly as written. */
  readonly has: (name: string) => boolean;
  /** All types, each once, in the order given. */
  readonly names: () => readonly string[];
  /** The type closest to an unknown one, if close enough to be meant. */
  readonly closestTo: (name: string) => string | undefined;
}

/**
 * Makes a catalog. O(entries); the search for close names is prepared when first needed.
 *
 * @param data - The existing shapes, sources and types; omitted members are empty (types: not listed).
 * @returns The catalog.
 * @throws TypeError that names the member that does not match {@link CatalogData}, such as `shapes[3].name`.
 * @example
 * ```ts
 * const catalog = createCatalog({
 *   shapes: [{ id: "c0ffee00-0000-4000-8000-000000000001", name: "Sales CRM" }],
 *   sources: [{ id: "c0ffee00-0000-4000-8000-000000000002", name: "gmail" }],
 *   types: ["Person", "Company"],
 * });
 * ```
 */
export function createCatalog(data: CatalogData): Catalog {
  const { shapes, sources, types } = catalogMembers(data);
  return {
    shapes: createTable(entriesOf("shapes", shapes === undefined ? [] : shapes)),
    sources: createTable(entriesOf("sources", sources === undefined ? [] : sources)),
    types: types === undefined ? null : createTypes(types),
  };
}

const members: readonly string[] = ["shapes", "sources", "types"];

/** A misspelt member would be an empty table, and every slice with its names empty. So would a Map, or a promise of the data. */
function catalogMembers(data: unknown): Readonly<Record<string, unknown>> {
  if (!isObjectWith(members, data))
    throw new TypeError(`the catalog must be an object with ${listing(members)}`);
  const unknown = Object.keys(data).find((key) => !members.includes(key));
  if (unknown !== undefined)
    throw new TypeError(
      `${brief(unknown)} is not a member of a catalog; valid members are ${listing(members)}`,
    );
  return data;
}

function entriesOf(table: NameTable, list: unknown): readonly CatalogEntry[] {
  if (!Array.isArray(list)) throw new TypeError(`${table} must be an array of { id, name }`);
  // Holes are members too.
  return Array.from(list, (entry: unknown, index) => {
    if (!isRecord(entry)) throw new TypeError(`${table}[${index}] must be { id, name }`);
    const { id, name, description } = entry;
    if (typeof id !== "string") throw new TypeError(`${table}[${index}].id must be a string`);
    if (typeof name !== "string") throw new TypeError(`${table}[${index}].name must be a string`);
    if (description !== undefined && typeof description !== "string")
      throw new TypeError(`${table}[${index}].description must be a string`);
    return { id, name, description };
  });
}

function createTable(entries: readonly CatalogEntry[]): CatalogTable {
  const ids = new Map<string, string[]>();
  const names = new Map<string, string>();
  const descriptions = new Map<string, string>();
  // Of the names that have several, which are few: a set for each of very many names is a burden on the garbage collector.
  const known = new Map<string, Set<string>>();
  for (const { id, name, description } of entries) {
    const list = ids.get(name);
    if (list === undefined) ids.set(name, [id]);
    else if (!isIn(known, name, list, id)) list.push(id);
    if (!names.has(id)) names.set(id, name);
    if (description !== undefined && !descriptions.has(id)) descriptions.set(id, description);
  }
  return {
    idsOf: (name) => ids.get(name)?.slice() ?? [],
    nameOf: (id) => names.get(id),
    descriptionOf: (id) => descriptions.get(id),
    names: () => [...ids.keys()],
    closestTo: closestAmong(ids),
  };
}

/** Whether a name has an id already; from then on it has. */
function isIn(known: Map<string, Set<string>>, name: string, list: readonly string[], id: string): boolean {
  const ids = known.get(name) ?? new Set(list);
  known.set(name, ids);
  const before = ids.size;
  return ids.add(id).size === before;
}

function createTypes(types: unknown): CatalogTypes {
  if (!isStringList(types)) {
    const index = Array.isArray(types) ? firstNotString(types) : undefined;
    throw new TypeError(
      index === undefined ? "types must be an array of strings" : `types[${index}] must be a string`,
    );
  }
  const known = new Map(types.map((type) => [type, type]));
  return { has: (name) => known.has(name), names: () => [...known.keys()], closestTo: closestAmong(known) };
}

function closestAmong(names: ReadonlyMap<string, unknown>): ClosestName {
  return closestName({ [Symbol.iterator]: () => names.keys() });
}

/** Throws a `TypeError` for options whose catalog is not a catalog, such as the data that one is made from. */
export function requireCatalog(options: unknown): void {
  const { catalog }: { readonly catalog?: unknown } = isRecord(options) ? options : {};
  if (isRecord(catalog) && isTable(catalog["shapes"]) && isTable(catalog["sources"])) {
    const types = catalog["types"] ?? null;
    if (types === null || (hasNames(types) && typeof types["has"] === "function")) return;
  }
  const problem = "options.catalog must be a catalog, as createCatalog makes it";
  throw new TypeError(catalog === undefined ? `${problem}; ${withoutNames}` : problem);
}

const withoutNames =
  "pass createCatalog({}) to check no names: types are then taken as written, and no shape or source is known";

function isTable(table: unknown): boolean {
  return hasNames(table) && typeof table["idsOf"] === "function" && typeof table["nameOf"] === "function";
}

/** Whether a value has what names of ids and names of types share. */
function hasNames(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && typeof value["names"] === "function" && typeof value["closestTo"] === "function";
}

const everyTable: CatalogTable = {
  idsOf: (name) => [name],
  nameOf: () => undefined,
  names: () => [],
  closestTo: () => undefined,
};

/** Knows every name, as its own ID: a stand-in where names are not checked. */
export const everyName: Catalog = { shapes: everyTable, sources: everyTable, types: null };
