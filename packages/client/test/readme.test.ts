// Runs what the pages for application developers show: each block of TypeScript that imports something, as a program of its own.

import { readFileSync, symlinkSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { run } from "../../../scripts/check/process.ts";
import { projectWith, registerWorker, startTestWorker } from "../../../service/test/support/loops.ts";
import { startService } from "../../../service/test/support/service.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const service = await startService();
const folder = await mkdtemp(join(tmpdir(), "slice-cql-client-readme-"));
afterAll(async () => await rm(folder, { recursive: true }));
symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");

interface Block {
  readonly name: string;
  readonly code: string;
}

function blocksOf(path: string): readonly Block[] {
  const text = readFileSync(join(root, path), "utf8");
  return [...text.matchAll(/^```ts\n(.*?)^```/gms)]
    .map(({ 1: code = "", index }) => ({
      name: `${path}:${String(text.slice(0, index).split("\n").length)}`,
      code,
    }))
    .filter(({ code }) => /^import /m.test(code));
}

const readme = blocksOf("packages/client/README.md");
const all = [...readme, ...blocksOf("service/docs/clients.md"), ...blocksOf("service/docs/live.md")];

test("the first block has at most ten lines", () => {
  expect(readme[0]?.code.trimEnd().split("\n").length).toBeLessThanOrEqual(10);
  expect(readme.length).toBeGreaterThan(4);
});

test("all of them have the right types", async () => {
  const files = all.map(({ code }, at) => [`block-${String(at)}.ts`, code] as const);
  for (const [file, code] of files) await writeFile(join(folder, file), code);
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  const tsconfig = {
    extends: join(root, "config/tsconfig.base.json"),
    compilerOptions: {
      noEmit: true,
      isolatedDeclarations: false,
      declaration: false,
      types: ["node"],
      lib: ["ES2024", "DOM", "DOM.AsyncIterable"],
    },
    include: ["*.ts"],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(tsconfig));
  const { status, output } = await run(join(root, "node_modules/.bin/tsc"), ["-p", "."], folder);
  expect(output).toBe("");
  expect(status).toBe(0);
});

describe("runs as it is", () => {
  test.each(all)("$name", async ({ code }) => {
    const caller = await service.caller();
    await registerWorker(service.database);
    await projectWith(caller, service.database, ["Person: Ada"]);
    await startTestWorker(service.database);
    const file = join(folder, `run-${String(all.findIndex((block) => block.code === code))}.ts`);
    await writeFile(file, code);
    const env = `const { process: { env } } = globalThis; env.SLICE_URL = ${JSON.stringify(service.url)}; env.SLICE_KEY = ${JSON.stringify(caller.key)};`;
    const setup = join(folder, "environment.mjs");
    await writeFile(setup, env);
    const { status, output } = await run(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", "--import", setup, file],
      folder,
    );
    expect(output).not.toMatch(/\bError\b/);
    expect(status, output).toBe(0);
    const undated = (text: string): string => text.replaceAll(/\d{4}-\d\d-\d\d/g, "today");
    const [, promised = ""] = /\/\/ (\[1\] .*)$/m.exec(code) ?? [];
    expect(undated(output)).toContain(undated(promised));
  });
});
