// Holds the size budgets: kilobytes (1000 bytes, gzip) of every entry, and of every single import where the rest is left out.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { weigh } from "./bundle.ts";
import { library, lookInside, programs } from "./contents.ts";
import { clientEntries, type Entry, entries } from "./entries.ts";
import { fail, mustRun, root } from "./process.ts";
import budgets from "./size.json" with { type: "json" };

/** What one bundle weighs, and what it may weigh. */
interface Row {
  readonly entry: string;
  /** The only thing that is imported; undefined for all of the entry. */
  readonly imported: string | undefined;
  readonly size: number;
  readonly budget: number | undefined;
}

/** The most kilobytes that a budget may become for what runs a filter in a page or hands it on, and for what validates there. */
const ceilings: ReadonlyMap<string, number> = new Map([
  ["./predicate", 3.2],
  ["./mongodb", 3.2],
  ["./opensearch", 3.2],
  ["validate", 38.5],
  ["slice-cql-client", 12],
]);

type Limits = Readonly<Record<string, number>>;

const importBudgets: Readonly<Record<string, Limits>> = budgets.imports;
const entryBudgets: Limits = budgets.entries;
const rows = (await Promise.all([...entries.map(rowsOf), ...clientEntries.map(rowOfClient)])).flat();
if (process.argv.includes("--write")) await write();
else check();

/** The entry as a whole, and where it has several exports, each of them. */
async function rowsOf({ name, code }: Entry): Promise<readonly Row[]> {
  const module = join(root, code);
  const exported: object = await import(module);
  const names = Object.keys(exported);
  const parts = names.length > 1 ? names : [];
  return await Promise.all(
    [undefined, ...parts].map(async (imported) => ({
      entry: name,
      imported,
      size: (
        await weigh(
          `export ${imported === undefined ? "*" : `{ ${imported} }`} from ${JSON.stringify(module)};`,
        )
      ).gzip,
      budget: imported === undefined ? entryBudgets[name] : importBudgets[name]?.[imported],
    })),
  );
}

/** An entry of the client, which is used as a whole. */
async function rowOfClient({ name, code }: Entry): Promise<Row> {
  const entry = name.replace(/^\./, "slice-cql-client");
  const { gzip } = await weigh(`export * from ${JSON.stringify(join(root, code))};`);
  return { entry, imported: undefined, size: gzip, budget: entryBudgets[entry] };
}

function check(): void {
  for (const row of rows) {
    const budget = String(row.budget ?? "?");
    console.log(`${titleOf(row).padEnd(40)} ${row.size.toFixed(2).padStart(6)} kB  of ${budget}`);
  }
  refuse("Over budget", ({ size, budget }) => budget !== undefined && size > budget);
  const how = "npm run update";
  refuse(`Without a budget (${how})`, ({ budget }) => budget === undefined);
  // A budget that is far away would silently let the next thousand lines in.
  refuse(`Lighter than the budget says (${how})`, isTooLight);
  const stale = staleNames();
  if (stale.length > 0) fail(`Budgets for what is no more (${how}): ${stale.join(", ")}`);
  const heaviest = rows.toSorted((a, b) => b.size - a.size)[0];
  console.log(
    `${String(rows.length)} bundles within budget, ${heaviest === undefined ? "none" : titleOf(heaviest)} is the heaviest`,
  );
}

/** Whether the budget is further above the size than it may be. */
function isTooLight({ size, budget = 0 }: Row): boolean {
  return budget - size > Math.max(0.3, 0.03 * size);
}

function refuse(what: string, isWrong: (row: Row) => boolean): void {
  const wrong = rows.filter(isWrong);
  if (wrong.length > 0) fail(`${what}: ${wrong.map(titleOf).join(", ")}`);
}

function titleOf({ entry, imported }: Row): string {
  return imported === undefined ? entry : `${entry} ${imported}`;
}

function staleNames(): readonly string[] {
  const known = new Set(rows.map(titleOf));
  const budgeted = [
    ...Object.keys(entryBudgets),
    ...Object.entries(importBudgets).flatMap(([entry, limits]) =>
      Object.keys(limits).map((imported) => `${entry} ${imported}`),
    ),
  ];
  return budgeted.filter((title) => !known.has(title));
}

/** Writes a budget a little above what was measured wherever the present one does not fit, and what each bundle may hold. */
async function write(): Promise<void> {
  const limitsOf = (some: readonly Row[], name: (row: Row) => string): Limits =>
    Object.fromEntries(some.map((row) => [name(row), budgetFor(row)]));
  const parts = rows.filter(({ imported }) => imported !== undefined);
  const imports = Object.entries(Object.groupBy(parts, ({ entry }) => entry)).map(
    ([entry, some = []]) => [entry, limitsOf(some, ({ imported = "" }) => imported)] as const,
  );
  const whole = rows.filter(({ imported }) => imported === undefined);
  await writeJson("size.json", {
    entries: limitsOf(whole, ({ entry }) => entry),
    imports: Object.fromEntries(imports),
  });
  const insides = [...library, ...programs].map(
    async (bundle) => [bundle.name, await lookInside(bundle)] as const,
  );
  await writeJson("contents.json", Object.fromEntries(await Promise.all(insides)));
  console.log(
    `${String(rows.length)} budgets and the contents of ${String(insides.length)} bundles are written`,
  );
}

/** The present budget if it fits; otherwise one in a hundred more, and a tenth of a kilobyte at least, in tenths; but never more than its ceiling. */
function budgetFor(row: Row): number {
  const { entry, imported = entry, size, budget } = row;
  if (budget !== undefined && size <= budget && !isTooLight(row)) return budget;
  const roomy = Math.ceil(10 * (size + Math.max(0.1, 0.01 * size))) / 10;
  return Math.min(roomy, ceilings.get(imported) ?? roomy);
}

async function writeJson(file: string, value: unknown): Promise<void> {
  const path = join(root, "scripts/check", file);
  await writeFile(path, JSON.stringify(value));
  await mustRun("biome", ["format", "--write", path]);
}
