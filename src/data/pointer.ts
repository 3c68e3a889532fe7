// Places in data, as programs and as people name them.

/** The keys and indexes that lead to a place. */
export type Place = readonly (string | number)[];

/** A place as a JSON Pointer (RFC 6901); the whole is the empty text. */
export function pointerTo(place: Place): string {
  return place.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** A place as in JavaScript: `filter.type[1]`. */
export function nameOf(place: Place): string {
  return place
    .map((key, index) => (typeof key === "number" ? `[${key}]` : index === 0 ? key : `.${key}`))
    .join("");
}
