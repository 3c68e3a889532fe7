// Values as the text of a result: JSON on one line, in which nothing that is stored looks like a new one.

/** Ends of lines that JSON leaves as they are, and that a model may take for ends. */
const ends = /[\u0085\u2028\u2029]/g;

/** A value in JSON, with every end of a line escaped. */
export function quoted(value: object | string): string {
  return JSON.stringify(value).replaceAll(
    ends,
    (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
