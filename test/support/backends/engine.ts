// The interface of an engine in the differential test, and what an SQL server must provide to be one.

import type { ColumnType, DialectName } from "../../../src/exports/sql.ts";
import type { FilterDefinition } from "../../../src/index.ts";

/** An entity as it is stored: JSON, and in process a few things that are not. */
export type Entity = Readonly<Record<string, unknown>>;

/** Which dates count: every form that the language takes, or only the canonical one of 24 characters. */
export type Dates = "any" | "canonical";

/** Something that runs filters on entities. */
export interface Engine {
  readonly name: string;
  /** How it reads the dates at this path. */
  dates(field: string): Dates;
  /** Whether the engine can hold the entity exactly; if not, it is neither loaded nor counted. */
  canStore(entity: Entity): boolean;
  /** Whether the filter is one that the engine takes. */
  canRun(filter: FilterDefinition): boolean;
  /** Replaces what is there. All entities are storable. */
  load(entities: readonly Entity[]): Promise<void>;
  /** Indexes into what was loaded, ascending. */
  select(filter: FilterDefinition): Promise<readonly number[]>;
  /** What is run, for the report of a difference. */
  describe(filter: FilterDefinition): string;
  close(): Promise<void>;
}

/** An SQL server or library with one connection. */
export interface Driver {
  readonly name: string;
  readonly dialect: DialectName;
  /** The types that columns have in its tables; the collations are wrong ones where there are any. */
  readonly types: Readonly<Record<ColumnType, string>>;
  /** Whether a string or key can be stored: PostgreSQL has no U+0000. */
  canHold(text: string): boolean;
  /** Runs statements without parameters, as `entityTableSql` writes them. */
  run(statements: string): Promise<void>;
  /** Runs one statement; rows as lists of values, none for an INSERT. */
  query(text: string, params: readonly unknown[]): Promise<readonly (readonly unknown[])[]>;
  close(): Promise<void>;
}
