// When two names are the same.

/** What names that are the same have in common: they may differ in case, white space and how their accents are written. */
export function nameKey(name: string): string {
  return name.normalize("NFC").trim().replaceAll(/\s+/g, " ").toLowerCase();
}

/** What entities that are the same have in common. */
export function entityKey(type: string, name: string): string {
  return JSON.stringify([type, nameKey(name)]);
}
