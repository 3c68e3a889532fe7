// Checks the entries of the catalogue of diagnostics: severities, and messages made from arguments.

import { expect, test } from "vitest";
import type { DiagnosticArguments } from "../../src/diagnostics/arguments.ts";
import { catalogue } from "../../src/diagnostics/catalogue/catalogue.ts";
import type { DiagnosticCode, Severity } from "../../src/index.ts";

/** The codes that were checked. */
export const checkedCodes: Set<DiagnosticCode> = new Set<DiagnosticCode>();

/** Checks the messages of one code: each pair is arguments and the text made of them. */
export function checkEntry<C extends DiagnosticCode>(
  code: C,
  severity: Severity,
  ...rows: readonly (readonly [args: DiagnosticArguments[C], message: string])[]
): void {
  checkedCodes.add(code);
  test(code, () => {
    const entry = catalogue[code];
    expect(entry.severity).toBe(severity);
    expect(rows.map(([args]) => entry.message(args))).toEqual(rows.map(([, message]) => message));
  });
}
