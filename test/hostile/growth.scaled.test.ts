// Tests that every function that reads a whole text takes about four times as long for four times the input.

import fc from "fast-check";
import { expect, test } from "vitest";
import { ruleDocs } from "../../scripts/generate/rule-docs.ts";
import {
  compile,
  cql,
  createCatalog,
  explain,
  fixAll,
  format,
  lineMap,
  parse,
  print,
  renderDiagnostic,
  validate,
} from "../../src/index.ts";
import { source } from "../support/arbitraries.ts";
import { staysWithin } from "../support/growth.ts";
import { isThorough, patience, runs } from "../support/runs.ts";

const NAMES = Array.from({ length: 200 }, (_, index) => ({ id: `id-${index}`, name: `Sales CRM ${index}` }));
const catalog = createCatalog({ shapes: NAMES, sources: NAMES, types: ["Person", "Team"] });
const limits = { maxLength: Infinity, maxTerms: Infinity };
const options = { catalog, now: 0, limits };
/** With them every fix is worked out. */
const unlimited = { ...options, limits: { ...limits, maxDiagnostics: Infinity } };

const UNITS = [
  '"',
  "(",
  "a:",
  '"\\"\\""',
  "\\",
  '\\"',
  'type:"',
  "type:",
  "type: ",
  "a ",
  "type:a ",
  "\ud800",
  "\u0000",
  "a,",
  "\u202e",
  "“",
  "shape:'a ",
  "tpye:a ",
  "shape:sals ",
  "after:7days ",
  "after:7d ",
  "OR ",
  "-",
  "9",
  "\n",
  "'",
  "é",
];
const PREFIXES = ["", 'type:"', "after:"];

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  "parse and print": (text) => print(parse(text, options).query),
  compile: (text) => compile(text, options),
  explain: (text) => explain(text, options),
  format: (text) => format(text),
  cql: (text) => cql`type:${text}`,
  lineMap: (text) => lineMap(text).position(text.length),
  renderDiagnostic: (text) =>
    validate(text, options)
      .slice(0, 2)
      .map((one) => renderDiagnostic(text, one)),
};

for (const [name, read] of Object.entries(READERS)) {
  test(`${name} grows with the text, not with its square`, { timeout: 120_000 }, () => {
    for (const [prefix, unit] of inputs()) {
      expect(grows(read, prefix, unit, 1 << 13), `${name} of ${JSON.stringify(prefix + unit)} repeated`).toBe(
        true,
      );
    }
  });
}

test("every function grows with a repeated text, whatever the text, not with its square", {
  timeout: patience,
}, () => {
  const readers = { ...READERS, fixAll: (text: string) => fixAll(text, options) };
  fc.assert(
    fc.property(
      source.map((text) => `${text} `),
      fc.constantFrom(...Object.entries(readers)),
      (unit, [name, read]) => {
        expect(grows(read, "", unit, 1 << 12), name).toBe(true);
      },
    ),
    runs(25),
  );
});

/** Mistakes whose fixes depend on their surroundings. */
const ENTANGLED = ["type:P x ", 'type:P "x" ', "type:P x OR ", "after:last type:a week "];
const EXAMPLES = ruleDocs
  .flatMap(({ invalid }) => invalid.map(({ text }) => `${text} `))
  .filter(({ length }) => length < 1000);

test.each([
  { of: "entangled mistakes", units: ENTANGLED, length: 1 << 16 },
  { of: "the mistakes of the documentation", units: EXAMPLES, length: 1 << 12 },
])(
  "validate without a limit on diagnostics grows with $of, not with their square",
  { timeout: 120_000 },
  (row) => {
    for (const unit of row.units) {
      const isLinear = grows((text) => validate(text, unlimited), "", unit, row.length);
      expect(isLinear, `${JSON.stringify(unit)} repeated`).toBe(true);
    }
  },
);

test("fixAll grows with the text, not with its square", { timeout: 120_000 }, () => {
  const fix = (text: string): string => fixAll(text, options);
  for (const [prefix, unit] of inputs()) {
    expect(grows(fix, prefix, unit, 1 << 11), `fixAll of ${JSON.stringify(prefix + unit)} repeated`).toBe(
      true,
    );
  }
});

test.each([
  { name: "known", prefix: "" },
  { name: "unknown", prefix: "un" },
])(
  "a large catalog and a query with as many $name names do not multiply their times",
  { timeout: 120_000 },
  ({ prefix }) => {
    const made = (count: number): (() => unknown) => {
      const names = Array.from({ length: count }, (_, index) => ({ id: `${index}`, name: `name-${index}` }));
      const large = { ...options, catalog: createCatalog({ shapes: names, sources: names }) };
      const text = names.map(({ name }) => `shape:${prefix}${name}`).join(" ");
      return () => compile(text, large);
    };
    expect(staysWithin(made(10_000), made(40_000))).toBe(true);
  },
);

/** Every unit alone, and after each prefix in a thorough run. */
function inputs(): readonly (readonly [string, string])[] {
  return (isThorough ? PREFIXES : [""]).flatMap((prefix) => UNITS.map((unit) => [prefix, unit] as const));
}

/** Whether four times the text costs about four times as much. */
function grows(read: (text: string) => unknown, prefix: string, unit: string, length: number): boolean {
  const small = prefix + unit.repeat(Math.ceil(length / unit.length));
  const large = prefix + unit.repeat(Math.ceil((4 * length) / unit.length));
  return staysWithin(
    () => read(small),
    () => read(large),
  );
}
