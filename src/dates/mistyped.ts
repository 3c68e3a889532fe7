// Whether a corrected expression is a date, so that it can be offered.
import { unitSpellings } from "../vocabulary/dates.ts";
import { isDateAt } from "./instant.ts";

/**
 * `7days`, `3-months-ago`, `last-3-weeks`, `'7d'`, `7d,` and the like as an offset: any spelling of a unit, with or without `ago`, and
 * marks around it.
 */
export function mistypedOffset(written: string): string | undefined {
  const plain = written
    .toLowerCase()
    .replace(/^'(.*)'$/u, "$1")
    .replace(/[,.;)]$/u, "");
  const [, number = "", unit = ""] = /^(?:last-)?([-+]?\d+)-?([a-z]+?)(?:-?ago)?$/u.exec(plain) ?? [];
  const singular = unit.replace(/s$/u, "");
  return ifDate(number + (unitSpellings.get(singular) ?? singular));
}

/** The date, or undefined if no such day exists. */
export function dayOf(
  ...parts: readonly [year: string | number, month: string | number, day: string | number]
): string | undefined {
  return ifDate(parts.map((part) => String(part).padStart(2, "0")).join("-"));
}

/** A rewritten expression if it is a date, at least at some time. */
export function ifDate(rewritten: string): string | undefined {
  return isDateAt(rewritten, 0) ? rewritten : undefined;
}
