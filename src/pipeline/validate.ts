// What is wrong with a query, without compiling it.
import { requireOptions } from "../data/guards.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Catalog } from "../semantics/catalog.ts";
import { fieldsWith, type GivenFields } from "../vocabulary/fields.ts";
import type { GivenLimits } from "../vocabulary/limits.ts";
import { analyse } from "./analyse.ts";

/**
 * Options of {@link validate}.
 *
 * @example
 * ```ts
 * const options: ValidateOptions = { catalog };
 * ```
 */
export interface ValidateOptions {
  /** Where names are looked up; without it names are not checked. */
  readonly catalog?: Catalog | undefined;
  /** The evaluation time, as a Date or in milliseconds since 1970; the machine's clock by default. */
  readonly now?: Date | number | undefined;
  /** Bounds, in place of the defaults. */
  readonly limits?: GivenLimits | undefined;
  /** The address of the page of codes, for the `href` of diagnostics; a reserved name that leads nowhere by default. */
  readonly docsUrl?: string | undefined;
  /** Accepted so that the options of {@link compile} fit; diagnostics do not depend on it. */
  readonly fields?: GivenFields | undefined;
}

/**
 * Reports everything that {@link compile} would report for a text. Works offline: without a catalog everything but the names
 * is checked.
 *
 * Source: `docs/diagnostics.md`. Never throws on a text.
 *
 * @param text - The query.
 * @param options - The catalog, the evaluation time, limits.
 * @returns Diagnostics sorted by position; no error among them means that the text compiles.
 * @throws TypeError if `text` is not a string, or an option does not match {@link ValidateOptions}.
 * @example
 * ```ts
 * validate("after:2026-02-29")[0]?.message; // `2026-02-29` is not a day: February 2026 has 28 days.
 * ```
 */
export function validate(text: string, options: ValidateOptions = {}): readonly Diagnostic[] {
  if (typeof text !== "string") throw new TypeError("text must be a string");
  requireOptions(options);
  fieldsWith(options.fields);
  return analyse(text, options).findings.diagnostics();
}
