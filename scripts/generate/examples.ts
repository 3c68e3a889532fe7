// Runs an example of the documentation.

import type { DiagnosticCode } from "../../src/diagnostics/arguments.ts";
import { compileSlice, type Diagnostic, validate } from "../../src/index.ts";
import { exampleOptions } from "../../test/support/example-catalog.ts";

/** Whether the examples of a code are slice bodies as JSON, and not queries. */
export function isBodyCode(code: DiagnosticCode): boolean {
  return code === "malformed-body" || code === "filter-ignored";
}

/** The diagnostics of an example of a code. */
export function diagnosticsOf(code: DiagnosticCode, text: string): readonly Diagnostic[] {
  if (isBodyCode(code)) return compileSlice(JSON.parse(text), exampleOptions).diagnostics;
  return validate(text, exampleOptions);
}
