// What a visitor can set, and what is set when the page opens without a link.

/** The present that relative dates count from. */
export type Now = { readonly kind: "live" } | { readonly kind: "fixed"; readonly instant: number };

/** All that a shared link restores. */
export interface Settings {
  readonly query: string;
  /** JSON as it is typed, well-formed or not. */
  readonly catalogText: string;
  readonly now: Now;
}

/** The day on which the shipped entities end, so that dates such as `7d` find some. */
export const sampleNow: number = Date.UTC(2026, 8, 30, 12);

/** The query of a first visit: all parts of a query, none of which is a mistake. */
export const firstQuery =
  'type:Vulnerability shape:Libraries shape:"Library development" after:2y before:today';

const minute = 60_000;

/** The present as a number of milliseconds. The clock goes by whole minutes, so that what is read does not change each second. */
export function evaluationTimeOf(now: Now): number {
  return now.kind === "live" ? Math.floor(Date.now() / minute) * minute : now.instant;
}
