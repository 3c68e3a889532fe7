// The dates that count: of several starts the earliest, of several ends the latest.
import type { DateResolution, Resolution } from "./resolve.ts";

/** A date whose value is an instant within range. */
export type ValidDate = DateResolution & { readonly instant: number };

/** The first of the dates that set each end of the range. Invalid dates do not count. */
export interface BoundingDates {
  readonly start: ValidDate | undefined;
  readonly end: ValidDate | undefined;
}

/** Finds the bounding dates. */
export function boundingDates(resolutions: readonly Resolution[]): BoundingDates {
  let start: ValidDate | undefined;
  let end: ValidDate | undefined;
  for (const date of resolutions) {
    if (!isValidDate(date)) continue;
    if (date.bound === "start" && (start === undefined || date.instant < start.instant)) start = date;
    if (date.bound === "end" && (end === undefined || date.instant > end.instant)) end = date;
  }
  return { start, end };
}

/** Whether a resolution is a date whose value is an instant within range. */
export function isValidDate(resolution: Resolution): resolution is ValidDate {
  return resolution.means === "date" && resolution.instant !== undefined && !Number.isNaN(resolution.instant);
}
