// JSON pointers (RFC 6901).

/** The pointer to where these keys lead. */
export function pointerOf(keys: readonly (string | number)[]): string {
  return keys.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
