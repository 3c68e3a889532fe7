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

/**
 * Characters that change a name without being seen, wherever they stand: zero-width characters, bidirectional controls,
 * fillers, formats, and what Unicode reserves for more of these.
 */
export const alwaysInvisible: RegExp =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e001f}\u{e0080}-\u{e00ff}\u{e01f0}-\u{e0fff}]/gu;

/** Variation selectors after a character that has no variants; those of emoji, digits, symbols and ideographs are legitimate. */
const straySelectors =
  /(?<!(?!\s)\p{sc=Common}|[\p{sc=Han}\p{sc=Myanmar}\p{sc=Phags_Pa}\p{sc=Manichaean}\p{sc=Egyptian_Hieroglyphs}])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]|(?<!\p{sc=Mongolian})[\u180b-\u180d\u180f]/u;

/** Tags, with which any text can be hidden, except where they make the flag of a region out of a black one. */
const strayTags =
  /(?!(?<=\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{0,6})[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{0,6}\u{e007f})[\u{e0020}-\u{e007f}]/u;

/** All characters that change a name without being seen. */
export const invisibleCharacters: RegExp = new RegExp(
  [alwaysInvisible, straySelectors, strayTags].map(({ source }) => source).join("|"),
  "gu",
);

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
  return !isHalfOfPair(text, at, unit) || doubtfulPairs.includes(unit);
}

function isHalfOfPair(text: string, at: number, unit: number): boolean {
  if (unit < 0xdc00) return isBetween(text.charCodeAt(at + 1), 0xdc00, 0xdfff);
  return unit <= 0xdfff && isBetween(text.charCodeAt(at - 1), 0xd800, 0xdbff);
}

function isBetween(unit: number, first: number, last: number): boolean {
  return unit >= first && unit <= last;
}

/** Invisible characters among the letters of scripts. */
const doubtfulLetters: readonly number[] = [
  0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x180c, 0x180d, 0x180e, 0x180f, 0x3164,
];

/** The first halves of the pairs among which invisible characters are. */
const doubtfulPairs: readonly number[] = [0xd82f, 0xd834, 0xdb40, 0xdb41, 0xdb42, 0xdb43];

/** Whether a text has a character that no name may have: a control, an invisible one, half a surrogate pair. */
export function hasForbiddenCharacters(text: string): boolean {
  return [controlCharacters, invisibleCharacters, loneSurrogates].some((each) => text.search(each) >= 0);
}

/** Names a character as Unicode does: `U+200B`. */
export function codePointName(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;
}
