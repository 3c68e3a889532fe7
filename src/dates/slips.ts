// Whether a corrected expression is a date, so that it can be offered.
import { unitSpellings } from "../vocabulary/dates.ts";
import { isDateAt } from "./instant.ts";

/** `7days`, `3-months-ago` and the like as an offset: any spelling of a unit, with or without `ago`. */
export function offsetIn(written: string): string | undefined {
  const [, number = "", unit = ""] = /^([-+]?\d+)-?([a-z]+?)(?:-?ago)?$/u.exec(written.toLowerCase()) ?? [];
  return ifDate(number + (unitSpellings.get(unit.replace(/s$/u, "")) ?? unit));
}

/** A rewritten expression if it is a date, at least at some time. */
export function ifDate(rewritten: string): string | undefined {
  return isDateAt(rewritten, 0) ? rewritten : undefined;
}
