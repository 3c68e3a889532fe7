// How large a query may be.

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

/** The limits of every operation that is not given others. */
export const defaultLimits: Limits = { maxLength: 65_536, maxTerms: 4_096, maxDiagnostics: 100 };

/** The given limits, completed by the defaults. Throws a `TypeError` for one that is not a number from 0. */
export function limitsWith(given: Partial<Limits> | undefined): Limits {
  if (given === undefined) return defaultLimits;
  const limits = { ...defaultLimits };
  for (const name of limitNames) {
    const value = given[name];
    if (value === undefined) continue;
    if (typeof value !== "number" || !(value >= 0))
      throw new TypeError(`limits.${name} must be a number from 0`);
    limits[name] = value;
  }
  return limits;
}

const limitNames = ["maxLength", "maxTerms", "maxDiagnostics"] as const;
