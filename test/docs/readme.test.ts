// Runs what README.md shows: its TypeScript, its command lines, its picture and its figures.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { bundleCommandLine, weigh } from "../../scripts/check/bundle.ts";
import { commands } from "../../src/cli/run.ts";
import { createCatalog, validate } from "../../src/index.ts";
import { qualifiers } from "../../src/vocabulary/qualifiers.ts";
import { root } from "../tidy/sources.ts";
import { blocksOf, codeSpans, readPage, tablesOf } from "./markdown.ts";
import { promisedOutput, runExample, typeErrors } from "./typescript.ts";

const page = readPage("README.md");
const blocks = blocksOf(page);

const examples = blocks
  .filter(({ info }) => info === "ts")
  .map(({ code, line }) => ({ name: `line ${String(line)}`, code }));

describe("the TypeScript of README.md", () => {
  test("has the right types", () => {
    expect(typeErrors(examples)).toEqual([]);
  });

  test.each(examples)("at $name prints what the page shows", (example) => {
    expect(promisedOutput(example.code)).not.toBe("");
    expect(runExample(example)).toBe(promisedOutput(example.code));
  });
});

describe("the command lines of README.md", () => {
  const session = blocks.filter(({ info }) => info === "console").map(({ code }) => code);
  const runs = session.flatMap((code) => code.split(/^\$ /mu).slice(1)).map(commandAndOutput);

  const folder = mkdtempSync(join(tmpdir(), "slice-cql-readme-"));
  const program = join(folder, "cli.mjs");
  beforeAll(() => bundleCommandLine(program));
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(runs)("print what the page shows: $command", ({ command, output }) => {
    expect(runCommand(program, command)).toBe(output);
  });

  test("exist, and so do the commands that the text names", () => {
    expect(runs.length).toBeGreaterThan(2);
    const names = commands.map(({ name }) => name);
    expect(
      names.filter((name) => !page.text.includes(`slice-cql ${name} `) && !page.text.includes(`\`${name}\``)),
    ).toEqual([]);
  });
});

describe("the cheat sheet", () => {
  const table = tablesOf(page).find(({ header }) => header[0] === "write");
  const queries = (table?.rows ?? []).flatMap(([written = ""]) => codeSpans(written));
  const catalog = createCatalog({
    shapes: ["Sales CRM", "Inbox"].map((name) => ({ id: name, name })),
    sources: [{ id: "gmail", name: "gmail" }],
    types: ["Person", "Company", "Deal"],
  });

  test.each(queries)("%s is a query without problems", (query) => {
    const wrong = validate(query, { catalog }).filter(({ severity }) => /error|warning/u.test(severity));
    expect(wrong).toEqual([]);
  });

  test("has every qualifier that decides what is in a slice", () => {
    const missing = qualifiers.filter(
      ({ word, means }) => means !== "nothing" && !queries.some((query) => query.includes(`${word}:`)),
    );
    expect(missing).toEqual([]);
  });
});

test("the two commands for a fresh clone are quoted verbatim, and their scripts exist", () => {
  expect(page.text).toMatch(/^npm ci && npm start(?: .*)?$/mu);
  expect(page.text).toMatch(/^npm cit(?: .*)?$/mu);
  expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(["start", "test"]));
});

test("the picture shows what the program prints now", () => {
  expect(page.text).toContain("](docs/diagnostics.svg)");
  const picture = readFileSync(join(root, "docs/diagnostics.svg"), "utf8");
  const text = picture
    .replaceAll(/<style>[^]*<\/style>|<[^>]*>/gu, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">");
  const catalog = createCatalog(JSON.parse(readFileSync(join(root, "fixtures/debian/catalog.json"), "utf8")));
  const query = /check '([^']+)'/u.exec(text)?.[1] ?? "";
  const messages = validate(query, { catalog }).map(({ message }) => message.replaceAll(/\s/gu, ""));
  expect(messages).toHaveLength(2);
  for (const message of messages) expect(text.replaceAll(/\s/gu, "")).toContain(message);
});

describe("the figures of README.md are right", () => {
  test("for the number of real entities", () => {
    const entities = readFileSync(join(root, "fixtures/debian/entities.ndjson"), "utf8")
      .trimEnd()
      .split("\n");
    expect(figure(/([\d ]+) real entities/u)).toBe(entities.length);
  });

  test("for the size of a bundle of validate", async () => {
    const stated = figure(/adds ([\d.]+) kB to a bundle/u);
    const { gzip } = await weigh('export { validate } from "./src/index.ts";');
    expect(Math.abs(gzip - stated)).toBeLessThanOrEqual(1);
  });

  test("for version, engine and dependencies", () => {
    expect(page.text).toContain(`Version ${manifest.version} `);
    expect(`>=${/Node (\d+) or later/u.exec(page.text)?.[1] ?? ""}`).toBe(manifest.engines.node);
    const from = page.text.indexOf(`Version ${manifest.version} `);
    const named = codeSpans(page.text.slice(from, page.text.indexOf("\n\n", from)));
    expect(named.toSorted()).toEqual(Object.keys(manifest.dependencies).toSorted());
  });
});

function commandAndOutput(text: string): { readonly command: string; readonly output: string } {
  const [command = "", ...output] = text.trimEnd().split("\n");
  return { command, output: output.join("\n") };
}

/** Runs the program; returns its output, standard output first. */
function runCommand(program: string, command: string): string {
  const [name, ...args] = Array.from(command.matchAll(/'([^']*)'|\S+/gu), ([word, inside]) => inside ?? word);
  expect(name).toBe("slice-cql");
  const { stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined },
  });
  return (stdout + stderr).trimEnd();
}

function figure(pattern: RegExp): number {
  return Number(pattern.exec(page.text)?.[1]?.replaceAll(" ", ""));
}
