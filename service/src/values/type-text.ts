// Describes types of JSON Schema in text.

/** What a value of another type must be: `must be a string or null`. */
export function typeText(types: string | readonly string[]): string {
  return `must be ${[types].flat().map(withArticle).join(" or ")}`;
}

function withArticle(type: string): string {
  if (type === "null") return type;
  return `${/^[aio]/.test(type) ? "an" : "a"} ${type}`;
}
