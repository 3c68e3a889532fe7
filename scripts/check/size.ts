// Holds the size budgets: kilobytes (1000 bytes, gzip) of every entry and of every single import of the root entry.

import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
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
const unbudgeted = rows.filter((row) => row.budget === undefined);
if (unbudgeted.length > 0) {
  fail(`No budget in scripts/check/size.json for: ${unbudgeted.map((row) => row.name).join(", ")}`);
}
const heavy = rows.filter((row) => row.budget !== undefined && row.size > row.budget);
if (heavy.length > 0) fail(`Over budget: ${heavy.map((row) => row.name).join(", ")}`);
const heaviest = rows.toSorted((a, b) => b.size - a.size)[0];
console.log(`${String(rows.length)} bundles within budget, ${heaviest?.name ?? "none"} is the heaviest`);

function entryRows(): readonly Promise<Row>[] {
  return entries.map(({ name, code }) =>
    weigh(`export * from ${JSON.stringify(join(root, code))};`, name, budgets.entries),
  );
}

async function importRows(): Promise<readonly Promise<Row>[]> {
  const index = join(root, "dist/index.js");
  const exported: Readonly<Record<string, unknown>> = await import(index);
  return Object.keys(exported).map((name) =>
    weigh(`export { ${name} } from ${JSON.stringify(index)};`, name, budgets.imports),
  );
}

async function weigh(contents: string, name: string, limits: Readonly<Record<string, number>>): Promise<Row> {
  const result = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    write: false,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2023",
    legalComments: "none",
    logLevel: "error",
  });
  const code = result.outputFiles[0]?.contents ?? new Uint8Array();
  return { name, size: gzipSync(code, { level: 9 }).length / 1000, budget: limits[name] };
}
