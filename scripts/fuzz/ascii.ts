// Inputs as they are printed.

/** JSON with every character beyond ASCII, and the quote of a shell, escaped. */
export function ascii(value: unknown): string {
  return (JSON.stringify(value) ?? "null").replaceAll(/[^ -~]|'/gu, (found) =>
    Array.from({ length: found.length }, (_, at) => escaped(found.charCodeAt(at))).join(""),
  );
}

function escaped(code: number): string {
  return `\\u${code.toString(16).padStart(4, "0")}`;
}
