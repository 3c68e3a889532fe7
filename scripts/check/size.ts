// Holds the size budgets: kilobytes (1000 bytes, gzip) of every entry, and of every single import where the rest is left out.

import { join } from "node:path";
import { weigh } from "./bundle.ts";
import { entries } from "./entries.ts";
import { fail, root } from "./process.ts";
import budgets from "./size.json" with { type: "json" };

/** What one bundle weighs, and what it may weigh. */
interface Row {
  readonly name: string;
  readonly size: number;
  readonly budget: number | undefined;
}

const rows = await Promise.all([...entryRows(), ...(await importRows())]);
for (const { name, size, budget } of rows) {
  console.log(`${name.padEnd(32)} ${size.toFixed(1).padStart(6)} kB  of ${String(budget ?? "?")}`);
}
const unbudgeted = rows.filter(({ budget }) => budget === undefined);
if (unbudgeted.length > 0) {
  fail(`No budget in scripts/check/size.json for: ${unbudgeted.map(({ name }) => name).join(", ")}`);
}
const heavy = rows.filter(({ size, budget }) => budget !== undefined && size > budget);
if (heavy.length > 0) fail(`Over budget: ${heavy.map(({ name }) => name).join(", ")}`);
const heaviest = rows.toSorted((a, b) => b.size - a.size)[0];
console.log(`${String(rows.length)} bundles within budget, ${heaviest?.name ?? "none"} is the heaviest`);

function entryRows(): readonly Promise<Row>[] {
  return entries.map(({ name, code }) =>
    row(`export * from ${JSON.stringify(join(root, code))};`, name, budgets.entries),
  );
}

async function importRows(): Promise<readonly Promise<Row>[]> {
  const budgeted = new Map<string, Readonly<Record<string, number>>>(Object.entries(budgets.imports));
  const found = await Promise.all(
    entries.map(async (entry) => {
      const limits = budgeted.get(entry.name);
      return limits === undefined ? [] : await rowsOf(join(root, entry.code), limits);
    }),
  );
  return found.flat();
}

async function rowsOf(
  module: string,
  limits: Readonly<Record<string, number>>,
): Promise<readonly Promise<Row>[]> {
  const exported: Readonly<Record<string, unknown>> = await import(module);
  return Object.keys(exported).map((name) =>
    row(`export { ${name} } from ${JSON.stringify(module)};`, name, limits),
  );
}

async function row(contents: string, name: string, limits: Readonly<Record<string, number>>): Promise<Row> {
  return { name, size: (await weigh(contents)).gzip, budget: limits[name] };
}
