// Tests classes of characters, unit by unit, and how text is shown in messages.

import { expect, test } from "vitest";
import {
  alwaysInvisible,
  codePointName,
  controlCharacters,
  hasForbiddenCharacters,
  invisibleCharacters,
  isWhitespace,
  loneSurrogates,
  smartQuotes,
  unusualCharacter,
} from "../../src/text/characters.ts";
import { listing, show, visible } from "../../src/text/show.ts";

const units = Array.from({ length: 65_536 }, (_, unit) => unit);
/** The code points of the planes in which there are characters to look for, halves of pairs among them. */
const points = [
  ...Array.from({ length: 0x2_0000 }, (_, point) => point),
  ...Array.from({ length: 0x2000 }, (_, at) => 0xe_0000 + at),
];

/** The code points that a class takes, as ranges of hexadecimal numbers. */
function ranges(matches: (character: string) => boolean): string {
  const found = points.filter((point) => matches(String.fromCodePoint(point)));
  const texts: string[] = [];
  for (let at = 0; at < found.length; at++) {
    const first = found[at] ?? 0;
    while (found[at + 1] === (found[at] ?? 0) + 1) at++;
    const last = found[at] ?? 0;
    texts.push(first === last ? hex(first) : `${hex(first)}-${hex(last)}`);
  }
  return texts.join(" ");
}

function hex(point: number): string {
  return point.toString(16).padStart(2, "0");
}

function isOf(characters: RegExp): (character: string) => boolean {
  return (character) => character.match(characters) !== null;
}

test("white space is what JavaScript's \\s is, for every code unit", () => {
  expect(units.filter((unit) => isWhitespace(unit) !== /\s/u.test(String.fromCharCode(unit)))).toEqual([]);
});

test("control characters are C0, DEL and C1 without tab and line breaks", () => {
  expect(ranges(isOf(controlCharacters))).toBe("00-08 0b-0c 0e-1f 7f-9f");
});

test("invisible characters have no width or change the direction of text", () => {
  expect(ranges(isOf(alwaysInvisible))).toBe(
    "ad 34f 61c 115f-1160 17b4-17b5 180e 200b-200f 202a-202e 2060-206f 3164 feff ffa0 fff0-fffb " +
      "1bca0-1bca3 1d173-1d17a e0000-e001f e0080-e00ff e01f0-e0fff",
  );
});

test("every character that Unicode lets programs ignore is invisible if it stands alone", () => {
  const isIgnorable = isOf(/\p{Default_Ignorable_Code_Point}/u);
  const isInvisible = isOf(invisibleCharacters);
  expect(ranges((character) => isIgnorable(character) && !isInvisible(character))).toBe("");
  expect(ranges((character) => !isIgnorable(character) && isInvisible(character))).toBe("fff9-fffb");
});

const england = "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}";

test.each([
  { text: "❤\ufe0f", why: "the heart of an emoji" },
  { text: "Leads ❤\ufe0e 1\ufe0f\u20e3", why: "a heart of ink, and a key" },
  { text: "葛\u{e0100}", why: "a variant of an ideograph" },
  { text: "\u1820\u180b", why: "a variant of a Mongolian letter" },
  { text: `${england} ${england}`, why: "the flag of a region" },
])("$why has no invisible characters", ({ text }) => {
  expect(text.match(invisibleCharacters)).toBeNull();
  expect(hasForbiddenCharacters(text)).toBe(false);
});

test.each([
  { text: "Per\ufe0fson", found: ["\ufe0f"], why: "a selector after a letter" },
  { text: "\ufe0fPerson", found: ["\ufe0f"], why: "a selector after nothing" },
  { text: "a \u{e0100}", found: ["\u{e0100}"], why: "a selector after a space" },
  { text: "a-\ufe0fb", found: ["\ufe0f"], why: "a selector after a hyphen" },
  { text: "1\ufe0fb", found: ["\ufe0f"], why: "a selector after a digit that is no key" },
  { text: "a.\u{e0100}b", found: ["\u{e0100}"], why: "an ideographic selector after a full stop" },
  { text: "❤\ufe0f\ufe0f", found: ["\ufe0f"], why: "a second selector" },
  { text: "Per\u180bson", found: ["\u180b"], why: "a Mongolian selector after a letter of another script" },
  { text: "a\u{e0061}\u{e007f}", found: ["\u{e0061}", "\u{e007f}"], why: "tags after a letter" },
  { text: england.slice(0, -2), found: Array.from(england).slice(1, -1), why: "a flag without its end" },
  { text: `\u{1f3f4}${"\u{e0061}".repeat(7)}\u{e007f}`, found: undefined, why: "tags too many for a flag" },
])("$why is invisible", ({ text, found }) => {
  expect(text.match(invisibleCharacters)).toEqual(found ?? expect.arrayContaining(["\u{e0061}"]));
  expect(unusualCharacter.test(text)).toBe(true);
});

test("either half of a pair is a lone surrogate, and a pair is not", () => {
  expect(ranges(isOf(loneSurrogates))).toBe("d800-dfff");
  expect("😀".match(loneSurrogates)).toBeNull();
  expect("\ude00\ud83d".match(loneSurrogates)).toHaveLength(2);
});

test("no name may have a control, an invisible character or a lone surrogate", () => {
  const classes = [controlCharacters, invisibleCharacters, loneSurrogates];
  const isForbidden = (character: string): boolean => classes.some((each) => character.search(each) >= 0);
  expect(ranges(hasForbiddenCharacters)).toBe(ranges(isForbidden));
  expect(["", "a", "名前", "😀", "“a”", "a\tb\r\n"].map(hasForbiddenCharacters)).not.toContain(true);
  expect(hasForbiddenCharacters("a\u200b")).toBe(true);
});

test("no character that a rule rejects counts as usual, alone or in a pair", () => {
  const codePoints = Array.from({ length: 0x110000 }, (_, codePoint) => String.fromCodePoint(codePoint));
  const passes = (character: string): boolean =>
    !unusualCharacter.test(character) &&
    (hasForbiddenCharacters(character) || smartQuotes.includes(character));
  expect(codePoints.filter(passes)).toEqual([]);
});

test("the printable characters of most scripts count as usual", () => {
  const isUsual = (character: string): boolean => !unusualCharacter.test(character);
  expect(ranges(isUsual)).toBe(
    "20-5b 5d-7e c0-34e 350-61b 61d-115e 1161-17b3 17b6-180a 1810-1fff 2070-3163 3165-d7ff",
  );
});

test.each([
  { character: "\0", name: "U+0000" },
  { character: "\u200b", name: "U+200B" },
  { character: "\ud800", name: "U+D800" },
  { character: "😀", name: "U+1F600" },
  { character: "ab", name: "U+0061" },
  { character: "", name: "U+0000" },
])("a character is named $name", ({ character, name }) => {
  expect(codePointName(character)).toBe(name);
});

test.each([
  { name: "plain text", text: "Sales CRM", shown: "Sales CRM" },
  { name: "letters of any script", text: "名前 é 😀", shown: "名前 é 😀" },
  { name: "a control character", text: "a\u0007b", shown: "a<U+0007>b" },
  { name: "an escape sequence", text: "\u001b[31mred", shown: "<U+001B>[31mred" },
  { name: "an invisible character", text: "a\u200bb\ufeff", shown: "a<U+200B>b<U+FEFF>" },
  { name: "a control of direction", text: "\u202eabc", shown: "<U+202E>abc" },
  { name: "a lone surrogate", text: "\ud83d!", shown: "<U+D83D>!" },
  { name: "a tab", text: "a\tb", shown: "a<U+0009>b" },
  { name: "line breaks", text: "a\r\nb\u2028c\u2029", shown: "a<U+000D><U+000A>b<U+2028>c<U+2029>" },
])("$name is made visible", ({ text, shown }) => {
  expect(visible(text)).toBe(shown);
  expect(show(text)).toBe(`\`${shown}\``);
});

test("a text of sixty characters is shown whole, a longer one is cut", () => {
  expect(show("x".repeat(60))).toBe(`\`${"x".repeat(60)}\``);
  expect(show("x".repeat(61))).toBe(`\`${"x".repeat(59)}…\``);
  expect(show("x".repeat(1_000_000))).toHaveLength(62);
});

test("a text that grows when it is made visible is cut again", () => {
  expect(show("\0".repeat(60)).length).toBeLessThanOrEqual(62);
});

test("a cut never leaves a lone surrogate", () => {
  const shown = show(`${"x".repeat(58)}😀😀`);
  expect(shown).toBe(`\`${"x".repeat(58)}…\``);
});

test.each([
  { words: [], text: "" },
  { words: ["a"], text: "a" },
  { words: ["a", "b"], text: "a and b" },
  { words: ["a", "b", "c"], text: "a, b and c" },
])("the words $words are listed as '$text'", ({ words, text }) => {
  expect(listing(words)).toBe(text);
});

test("a list can be joined by another word", () => {
  expect(listing(["a", "b", "c"], "or")).toBe("a, b or c");
});
