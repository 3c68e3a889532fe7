// Classes of characters, unit by unit, and how text is shown in messages.

import { expect, test } from "vitest";
import {
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

/** The code units that a class takes, as ranges of hexadecimal numbers. */
function ranges(matches: (character: string) => boolean): string {
  const found = units.filter((unit) => matches(String.fromCharCode(unit)));
  const texts: string[] = [];
  for (let at = 0; at < found.length; at++) {
    const first = found[at] ?? 0;
    while (found[at + 1] === (found[at] ?? 0) + 1) at++;
    const last = found[at] ?? 0;
    texts.push(first === last ? hex(first) : `${hex(first)}-${hex(last)}`);
  }
  return texts.join(" ");
}

function hex(unit: number): string {
  return unit.toString(16).padStart(2, "0");
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

test("invisible characters take no room or turn the direction of text", () => {
  const found = ranges(isOf(invisibleCharacters));
  expect(found).toBe("ad 34f 61c 180e 200b-200f 202a-202e 2060-206f feff fff9-fffb");
});

test("a lone surrogate is any half, and no pair", () => {
  expect(ranges(isOf(loneSurrogates))).toBe("d800-dfff");
  expect("😀".match(loneSurrogates)).toBeNull();
  expect("\ude00\ud83d".match(loneSurrogates)).toHaveLength(2);
});

test("no name may have a control, an invisible character or half a pair", () => {
  const classes = [controlCharacters, invisibleCharacters, loneSurrogates];
  const isForbidden = (character: string): boolean => classes.some((each) => isOf(each)(character));
  expect(ranges(hasForbiddenCharacters)).toBe(ranges(isForbidden));
  expect(["", "a", "名前", "😀", "“a”", "a\tb\r\n"].map(hasForbiddenCharacters)).not.toContain(true);
  expect(hasForbiddenCharacters("a\u200b")).toBe(true);
});

test("no character to which a rule objects passes for a usual one, alone or in a pair", () => {
  const codePoints = Array.from({ length: 0x110000 }, (_, codePoint) => String.fromCodePoint(codePoint));
  const passes = (character: string): boolean =>
    !unusualCharacter.test(character) &&
    (hasForbiddenCharacters(character) || smartQuotes.includes(character));
  expect(codePoints.filter(passes)).toEqual([]);
});

test("the printable characters of most scripts are usual ones", () => {
  const isUsual = (character: string): boolean => !unusualCharacter.test(character);
  expect(ranges(isUsual)).toBe("20-7e c0-34e 350-61b 61d-180d 180f-1fff 2070-d7ff");
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
  { name: "half a character", text: "\ud83d!", shown: "<U+D83D>!" },
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

test("a cut never leaves half a character", () => {
  const shown = show(`${"x".repeat(58)}😀😀`);
  expect(shown).toBe(`\`${"x".repeat(58)}…\``);
});

test.each([
  { words: [], text: "" },
  { words: ["a"], text: "a" },
  { words: ["a", "b"], text: "a and b" },
  { words: ["a", "b", "c"], text: "a, b and c" },
])("$words are listed as '$text'", ({ words, text }) => {
  expect(listing(words)).toBe(text);
});

test("a list can be joined by another word", () => {
  expect(listing(["a", "b", "c"], "or")).toBe("a, b or c");
});
