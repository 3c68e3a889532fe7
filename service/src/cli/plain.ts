// Makes texts from others safe to print on a terminal.

/** Characters that control a terminal, end a line, or change the direction of text. */
const commands = /[\p{Cc}\p{Bidi_C}\u2028\u2029]/gu;

/** A text in one line that cannot control a terminal. */
export function plain(text: string): string {
  return text.replaceAll(commands, " ");
}

/** The same, cut to `most` UTF-16 code units including the ellipsis. */
export function shortened(text: string, most: number): string {
  const line = plain(text).replaceAll(/ {2,}/g, " ").trim();
  if (line.length <= most) return line;
  // Do not cut a surrogate pair in half.
  return `${line.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** JSON that is safe for a terminal: JSON escapes characters below U+0020 itself, but not the other control characters. */
export function plainJson(value: object): string {
  return JSON.stringify(value).replaceAll(
    commands,
    (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** `1 entity`, `2 entities`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
