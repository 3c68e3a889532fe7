// The child process: one kind of table. Prints what each form of question costs, and what was found.
import { createTable } from "../../src/exports/predicate.ts";
import type { FilterDefinition } from "../../src/index.ts";
import { cpu } from "../cpu.ts";
import { median } from "../statistics.ts";
import { fingerprint } from "./answers.ts";
import {
  type QuestionName,
  questionNames,
  questions,
  type TableKind,
  tableKinds,
} from "./column-questions.ts";
import { type Asked, duckdbTable } from "./duckdb.ts";
import { entities } from "./entities.ts";

const [kindName, size, rounds] = process.argv.slice(2);
const kind = tableKinds.find((each) => each === kindName);
if (kind === undefined) throw new TypeError("usage: column-worker.ts <kind of table> <rows> <rounds>");

const prepare = await preparerOf(kind);
const answers = [];
for (const name of questionNames) answers.push(await measure(name));
console.log(JSON.stringify(answers));
// The database would keep the process alive.
process.exit(0);

async function preparerOf(kind: TableKind): Promise<(filter: FilterDefinition) => Promise<Asked>> {
  if (kind !== "columns") return (await duckdbTable(Number(size), kind === "DuckDB, enum")).prepare;
  const table = createTable(entities(Number(size)));
  return async (filter) => ({
    count: async () => table.count(filter),
    select: async () => table.select(filter),
  });
}

async function measure(name: QuestionName): Promise<unknown> {
  const asked: Asked[] = [];
  for (const filter of questions(name)) asked.push(await prepare(filter));
  let count = 0;
  const found: number[] = [];
  // The first answers make what is kept for later ones; the others make the code fast.
  for (const each of asked) {
    count += await each.count();
    found.push(fingerprint((await each.select()).toSorted()));
  }
  for (let each = 0; each < 5; each++) await costs(asked);
  const all: (readonly [count: number, select: number])[] = [];
  for (let round = 0; round < Number(rounds); round++) all.push(await costs(asked));
  return {
    name,
    count,
    rows: fingerprint(found),
    counting: median(all.map(([counting]) => counting)),
    selecting: median(all.map(([, selecting]) => selecting)),
  };
}

/** Microseconds of CPU time a question, over all of them: to count, and to get the rows. */
async function costs(asked: readonly Asked[]): Promise<readonly [count: number, select: number]> {
  const start = cpu();
  for (const each of asked) await each.count();
  const between = cpu();
  for (const each of asked) await each.select();
  return [(between - start) / asked.length, (cpu() - between) / asked.length];
}
