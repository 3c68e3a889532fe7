// All diagnostic codes with their severities and messages.
import type { DiagnosticCode } from "../arguments.ts";
import { bodyEntries } from "./body.ts";
import type { Entries } from "./entry.ts";
import { queryEntries } from "./query.ts";

/** The closed catalogue: a code that is missing here, or has no arguments, does not compile. */
export const catalogue: Entries<DiagnosticCode> = { ...queryEntries, ...bodyEntries };

/** All codes, in the order of the catalogue. */
export const diagnosticCodes: readonly DiagnosticCode[] = Object.keys(catalogue).filter(isCode);

function isCode(key: string): key is DiagnosticCode {
  return Object.hasOwn(catalogue, key);
}
