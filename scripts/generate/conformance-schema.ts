// The schema of the conformance cases, with the codes that there are.

import { diagnosticCodes } from "../../src/diagnostics/catalogue/catalogue.ts";

/** The text of the schema with its list of codes brought up to date; the rest of it is written by hand. */
export function withCodes(schema: string): string {
  const codes = diagnosticCodes.map((code) => `        ${JSON.stringify(code)}`).join(",\n");
  return schema.replace(/("code": \{\s*"enum": \[)[^\]]*?(\n\s*\])/u, `$1\n${codes}$2`);
}
