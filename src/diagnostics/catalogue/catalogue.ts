// All diagnostic codes with their severities and messages.
import type { DiagnosticCode } from "../arguments.ts";
import { dateEntries } from "./dates.ts";
import type { Entries } from "./entry.ts";
import { meaningEntries } from "./meaning.ts";
import { syntaxEntries } from "./syntax.ts";

/** The closed catalogue: a code that is missing here, or has no arguments, does not compile. */
export const catalogue: Entries<DiagnosticCode> = { ...syntaxEntries, ...dateEntries, ...meaningEntries };

/** All codes, in the order of the catalogue. */
export const diagnosticCodes: readonly DiagnosticCode[] = Object.keys(catalogue).filter(isCode);

function isCode(key: string): key is DiagnosticCode {
  return Object.hasOwn(catalogue, key);
}
