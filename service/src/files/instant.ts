// Instants in lines of files.

/** Converts an instant that its schema accepts to UTC, in milliseconds. */
export function importedInstant<Given extends string | null | undefined>(
  text: Given,
): string | Extract<Given, null | undefined>;
export function importedInstant(text: string | null | undefined): string | null | undefined {
  return typeof text === "string" ? new Date(text).toISOString() : text;
}
