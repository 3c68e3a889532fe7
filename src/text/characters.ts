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

/**
 * Characters that change a name invisibly, wherever they occur: zero-width characters, bidirectional controls,
 * fillers, formats, and what Unicode reserves for more of these; but for variation selectors and tags, which may be in place. `DI` is Unicode's
 * property Default_Ignorable_Code_Point.
 */
export const alwaysInvisible: RegExp =
  /(?![\u180b-\u180d\u180f\ufe00-\ufe0f\u{e0020}-\u{e007f}\u{e0100}-\u{e01ef}])\p{DI}|[\ufff9-\ufffb]/gu;

/**
 * Variation selectors after a character that has no variants: emoji have some (digits only as a key, `1\ufe0f\u20e3`), as have
 * mathematical symbols, ideographs and a few other scripts.
 */
const straySelectors =
  /(?<!(?![\d#*])\p{Emoji}|[\d#*](?=[\ufe0e\ufe0f]\u20e3))[\ufe0e\ufe0f]|(?<!(?![\0-\x7f])\p{Sm}|[\p{sc=Han}\p{sc=Myanmar}\p{sc=Phags_Pa}\p{sc=Manichaean}\p{sc=Egyptian_Hieroglyphs}])[\ufe00-\ufe0d]|(?<!\p{sc=Han})[\u{e0100}-\u{e01ef}]|(?<!\p{sc=Mongolian})[\u180b-\u180d\u180f]/u;

/** Tags, with which any text can be hidden, except where they make the flag of a region out of a black one. */
const strayTags =
  /(?!(?<=\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{0,6})[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{0,6}\u{e007f})[\u{e0020}-\u{e007f}]/u;

/** All characters that change a name without being seen. */
export const invisibleCharacters: RegExp = /* @__PURE__ */ anyOf(alwaysInvisible, straySelectors, strayTags);

function anyOf(...expressions: readonly RegExp[]): RegExp {
  return new RegExp(expressions.map(({ source }) => source).join("|"), "gu");
}

/** Lone surrogates: such a text is not well-formed Unicode. */
export const loneSurrogates: RegExp = /\p{Surrogate}/gu;

/** Quotation marks that word processors put where `"` or `'` was typed. */
export const smartQuotes = "“”„‟«»″＂‘’‚‛";

/**
 * Whatever is neither printable ASCII nor a visible letter of the usual scripts, and the backslash. A text without a match has no
 * character of the classes above, no typographic quotation mark and nothing that is escaped; most texts have none, and then
 * there is no need to look for these one by one.
 */
export const unusualCharacter: RegExp =
  /[^ -[\]-~\u00c0-\u034e\u0350-\u061b\u061d-\u115e\u1161-\u17b3\u17b6-\u180a\u1810-\u1fff\u2070-\u3163\u3165-\ud7ff]/;

/** Whether a text has a character that no name may have: a control, an invisible one, half a surrogate pair. */
export function hasForbiddenCharacters(text: string): boolean {
  return [controlCharacters, invisibleCharacters, loneSurrogates].some((each) => text.search(each) >= 0);
}

/** Names a character as Unicode does: `U+200B`. */
export function codePointName(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;
}
