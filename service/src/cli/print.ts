// Prints results, and makes texts of others safe for a terminal.

/** The flag of every command that prints what it did. */
export const jsonFlag = {
  json: { type: "boolean", help: "Print one JSON object instead of text" },
} as const;

/** Prints an object as JSON, or the text for people. */
export function printResult(asJson: boolean, value: object, text: string): void {
  write(`${asJson ? plainJson(value) : text}\n`);
}

let isGuarded = false;

/** Writes to standard output. A reader may stop early, as `head` does, which is not a failure. */
export function write(text: string): void {
  if (!isGuarded) process.stdout.on("error", refuseOthers);
  isGuarded = true;
  process.stdout.write(text);
}

function refuseOthers(error: Error): void {
  if (!("code" in error && error.code === "EPIPE")) throw error;
}

/** Characters that a terminal obeys, that end a line, or that turn the direction of what follows. */
const commands = /[\p{Cc}\p{Bidi_C}\u2028\u2029]/gu;

/** A text in one line that cannot control a terminal. */
export function plain(text: string): string {
  return text.replaceAll(commands, " ");
}

/** The same, and no longer than `most` UTF-16 code units with the sign for what was cut off. */
export function shortened(text: string, most: number): string {
  const line = plain(text).replaceAll(/ {2,}/g, " ").trim();
  if (line.length <= most) return line;
  // Never between the two halves of a character.
  return `${line.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** JSON that cannot control a terminal: JSON.stringify escapes characters below U+0020, but no other control characters. */
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
