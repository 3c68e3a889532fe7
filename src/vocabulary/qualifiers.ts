// The qualifiers of CQL: the one table that lexer, compiler, grammar files and documentation are made from.
import type { NameProperty } from "./entity.ts";

/**
 * The words that may precede a colon.
 *
 * @example
 * ```ts
 * const scope: Qualifier = "source-shape";
 * ```
 */
export type Qualifier =
  | "type"
  | "shape"
  | "source"
  | "source-shape"
  | "after"
  | "before"
  | "edge"
  | "agent"
  | "sort";

/**
 * A qualifier that decides which entities are in the slice.
 *
 * @example
 * ```ts
 * const qualifier: MembershipQualifier = "after";
 * ```
 */
export type MembershipQualifier = Exclude<Qualifier, "edge" | "agent" | "sort">;

/** A qualifier whose value is a name of the catalog. */
export type NamedQualifier = Exclude<MembershipQualifier, "type" | "after" | "before">;

/** A table of the catalog in which the names of a qualifier are looked up. @inline */
export type NameTable = "shapes" | "sources";

/** What a qualifier does: one row of the table. What else a row needs follows from what its value means. */
export type QualifierRow = TypeRow | NameRow | DateRow | ScopeRow;

interface Row {
  readonly word: Qualifier;
  /** What it does, in words that can follow "`word:`". */
  readonly summary: string;
  /** A value that a person might write. */
  readonly example: string;
}

/** Its value is the type of an entity. */
interface TypeRow extends Row {
  readonly word: Exclude<MembershipQualifier, NamedQualifier>;
  readonly means: "entity-type";
  /** What is true of the entities in the slice, in words that names can follow. */
  readonly phrase: string;
  readonly lookup?: never;
  readonly bound?: never;
}

/** Its value is a name of the catalog. */
interface NameRow extends Row {
  readonly word: NamedQualifier;
  readonly means: "name";
  /** The table of the catalog in which the name is looked up. */
  readonly lookup: NameTable;
  /** Where in an entity the identifiers of the name are read, unless `fields` names another path. */
  readonly path: NameProperty;
  /** What is true of the entities in the slice, in words that names can follow. */
  readonly phrase: string;
  readonly bound?: never;
}

/** Its value is a date. */
type DateRow = BoundRow<"start"> | BoundRow<"end">;

interface BoundRow<Bound extends keyof typeof withBound> extends Row {
  readonly word: (typeof withBound)[Bound];
  readonly means: "date";
  /** The end of the range that it sets. */
  readonly bound: Bound;
  readonly phrase?: never;
  readonly lookup?: never;
}

/** It does not affect membership. */
interface ScopeRow extends Row {
  readonly word: Exclude<Qualifier, MembershipQualifier>;
  readonly means: "nothing";
  readonly phrase?: never;
  readonly lookup?: never;
  readonly bound?: never;
}

/** The qualifiers that set the start and the end of the range of dates. */
export const withBound = { start: "after", end: "before" } as const;

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

/** The row of a qualifier. Throws a `TypeError` for an unknown word, which a tree built by hand can contain. */
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
export function isMembership(qualifier: Qualifier): qualifier is MembershipQualifier {
  return rowOf(qualifier).means !== "nothing";
}

/** Here the compiler reports what a row lacks. */
const table: readonly QualifierRow[] = qualifiers;

const rows: ReadonlyMap<string, QualifierRow> = new Map(table.map((row) => [row.word, row]));

/** The qualifiers that decide which entities are in the slice. */
export const membershipQualifiers: readonly MembershipQualifier[] = qualifiers
  .map(({ word }) => word)
  .filter(isMembership);
