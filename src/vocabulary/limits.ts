// How large a query may be.
import { isObjectWith } from "../data/guards.ts";

/**
 * Bounds on what one query can cost. `Infinity` lifts a bound; every operation stays linear without them.
 *
 * @example
 * ```ts
 * parse(text, { limits: { maxTerms: 50 } });
 * ```
 */
export interface Limits {
  /** Longest query text, in UTF-16 code units. */
  readonly maxLength: number;
  /** Most terms in a query. */
  readonly maxTerms: number;
  /** Most diagnostics that come back. Errors are kept before warnings, and whether there are errors is never lost. */
  readonly maxDiagnostics: number;
}

/**
 * Some limits, in place of the defaults.
 *
 * @example
 * ```ts
 * const limits: GivenLimits = { maxTerms: 50 };
 * ```
 */
export type GivenLimits = { readonly [Name in keyof Limits]?: Limits[Name] | undefined };

/** The limits of every operation that is not given others. */
export const defaultLimits: Limits = { maxLength: 65_536, maxTerms: 4_096, maxDiagnostics: 100 };

/** The given limits, completed by the defaults. Throws a `TypeError` that names one that is unknown, or no whole number. */
export function limitsWith(given: GivenLimits | undefined): Limits {
  if (given === undefined) return defaultLimits;
  if (!isObjectWith(Object.keys(defaultLimits), given)) throw new TypeError("limits must be an object");
  const limits: Record<string, number> = { ...defaultLimits };
  for (const [name, value] of Object.entries<unknown>(given)) {
    if (!Object.hasOwn(defaultLimits, name)) {
      throw new TypeError(
        `limits.${name} is not a limit; the limits are ${Object.keys(defaultLimits).join(", ")}`,
      );
    }
    if (value === undefined) continue;
    if (!isLimit(value)) throw new TypeError(`limits.${name} must be a whole number from 0, or Infinity`);
    limits[name] = value;
  }
  return { ...defaultLimits, ...limits };
}

function isLimit(value: unknown): value is number {
  return (
    typeof value === "number" && value >= 0 && (Number.isInteger(value) || value === Number.POSITIVE_INFINITY)
  );
}
