// Numbers as people read them.

/** `1 word`, `10 255 words`: thin spaces group digits, whatever the reader's language. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** A whole number with its digits in groups of three. */
export function grouped(count: number): string {
  return count.toLocaleString("en").replaceAll(",", "\u{202F}");
}
