// Tests characters that hide, break or imitate: they are refused in names, reported elsewhere, and never cause a throw.

import { afterAll, expect, test } from "vitest";
import { compile, createCatalog, format, parse, renderDiagnostic } from "../../src/index.ts";
import { disagreement, errorsOf } from "../support/compare.ts";
import { everything } from "../support/everything.ts";
import { assembled, hostileFixture, type Part, prototypes } from "../support/hostile.ts";
import { scan } from "../support/scanner.ts";

interface CharacterCase {
  readonly name: string;
  readonly input: readonly Part[];
  readonly error: string | null;
}

const { cases } = hostileFixture<{ readonly cases: readonly CharacterCase[] }>("characters");
const options = { catalog: createCatalog({}), now: Date.parse("2026-11-20T10:00:00Z") };
const before = prototypes();

afterAll(() => {
  expect(prototypes()).toEqual(before);
});

test.each(cases)("a hostile character is handled as recorded: $name", ({ input, error }) => {
  const text = assembled(input);
  const codes = errorsOf(compile(text, options).diagnostics).map((one) => one.code);
  if (error === null) expect(codes).toEqual([]);
  else if (error === "*") expect(codes).not.toEqual([]);
  else expect(codes).toContain(error);
  expect(disagreement(scan, text)).toBeNull();
  everything(text, options);
});

test("the parser agrees with the scanner on every code unit, alone, as a name, in quotes, first and last", () => {
  for (let code = 0; code <= 0xffff; code += 1) {
    const unit = String.fromCharCode(code);
    for (const text of [unit, `${unit}a type:${unit}`, `a${unit}"type:b${unit}c"`]) {
      const difference = disagreement(scan, text);
      if (difference !== null) expect.fail(`U+${code.toString(16)}: ${difference}`);
    }
  }
});

test("every C0 and C1 control but tab, LF and CR is an error in a name, and only there", () => {
  for (const code of [...Array(0x20).keys(), ...Array.from({ length: 0x21 }, (_, index) => 0x7f + index)]) {
    const unit = String.fromCharCode(code);
    const allowed = unit === "\t" || unit === "\n" || unit === "\r";
    const codes = errorsOf(parse(`type:"a${unit}b"`).diagnostics).map((one) => one.code);
    expect(codes, `U+${code.toString(16)}`).toEqual(allowed ? [] : ["control-character"]);
    expect(errorsOf(parse(`"a${unit}b"`).diagnostics)).toEqual([]);
  }
});

test("a rendered diagnostic shows no control, bidi or lone surrogate raw", () => {
  for (const unit of ["\u0000", "\u001b", "\u009b", "\u202e", "\u2066", "\u200b", "\ud800", "\udc00"]) {
    const text = `type:a${unit}b`;
    for (const diagnostic of errorsOf(compile(text, options).diagnostics)) {
      expect(renderDiagnostic(text, diagnostic).includes(unit), JSON.stringify(unit)).toBe(false);
      expect(diagnostic.message.includes(unit), JSON.stringify(unit)).toBe(false);
    }
  }
});

test("format keeps invisible characters", () => {
  for (const unit of ["\u0000", "\u202e", "\ud800"])
    expect(format(`type:${unit}  a`)).toBe(`type:${unit}  a`);
});
