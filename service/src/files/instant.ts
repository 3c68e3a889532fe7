// Instants as lines have them.

/** An instant that its schema let pass, in UTC and to the millisecond. */
export function importedInstant<Given extends string | null | undefined>(
  text: Given,
): string | Extract<Given, null | undefined>;
export function importedInstant(text: string | null | undefined): string | null | undefined {
  return typeof text === "string" ? new Date(text).toISOString() : text;
}
