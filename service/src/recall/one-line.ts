// Texts of others in one line, as parts of a prompt.

/** A text in one line, without characters that are not shown or turn its direction: what is quoted cannot look like a line of its own, nor like something else. */
export function oneLine(text: string): string {
  return text
    .replaceAll(unseen, "")
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

/** Format characters, with the tags among them, and the variants of ideographs that can carry a hidden text just as well; Persian and emoji need the joiners. */
const unseen = /(?![\u200C\u200D])[\p{Cf}\u{E0000}-\u{E0FFF}]/gu;

/** At most `most` UTF-16 code units of a text, and a sign if that is not all of it. No character is cut in half. */
export function cut(text: string, most: number): string {
  return text.length <= most ? text : `${beginOf(text, most).trimEnd()}…`;
}

function beginOf(text: string, most: number): string {
  const last = text.charCodeAt(most - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? most - 1 : most);
}
