// The qualifiers of CQL: the one table that lexer, compiler, grammar files and documentation are made from.

/**
 * The words that may stand before a colon.
 *
 * @example
 * ```ts
 * const scope: Qualifier = "source-shape";
 * ```
 */
export type Qualifier = (typeof qualifiers)[number]["word"];

/** A table of the catalog in which the names of a qualifier are looked up. */
export type NameTable = "shapes" | "sources";

/** What a qualifier does: one row of the table. What else a row must say follows from what its value means. */
export type QualifierRow = TypeRow | NameRow | DateRow | ScopeRow;

interface Row {
  readonly word: string;
  /** What it does, in words that can follow "`word:`". */
  readonly summary: string;
  /** A value that a person might write. */
  readonly example: string;
}

/** Its value is the type of an entity. */
interface TypeRow extends Row {
  readonly means: "entity-type";
  /** What is true of the entities in the slice, in words that names can follow. */
  readonly phrase: string;
  readonly lookup?: never;
  readonly bound?: never;
}

/** Its value is a name of the catalog. */
interface NameRow extends Row {
  readonly means: "name";
  /** The table of the catalog in which the name is looked up. */
  readonly lookup: NameTable;
  /** Where in an entity the identifiers of the name are looked for, unless `fields` says another place. */
  readonly path: string;
  /** What is true of the entities in the slice, in words that names can follow. */
  readonly phrase: string;
  readonly bound?: never;
}

/** Its value is a date. */
interface DateRow extends Row {
  readonly means: "date";
  /** The end of the range that it sets. */
  readonly bound: "start" | "end";
  readonly phrase?: never;
  readonly lookup?: never;
}

/** It does not affect membership. */
interface ScopeRow extends Row {
  readonly means: "nothing";
  readonly phrase?: never;
  readonly lookup?: never;
  readonly bound?: never;
}

/** Every qualifier, in the order in which they are listed to people and in which filters are emitted. */
export const qualifiers = [
  {
    word: "type",
    means: "entity-type",
    summary: "entities of this type",
    phrase: "are of the type",
    example: "Person",
  },
  {
    word: "shape",
    means: "name",
    lookup: "shapes",
    path: "shape_id",
    summary: "entities of the shape with this name",
    phrase: "have the shape",
    example: "Sales CRM",
  },
  {
    word: "source",
    means: "name",
    lookup: "sources",
    path: "source_id",
    summary: "entities that came from the source with this name",
    phrase: "come from the source",
    example: "gmail",
  },
  {
    word: "source-shape",
    means: "name",
    lookup: "shapes",
    path: "source_shape_id",
    summary: "entities whose source has the shape with this name",
    phrase: "have a source of the shape",
    example: "Inbox",
  },
  {
    word: "after",
    means: "date",
    bound: "start",
    summary: "entities created at this instant or later",
    example: "3mo",
  },
  {
    word: "before",
    means: "date",
    bound: "end",
    summary: "entities created before this instant",
    example: "2026-01-01",
  },
  {
    word: "edge",
    means: "nothing",
    summary: "a relationship; it does not affect membership",
    example: "knows",
  },
  { word: "agent", means: "nothing", summary: "an agent; it does not affect membership", example: "scout" },
  { word: "sort", means: "nothing", summary: "an order; it does not affect membership", example: "name" },
] as const;

/** The row of a qualifier. Throws a `TypeError` for a word that is none, as a tree built by hand can have. */
export function rowOf(qualifier: Qualifier): QualifierRow {
  const row = rows.get(qualifier);
  if (row === undefined) throw new TypeError(`${qualifier} is not a qualifier`);
  return row;
}

/** Whether a word is one of the qualifiers, exactly as they are spelled. */
export function isQualifier(word: string): word is Qualifier {
  return rows.has(word);
}

/** Whether terms of a qualifier decide which entities are in the slice. */
export function isMembership(qualifier: Qualifier): boolean {
  return rowOf(qualifier).means !== "nothing";
}

/** Here the compiler says what a row lacks. */
const table: readonly QualifierRow[] = qualifiers;

const rows: ReadonlyMap<string, QualifierRow> = new Map(table.map((row) => [row.word, row]));
