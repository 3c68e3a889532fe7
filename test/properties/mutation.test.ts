// Tests the tests: an oracle with a planted mistake is caught, and so is a compiler that drops a kind.

import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { expect, test } from "vitest";
import { compile, createCatalog, type FilterDefinition, resolveDate } from "../../src/index.ts";
import { inSlice } from "../support/backends/reference.ts";
import { disagreement } from "../support/compare.ts";
import { QUALIFIERS } from "../support/qualifiers.ts";
import type { ScannedTerm, scan } from "../support/scanner.ts";
import { sequences } from "../support/sequences.ts";
import { modelOf } from "./support/model.ts";

/** By itself: what is loaded from a text can import no file. */
const SCANNER = readFileSync(new URL("../support/scanner.ts", import.meta.url), "utf8").replace(
  /^import \{ QUALIFIERS \} .*$/mu,
  `const QUALIFIERS = ${JSON.stringify(QUALIFIERS)};`,
);

const PLANTED = [
  { mistake: "an escaped quote closes", from: "% 2 === 1", to: "% 2 === 2" },
  { mistake: "every backslash is dropped", from: '/\\\\(["\\\\])/g', to: "/\\\\(.)/gs" },
  { mistake: "a quoted value does not know its quotes", from: "close + 1;", to: "close;" },
  { mistake: "any word is a qualifier", from: '"type",', to: '"type","t",' },
  { mistake: "a colon is not needed", from: "`${word}:`", to: "`${word}`" },
  {
    mistake: "a value may follow a space",
    from: "start + qualifier.length + 1",
    to: "find(text, /\\S/g, start + qualifier.length + 1)",
  },
  { mistake: "only a space separates", from: "find(text, /\\s/g, start)", to: "find(text, / /g, start)" },
];

test("the scanner in use has no planted mistake", async () => {
  const same = await scannerOf(SCANNER);
  expect(firstDisagreement(same)).toBeNull();
});

for (const { mistake, from, to } of PLANTED) {
  test(`a wrong scanner is caught: ${mistake}`, async () => {
    const mutated = SCANNER.replace(from, () => to);
    expect(mutated).not.toBe(SCANNER);
    expect(firstDisagreement(await scannerOf(mutated))).not.toBeNull();
  });
}

test("a compiler that drops the kind of which no name resolves is caught", () => {
  const data = { shapes: [], sources: [] };
  const compiled = compile("type:a shape:missing", { catalog: createCatalog(data), now: 0 });
  if (!compiled.ok) throw new Error("refused");
  const { filter_definition: right } = compiled;
  const wrong: FilterDefinition = { ...right, propertyFilters: [] };
  const entity = { type: "a", shape_id: "1", source_id: "1", source_shape_id: "1", created_at: "2026-01-01" };
  const model = modelOf("type:a shape:missing", data, (text) => Number(resolveDate(text, 0).ok));
  expect(right).toEqual(model.filter_definition);
  expect(wrong).not.toEqual(model.filter_definition);
  expect([inSlice(right, entity), inSlice(wrong, entity)]).toEqual([false, true]);
});

async function scannerOf(source: string): Promise<(text: string) => readonly ScannedTerm[]> {
  const code = stripTypeScriptTypes(source);
  const module: { readonly scan: typeof scan } = await import(
    `data:text/javascript,${encodeURIComponent(code)}`
  );
  return module.scan;
}

function firstDisagreement(scanner: (text: string) => readonly ScannedTerm[]): string | null {
  for (const text of sequences(["type", "t", ":", '"', "\\", " ", "\n"], 4)) {
    const found = disagreement(scanner, text);
    if (found !== null) return found;
  }
  return null;
}
