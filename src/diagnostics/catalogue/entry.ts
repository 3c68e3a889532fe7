// The shape of a catalogue entry.

import { unlikeness } from "../../text/likeness.ts";
import { show } from "../../text/show.ts";
import type { DiagnosticCode, DiagnosticData } from "../arguments.ts";
import type { Severity } from "../diagnostic.ts";

/** A code's severity, and the message that its arguments make. */
export interface Entry<C extends DiagnosticCode> {
  /** In a membership term; a term that does not affect membership turns an error into a warning. */
  readonly severity: Severity;
  /** What is wrong, why, and what to write. */
  readonly message: (args: DiagnosticData[C]) => string;
}

/** Entries of several codes. */
export type Entries<C extends DiagnosticCode> = { readonly [Code in C]: Entry<Code> };

/** ` Did you mean …?`, and how the two differ if one cannot see that. */
export function didYouMean(suggestion: string, written: string): string {
  return ` Did you mean ${show(suggestion)}?${unlikeness(written, suggestion)}`;
}
