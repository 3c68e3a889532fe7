// Runs the documentation of every rule: its examples produce what they state, its fixes work, its messages can be read.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { diagnosticsOf, isBodyCode } from "../../scripts/generate/examples.ts";
import { ruleDocs, ruleFolders } from "../../scripts/generate/rule-docs.ts";
import { catalogue, diagnosticCodes } from "../../src/diagnostics/catalogue/catalogue.ts";
import { applyFix, type Diagnostic, type DiagnosticCode } from "../../src/index.ts";
import { root } from "../tidy/sources.ts";

const longestMessage = 240;

/** Examples as rows, long ones cut for the name of the test. */
const invalid = ruleDocs.flatMap(({ code, invalid: examples }) =>
  examples.map(({ text, fixed }) => ({ code, text, fixed, name: JSON.stringify(text).slice(0, 80) })),
);
const valid = ruleDocs.flatMap(({ code, valid: texts }) =>
  texts.map((text) => ({ code, text, name: JSON.stringify(text).slice(0, 80) })),
);

describe("every code is documented", () => {
  test("exactly once", () => {
    expect(ruleDocs.map(({ code }) => code).toSorted()).toEqual([...diagnosticCodes].toSorted());
  });

  test("in a file named after the code", () => {
    const files = ruleFolders.flatMap((folder) => readdirSync(join(root, folder)));
    const codes = ruleDocs.map(({ code }) => code).filter((code) => !isBodyCode(code));
    expect(codes.filter((code) => !files.includes(`${code}.ts`))).toEqual([]);
  });

  test.each(ruleDocs)(
    "$code: with a reason, and with valid and invalid examples",
    ({ why, invalid, valid }) => {
      expect(why).toMatch(/^[A-Z`].{40,}[.]$/u);
      expect(invalid).not.toEqual([]);
      expect(valid).not.toEqual([]);
    },
  );
});

describe("an invalid example", () => {
  test.each(invalid)("$code: $name gets the diagnostic", ({ code, text }) => {
    expect(codesOf(code, text)).toContain(code);
  });

  test.each(invalid)("$code: $name has a readable message", ({ code, text }) => {
    const { message } = found(code, text);
    expect(message).toMatch(/^[\p{Lu}\d`"].*[.?]$/su);
    expect(message).not.toMatch(/undefined|\[object|NaN|\{\w+\}| {2}/u);
    expect(message.length).toBeLessThanOrEqual(longestMessage);
  });

  test.each(invalid)("$code: $name has the severity of the catalogue, or a lower one", ({ code, text }) => {
    const { severity } = found(code, text);
    expect([catalogue[code].severity, "warning"]).toContain(severity);
  });

  test.each(invalid.filter(({ fixed }) => fixed !== undefined))(
    "$code: $name is fixed by its fix",
    ({ code, text, fixed = "" }) => {
      const preferred = preferredFixes(code, text);
      expect(preferred.map((fix) => applyFix(text, fix))).toContain(fixed);
      expect(codesOf(code, fixed)).not.toContain(code);
      expect(errorsOf(code, fixed).filter((error) => !errorsOf(code, text).includes(error))).toEqual([]);
    },
  );

  test.each(invalid.filter(({ fixed }) => fixed === undefined))(
    "$code: $name has no preferred fix",
    ({ code, text }) => {
      expect(preferredFixes(code, text)).toEqual([]);
    },
  );

  test.each(invalid)("$code: $name has applicable fixes, with a title", ({ code, text }) => {
    for (const fix of found(code, text).fixes ?? []) {
      expect(fix.title).toMatch(/^[a-z].*[^.]$/su);
      expect(applyFix(text, fix)).not.toBe(text);
    }
  });
});

test.each(valid)("the valid example of $code does not get it: $name", ({ code, text }) => {
  expect(codesOf(code, text)).not.toContain(code);
});

function codesOf(code: DiagnosticCode, text: string): readonly DiagnosticCode[] {
  return diagnosticsOf(code, text).map((diagnostic) => diagnostic.code);
}

function errorsOf(code: DiagnosticCode, text: string): readonly DiagnosticCode[] {
  return diagnosticsOf(code, text)
    .filter(({ severity }) => severity === "error")
    .map((diagnostic) => diagnostic.code);
}

function found(code: DiagnosticCode, text: string): Diagnostic {
  const diagnostic = diagnosticsOf(code, text).find((each) => each.code === code);
  if (diagnostic === undefined) throw new Error(`${text.slice(0, 80)} does not give ${code}`);
  return diagnostic;
}

function preferredFixes(code: DiagnosticCode, text: string): NonNullable<Diagnostic["fixes"]> {
  return diagnosticsOf(code, text)
    .filter((diagnostic) => diagnostic.code === code)
    .flatMap(({ fixes = [] }) => fixes.filter(({ preferred }) => preferred === true));
}
