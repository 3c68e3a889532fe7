// Checks the entries of the catalogue of diagnostics: severities, and messages made from arguments.

import { expect, test } from "vitest";
import type { DiagnosticArguments } from "../../src/diagnostics/arguments.ts";
import { catalogue } from "../../src/diagnostics/catalogue/catalogue.ts";
import type { DiagnosticCode, Severity } from "../../src/index.ts";

/** Checks the messages of one code: each pair is arguments and the text made of them. */
type CheckEntry = <C extends DiagnosticCode>(
  code: C,
  severity: Severity,
  ...rows: readonly (readonly [args: DiagnosticArguments[C], message: string])[]
) => void;

/** A check, and the codes that it was called with. */
export function entryChecks(): { readonly check: CheckEntry; readonly checked: ReadonlySet<DiagnosticCode> } {
  const checked = new Set<DiagnosticCode>();
  const check: CheckEntry = (code, severity, ...rows) => {
    checked.add(code);
    test(code, () => {
      const entry = catalogue[code];
      expect(entry.severity).toBe(severity);
      expect(rows.map(([args]) => entry.message(args))).toEqual(rows.map(([, message]) => message));
    });
  };
  return { check, checked };
}
