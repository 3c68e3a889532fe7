// A diagnostic of a part of a text as one of the whole.
import { shiftEdits } from "../text/edits.ts";
import { type Span, shiftSpan } from "../text/span.ts";
import type { Diagnostic, Fix } from "./diagnostic.ts";

/** Moves everything that a diagnostic points to by `distance` code units. */
export function shiftDiagnostic(diagnostic: Diagnostic, distance: number): Diagnostic {
  const { related, fixes } = diagnostic;
  const fixAt = (fix: Fix): Fix => ({ ...fix, edits: shiftEdits(fix.edits, distance) });
  return {
    ...shiftPlaced(diagnostic, distance),
    ...(related === undefined ? {} : { related: related.map((each) => shiftPlaced(each, distance)) }),
    ...(fixes === undefined ? {} : { fixes: fixes.map(fixAt) }),
  };
}

/** Moves the span of something in the same way. */
export function shiftPlaced<Placed extends { readonly span: Span }>(
  placed: Placed,
  distance: number,
): Placed {
  return { ...placed, span: shiftSpan(placed.span, distance) };
}
