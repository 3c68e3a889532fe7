// The speed of columns and of DuckDB on one thread: six filters of each form, asked one after the other.
import { createTable } from "../../src/exports/predicate.ts";
import type { FilterDefinition } from "../../src/index.ts";
import { type Figures, fingerprint, measureInTurn, oneOf } from "../harness.ts";
import { cpu } from "../measure.ts";
import type { Row } from "../results.ts";
import { median } from "../statistics.ts";
import { duckdbTable, type PreparedFilter } from "./duckdb.ts";
import { entities } from "./entities.ts";
import { compiled, type Wanted } from "./filters.ts";

/** The forms of filters; each is asked for a count, and for the numbers of the rows. */
export const questionNames = ["type, shape, source, range", "type, source-shape", "range"] as const;

const tableKinds = ["columns", "DuckDB", "DuckDB, enum"] as const;

/** Rows in the table that is measured. */
export const tableSize = 1_000_000;

/** Measures all kinds of tables; one process asks a table all questions, as it takes long to fill. */
export function measureColumns(): readonly Row[] {
  const all = measureInTurn(
    "columns",
    tableKinds.map((name) => ({ group: "all", name, args: [name, String(tableSize)] })),
  );
  return questionNames.flatMap((group) =>
    all.map(({ name, figures = {} }) => ({
      group,
      name,
      figures: { counting: figures[`${group}: count`] ?? [], selecting: figures[`${group}: select`] ?? [] },
    })),
  );
}

/** Microseconds a question, by its form; and which rows were found. */
export async function columnWork(args: readonly string[]): Promise<Figures> {
  const kind = oneOf(tableKinds, args[0]);
  const prepare = await preparerOf(kind, Number(args[1]));
  const figures: Record<string, number> = {};
  const found: number[] = [];
  for (const name of questionNames) {
    const asked: PreparedFilter[] = [];
    for (const filter of columnFilters(name)) asked.push(await prepare(filter));
    // The first answers make what is kept for later ones; the others make the code fast.
    for (const each of asked) found.push(await each.count(), fingerprint((await each.select()).toSorted()));
    for (let each = 0; each < 5; each++) await costs(asked);
    const all: (readonly [count: number, select: number])[] = [];
    for (let round = 0; round < 7; round++) all.push(await costs(asked));
    figures[`${name}: count`] = median(all.map(([counting]) => counting));
    figures[`${name}: select`] = median(all.map(([, selecting]) => selecting));
  }
  return { ...figures, rows: fingerprint(found) };
}

/** Six filters of a form. A program asks many questions, so that none should pay for having been asked before. */
export function columnFilters(name: (typeof questionNames)[number]): readonly FilterDefinition[] {
  return [0, 1, 2, 3, 4, 5].map((index) => compiled(forms[name](index)));
}

const forms: Readonly<Record<(typeof questionNames)[number], (index: number) => Wanted>> = {
  "type, shape, source, range": (index) => ({
    types: 2,
    shapes: 1,
    sources: 3,
    from: index % 2,
    ...range(index),
  }),
  "type, source-shape": (index) => ({ types: 2, sourceShapes: 20, from: index }),
  range,
};

function range(index: number): Wanted {
  return { after: `2025-0${String(index + 2)}-01`, before: `2026-0${String(index + 3)}-15` };
}

async function preparerOf(
  kind: (typeof tableKinds)[number],
  size: number,
): Promise<(filter: FilterDefinition) => Promise<PreparedFilter>> {
  if (kind !== "columns") return (await duckdbTable(size, kind === "DuckDB, enum")).prepare;
  const table = createTable(entities(size));
  return async (filter) => ({
    count: async () => table.count(filter),
    select: async () => table.select(filter),
  });
}

/** Microseconds of CPU time a question, over all of them: to count, and to get the rows. */
async function costs(asked: readonly PreparedFilter[]): Promise<readonly [count: number, select: number]> {
  const start = cpu();
  for (const each of asked) await each.count();
  const between = cpu();
  for (const each of asked) await each.select();
  return [(between - start) / asked.length, (cpu() - between) / asked.length];
}
