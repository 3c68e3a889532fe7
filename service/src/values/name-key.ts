// Decides when two names are the same.

/** The key of a name: names with the same key are equal, whatever their case, white space and encoding of accents. */
export function nameKey(name: string): string {
  return name.normalize("NFC").trim().replaceAll(/\s+/g, " ").toLowerCase();
}

/** The key of an entity: entities with the same key are equal. */
export function entityKey(type: string, name: string): string {
  return JSON.stringify([type, nameKey(name)]);
}
