// Instants as lines have them.

import { Refusal } from "../values/refusal.ts";

/** An instant that its schema let pass, in UTC and to the millisecond. Throws a {@link Refusal} outside of the years 1 to 9999. */
export function importedInstant<Given extends string | null | undefined>(
  member: string,
  text: Given,
): string | Extract<Given, null | undefined>;
export function importedInstant(member: string, text: string | null | undefined): string | null | undefined {
  if (text === undefined || text === null) return text;
  const instant = new Date(text);
  // Near the ends of the calendar an offset can lead out of it.
  const written = Number.isNaN(instant.getTime()) ? "" : instant.toISOString();
  if (/^\d/.test(written) && !written.startsWith("0000")) return written;
  throw new Refusal(`/${member} is not an instant of the years 1 to 9999`);
}
