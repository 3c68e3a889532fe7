// Classes of characters that a reader cannot see or would mistake for another, and how to name them.

/** Whether a UTF-16 code unit is white space: exactly JavaScript's `/\s/`. */
export function isWhitespace(unit: number): boolean {
  if (unit <= 32) return unit === 32 || (unit >= 9 && unit <= 13);
  if (unit < 160) return false;
  return unit === 160 || (unit >= 0x1680 && whitespaceCharacters.includes(String.fromCharCode(unit)));
}

/** Every character that is white space. */
export const whitespaceCharacters =
  "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff";

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
 * Whatever is neither printable ASCII nor a visible letter of the usual scripts. A text without a match has no character of
 * the classes above and no typographic quotation mark; most texts have none, and then nobody has to look for these one by one.
 */
export const unusualCharacter: RegExp =
  /[^ -~\u00c0-\u034e\u0350-\u061b\u061d-\u180d\u180f-\u1fff\u2070-\ud7ff]/;

/** Whether a text has a character that no name may have: a control, an invisible one, half a surrogate pair. */
export function hasForbiddenCharacters(text: string): boolean {
  return [controlCharacters, invisibleCharacters, loneSurrogates].some((each) => text.search(each) >= 0);
}

/** Names a character as Unicode does: `U+200B`. */
export function codePointName(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;
}
