// `npm run bench -w service`: measures the goals of the service on a PostgreSQL of its own, and prints the results as JSON.
//
// --only <a,b,…>   these sections alone
// --entities N     how many the large store has (default: 1 000 000)
// --data DIR       a folder with the labelled sets that docs/search.md lists, for the section `quality`
// --write          puts the results into `results.json`, and from there into `docs/performance.md`
// --page           measures nothing; writes the page of the results again

import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { pageOf, sections } from "./page.ts";
import { endAll, startPostgres } from "./postgres.ts";
import {
  type MeasuredSection,
  type Results,
  readResults,
  textOf,
  thisMachine,
  writeResults,
} from "./results.ts";
import { isMet, type Run } from "./section.ts";
import { createStore, type Store } from "./store.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    entities: { type: "string", default: "1000000" },
    data: { type: "string" },
    write: { type: "boolean", default: false },
    page: { type: "boolean", default: false },
  },
});
// Without their data the labelled sets cannot be measured.
const measurable = sections.filter(({ id }) => id !== "quality" || values.data !== undefined);
const ids = values.only?.split(",") ?? measurable.map(({ id }) => id);
const entities = Number(values.entities);
const unknown = ids.find((id) => !sections.some((section) => section.id === id));
if (unknown !== undefined) throw new Error(`there is no section \`${unknown}\``);
if (!(entities >= 100)) throw new Error("--entities must be a number from 100");

if (!values.page) {
  const results = await measured();
  if (results === undefined) process.exit(130);
  process.stdout.write(textOf(results));
  if (values.write) writeResults(results);
}
if (values.write || values.page)
  writeFileSync(new URL("../docs/performance.md", import.meta.url), pageOf(readResults()));

/** Missing if a signal came first. Ending a section's processes then makes it fail, which is expected. */
async function measured(): Promise<Results | undefined> {
  try {
    return await Promise.race([measureAll(), interrupted()]);
  } finally {
    await endAll();
  }
}

async function measureAll(): Promise<Results> {
  const postgres = await startPostgres();
  const stores = new Map<number, Promise<Store>>();
  const run: Run = {
    postgres,
    entities,
    data: values.data,
    store: async (count) => {
      const store = stores.get(count) ?? createStore(postgres, count);
      stores.set(count, store);
      return await store;
    },
    rounds: (full) => (entities < 100_000 ? Math.max(2, Math.floor(full / 30)) : full),
  };
  const measured: Record<string, MeasuredSection> = {};
  for (const { id, measure } of sections.filter((section) => ids.includes(section.id))) {
    const start = performance.now();
    const found = await measure(run);
    const seconds = Math.round((performance.now() - start) / 1000);
    measured[id] = { date: new Date().toISOString().slice(0, 10), seconds, entities, ...found };
    for (const goal of found.goals)
      process.stderr.write(
        `${goal.what}: ${goal.figure.toPrecision(3)} ${goal.unit}${isMet(goal) ? "" : ", NOT MET"}\n`,
      );
    process.stderr.write(`(${id}: ${seconds} s)\n`);
  }
  return { machine: thisMachine(postgres.version), sections: measured };
}

async function interrupted(): Promise<undefined> {
  await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  return undefined;
}
