// An SQL server as an engine: what it can hold, how entities become rows, and how a filter is run.

import { type ColumnType, type SqlOptions, toSql } from "../../../src/exports/sql.ts";
import type { FilterDefinition } from "../../../src/index.ts";
import type { Driver, Engine, Entity } from "./engine.ts";
import { type EntityTable, entityTable, insertionOf, type Layout, quote } from "./layouts.ts";
import { instantOf, valueAt } from "./reference.ts";

/** What is run: a WHERE expression with its parameters. */
export interface Statement {
  readonly text: string;
  readonly params: readonly unknown[];
}

/** Writes a filter as SQL: `toSql`, or a wrong one. */
export type Emit = (filter: FilterDefinition, options: SqlOptions) => Statement;

/** The most rows of one INSERT. */
const batch = 200;

/** Makes the table of the layout, and gives the engine that runs filters on it. */
export async function sqlEngine(driver: Driver, layout: Layout, emit: Emit = toSql): Promise<Engine> {
  const table = entityTable(driver, layout);
  for (const statement of table.statements) await driver.run(statement);
  let rows = new Map<unknown, number>();
  return {
    name: `${driver.name}, ${layout}`,
    dates: () => "canonical",
    canStore: (entity) => isStorable(entity, table, driver),
    canRun: isWellFormed,
    async load(entities) {
      rows = new Map(entities.map((entity, row) => [entity["id"], row]));
      await driver.run(`DELETE FROM ${table.name}`);
      for (let from = 0; from < entities.length; from += batch) {
        const some = entities.slice(from, from + batch);
        const cells = some.flatMap((entity) => table.fields.map((field) => field.cell(entity)));
        await driver.query(insertionOf(table, some.length, driver), cells);
      }
    },
    async select(filter) {
      const { text, params } = selection(table, emit(filter, table.options), layout);
      const found = (await driver.query(text, params)).map(([id]) => rows.get(id) ?? Number.NaN);
      return layout === "plain" ? found.toSorted((a, b) => a - b) : othersOf(found, rows.size);
    },
    describe(filter) {
      const { text, params } = emit(filter, table.options);
      return `${text}\n${JSON.stringify(params)}`;
    },
    close: () => driver.close(),
  };
}

/**
 * Selects the rows; of the typed layout those that are not in the slice, as the docs negate, so that an expression has to be
 * right in both. There on PostgreSQL a parameter goes before its own, whose numbers begin at 2.
 */
function selection({ name, options }: EntityTable, { text, params }: Statement, layout: Layout): Statement {
  const from = `SELECT ${quote(options.dialect, "id")} FROM ${name} WHERE`;
  if (layout === "plain") return { text: `${from} ${text}`, params };
  const others = `NOT COALESCE(${text}, FALSE)`;
  if (options.dialect !== "postgres") return { text: `${from} ${others}`, params };
  return { text: `${from} $1::text = 'own' AND ${others}`, params: ["own", ...params] };
}

function othersOf(found: readonly number[], size: number): readonly number[] {
  const set = new Set(found);
  return Array.from({ length: size }, (_, row) => row).filter((row) => !set.has(row));
}

/** Whether every column can hold what the entity has for it, and the JSON column the rest. */
function isStorable(entity: Entity, { columns }: EntityTable, driver: Driver): boolean {
  const fits = [...columns].every(([path, { type }]) => {
    const value = valueAt(entity, path) ?? null;
    return value === null || canHold[type](value);
  });
  return fits && isJson(entity, driver);
}

const canHold: Readonly<Record<ColumnType, (value: unknown) => boolean>> = {
  text: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  boolean: (value) => typeof value === "boolean",
  timestamp: (value) => typeof value === "string" && instantOf(value, "canonical") !== undefined,
  uuid: (value) => typeof value === "string" && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u.test(value),
};

function isJson(value: unknown, driver: Driver): boolean {
  if (typeof value === "string") return value.isWellFormed() && driver.canHold(value);
  if (typeof value !== "object" || value === null)
    return typeof value !== "function" && typeof value !== "bigint";
  if (value instanceof Date) return false;
  return Object.entries(value).every((entry) => entry.every((each) => isJson(each, driver)));
}

/** Whether a filter has no half of a surrogate pair, which emitters refuse: JSON escapes it. */
export function isWellFormed(filter: FilterDefinition): boolean {
  return !/\\ud[89a-f]/u.test(JSON.stringify(filter));
}
