// Classes of characters that a reader cannot see or would mistake for another, and how to name them.

/** Whether a UTF-16 code unit is white space: exactly JavaScript's `/\s/`. */
export function isWhitespace(unit: number): boolean {
  if (unit <= 32) return unit === 32 || (unit >= 9 && unit <= 13);
  if (unit < 160) return false;
  return unit === 160 || (unit >= 0x1680 && isRareWhitespace(unit));
}

function isRareWhitespace(unit: number): boolean {
  if (unit >= 0x2000 && unit <= 0x200a) return true;
  return rareWhitespace.includes(unit);
}

const rareWhitespace: readonly number[] = [0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff];

/** C0, DEL and C1 controls, but for tab, line feed and carriage return. */
export const controlCharacters: RegExp = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/gu;

/** Zero-width characters, bidirectional controls and the like: they change a name without being seen. */
export const invisibleCharacters: RegExp =
  /[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/** Halves of surrogate pairs that stand alone: such a text is not well-formed Unicode. */
export const loneSurrogates: RegExp = /\p{Surrogate}/gu;

/** Quotation marks that word processors put where `"` or `'` was typed. */
export const smartQuotes = "“”„‟«»″＂‘’‚‛";

/**
 * A quick look at a code unit of a text: false for the printable characters of most scripts, so that neither one of the
 * classes above nor a smart quote can be there.
 */
export function isDoubtful(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit < 192) return unit < 32 || unit > 126;
  if (unit < 0xd800) return (unit >= 0x2000 && unit < 0x2070) || doubtfulLetters.includes(unit);
  return !isHalfOfPair(text, at, unit);
}

function isHalfOfPair(text: string, at: number, unit: number): boolean {
  if (unit < 0xdc00) return isBetween(text.charCodeAt(at + 1), 0xdc00, 0xdfff);
  return unit <= 0xdfff && isBetween(text.charCodeAt(at - 1), 0xd800, 0xdbff);
}

function isBetween(unit: number, first: number, last: number): boolean {
  return unit >= first && unit <= last;
}

/** Invisible characters among the letters of scripts. */
const doubtfulLetters: readonly number[] = [0x34f, 0x61c, 0x180e];

/** Whether a text has a character that no name may have: a control, an invisible one, half a surrogate pair. */
export function hasForbiddenCharacters(text: string): boolean {
  return [controlCharacters, invisibleCharacters, loneSurrogates].some((each) => text.search(each) >= 0);
}

/** Names a character as Unicode does: `U+200B`. */
export function codePointName(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;
}
