// Applying fixes: one, or all that are certain.
import { isRecord, requireOptions } from "../data/guards.ts";
import type { Fix } from "../diagnostics/diagnostic.ts";
import { applyEdits, type TextEdit } from "../text/edits.ts";
import { limitsWith } from "../vocabulary/limits.ts";
import { type ValidateOptions, validate } from "./validate.ts";

/**
 * Applies a fix.
 *
 * @param text - The text that the diagnostic was made from.
 * @param fix - One of its fixes.
 * @returns The text after it.
 * @throws TypeError if `text` is not a string or `fix` is not an object.
 * @example
 * ```ts
 * const [fix] = validate("after:2026-1-5")[0]?.fixes ?? [];
 * if (fix !== undefined) applyFix("after:2026-1-5", fix); // "after:2026-01-05"
 * ```
 */
export function applyFix(text: string, fix: Fix): string {
  if (!isRecord(fix)) throw new TypeError("fix must be a fix of a diagnostic");
  return applyEdits(text, fix.edits);
}

/**
 * Applies every preferred fix, and those that come up when these are applied, until none is left. It never adds an
 * error. Applying it again changes nothing.
 *
 * @param text - The query.
 * @param options - As for {@link validate}; with a catalog, names are fixed too.
 * @returns The text after all fixes.
 * @throws TypeError as {@link validate} does.
 * @example
 * ```ts
 * fixAll("Type:Person OR type:Company after:7days"); // "type:Person type:Company after:7d"
 * ```
 */
export function fixAll(text: string, options: ValidateOptions = {}): string {
  // One evaluation time for all rounds, so that they cannot contradict each other.
  requireOptions(options);
  const limits = { ...limitsWith(options.limits), maxDiagnostics: Number.POSITIVE_INFINITY };
  const fixed = { ...options, limits, now: options.now ?? Date.now() };
  let current = text;
  for (let round = 0; round < maxRounds; round++) {
    const next = applyEdits(current, apart(preferredFixes(current, fixed)));
    if (next === current) return current;
    current = next;
  }
  return current;
}

/** A fixed place can need another fix, but not many. */
export const maxRounds = 16;

function preferredFixes(text: string, options: ValidateOptions): readonly Fix[] {
  return validate(text, options).flatMap(({ fixes = [] }) =>
    fixes.filter((fix) => fix.preferred === true).slice(0, 1),
  );
}

/** Edits of the fixes that lie apart; the others get their turn in the next round. */
function apart(fixes: readonly Fix[]): readonly TextEdit[] {
  let end = -1;
  return fixes.flatMap(({ edits }) => {
    const first = Math.min(...edits.map(({ span }) => span.start));
    // An insertion at the end of another edit belongs to what that edit may remove.
    const isInserted = edits.some(({ span }) => span.start === end && span.end === end);
    if (first < end || isInserted) return [];
    end = Math.max(...edits.map(({ span }) => span.end));
    return edits;
  });
}
