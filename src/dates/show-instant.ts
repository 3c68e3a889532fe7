// An instant in words: what people see where a date is worked out for them.

/** `2026-08-20 12:00 UTC`. An evaluation time can be in a year of more than four digits. */
export function showUtc(instant: number): string {
  return new Date(instant)
    .toISOString()
    .replace("T", " ")
    .replace(/:\d\d\.\d{3}Z$/u, " UTC");
}
