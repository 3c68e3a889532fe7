// Texts as inputs: drawn from the vocabulary and the grammar, mutated, and made smaller.

import { dateWords } from "../../src/vocabulary/dates.ts";
import { qualifiers } from "../../src/vocabulary/qualifiers.ts";
import type { Random } from "../../test/support/backends/random.ts";
import { CURIOUS, DATES, NAMES, NEAR_MISSES } from "../../test/support/words.ts";
import { worldCount, worldOf } from "./worlds.ts";

/** A text and the number of the world that it is read in. */
export interface TextInput {
  readonly text: string;
  readonly world: number;
}

/** The parts of a target whose inputs are texts of up to so many characters. */
export function textInputs(longest: number): {
  readonly draw: (random: Random) => TextInput;
  readonly mutate: (random: Random, input: TextInput, other: TextInput) => TextInput;
  readonly smaller: (input: TextInput) => Iterable<TextInput>;
} {
  return {
    draw: (random) => {
      const world = random.below(worldCount);
      return { text: drawText(random, world).slice(0, longest), world };
    },
    mutate: (random, { text, world }, other) => {
      let changed = text;
      for (let times = random.pick([1, 1, 1, 2, 2, 3, 5]); times > 0; times--)
        changed = random.pick(mutators)(random, changed, other.text);
      return {
        text: changed.slice(0, longest),
        world: random.chance(0.1) ? random.below(worldCount) : world,
      };
    },
    smaller: smallerInputs,
  };
}

/** The text over and over, until it is so long. */
export function repeated({ text, world }: TextInput, length: number): TextInput {
  const unit = `${text} `;
  return { text: unit.repeat(Math.ceil(length / unit.length)).slice(0, length), world };
}

function* smallerInputs({ text, world }: TextInput): Generator<TextInput> {
  for (const shorter of smallerTexts(text)) yield { text: shorter, world };
  if (world !== 0) {
    for (const other of [0, 1, world % 30, world % 5]) if (other < world) yield { text, world: other };
  }
}

/** The text without a part, then with a plainer character at one place. */
function* smallerTexts(text: string): Generator<string> {
  for (let size = text.length; size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < text.length; at += size) yield text.slice(0, at) + text.slice(at + size);
  }
  if (text.length > 60) return;
  for (let at = 0; at < text.length; at++) {
    for (const plain of ["a", " "]) {
      if (!isPlain(text.charAt(at))) yield text.slice(0, at) + plain + text.slice(at + 1);
    }
  }
}

function isPlain(character: string): boolean {
  return /[a-z: ]/u.test(character);
}

const words: readonly string[] = qualifiers.map(({ word }) => word);
const dates: readonly string[] = [...DATES, ...dateWords.keys()];

/** One to six pieces, most of them right, apart by white space, most of it plain. */
export function drawText(random: Random, world: number): string {
  const count = random.pick([1, 1, 2, 2, 3, 4, 6]);
  const pieces = Array.from({ length: count }, () => drawPiece(random, world));
  return pieces.map((piece) => piece + drawGap(random)).join("");
}

/** One term, or something like one. */
export function drawPiece(random: Random, world: number): string {
  const kind = random.below(20);
  if (kind < 4) return `${random.pick(["after", "before"])}:${random.pick(dates)}`;
  if (kind < 11) return `${random.pick(words)}:${spelled(random, drawName(random, world))}`;
  if (kind < 15) return random.pick(NEAR_MISSES);
  if (kind < 17) return `${random.pick(words)}:${drawJunk(random)}`;
  return kind < 18 ? spelled(random, drawName(random, world)) : drawJunk(random);
}

function drawName(random: Random, world: number): string {
  const { data } = worldOf(world);
  const rows = [...data.shapes, ...data.sources].slice(0, 40).map(({ name }) => name);
  return random.pick([
    random.pick(NAMES),
    ...(rows.length > 0 ? [random.pick(rows)] : []),
    ...(data.types ?? []),
  ]);
}

/** Bare where that may do, or in quotes, escaped as the language says. */
function spelled(random: Random, name: string): string {
  if (/^[\w:+-]+$/u.test(name) && random.chance(0.8)) return name;
  return `"${name.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

function drawJunk(random: Random): string {
  return Array.from({ length: 1 + random.below(6) }, () => drawCharacter(random)).join("");
}

function drawCharacter(random: Random): string {
  const kind = random.below(10);
  if (kind < 6) return random.pick(CURIOUS);
  if (kind < 8) return String.fromCharCode(random.below(0x180));
  return kind < 9 ? String.fromCharCode(random.below(0x10000)) : random.pick(unlucky);
}

/** Halves of pairs, controls, marks that reorder or hide, digits and letters that look like others. */
const unlucky: readonly string[] =
  "\ud83d|\ude00|\0|\u001b|\u007f|\u0085|\u009b|\u200b|\u200d|\u202e|\u2066|\u2069|\ufeff|\u0301|\u0661|\uff11|\uff1a|\uff02|\u0430|\u212a|\u0130|\u00df|\ufb01|\u{1f468}\u200d\u{1f469}|\u{e0041}|\uffff".split(
    "|",
  );

function drawGap(random: Random): string {
  return random.chance(0.85)
    ? " "
    : random.pick(["", "", "  ", "\n", "\r\n", "\r", "\t", "\u00a0", "\u3000", "\ufeff", "\u2028", "\v\f"]);
}

type Mutator = (random: Random, text: string, other: string) => string;

const mutators: readonly Mutator[] = [
  (random, text) => insert(random, text, drawCharacter(random)),
  (random, text) => insert(random, text, random.pick(CURIOUS)),
  (random, text) => insert(random, text, ` ${drawPiece(random, random.below(worldCount))} `),
  (random, text) => insert(random, text, random.pick(dates)),
  (random, text) => cut(random, text, () => ""),
  (random, text) => cut(random, text, (part) => part + part),
  (random, text) => cut(random, text, (part) => part.repeat(random.pick([3, 17, 120, 1500]))),
  (random, text) => cut(random, text, (part) => part.toUpperCase()),
  (random, text) => cut(random, text, (part) => `"${part}"`),
  (random, text) => cut(random, text, (part) => part.normalize(random.pick(["NFC", "NFD", "NFKC"]))),
  (random, text) => cut(random, text, (part) => Array.from(part).toReversed().join("")),
  (random, text) => cut(random, text, (part) => part.replaceAll(/\d/gu, () => String(random.below(10)))),
  (random, text) => cut(random, text, (part) => part.replaceAll(/["\\:\s]/gu, "")),
  (random, text) => text.slice(0, random.below(text.length + 1)),
  (random, text) => text.slice(random.below(text.length + 1)),
  (random, text) => bitFlip(random, text),
  (random, text) => swapTerms(random, text),
  (random, text, other) =>
    text.slice(0, random.below(text.length + 1)) + other.slice(random.below(other.length + 1)),
  (_, text, other) => `${text} ${other}`,
];

function insert(random: Random, text: string, part: string): string {
  const at = random.below(text.length + 1);
  return text.slice(0, at) + part + text.slice(at);
}

/** The text with one short stretch of it changed. */
function cut(random: Random, text: string, change: (part: string) => string): string {
  const start = random.below(text.length + 1);
  const end = Math.min(text.length, start + 1 + random.below(random.pick([1, 4, 12])));
  return text.slice(0, start) + change(text.slice(start, end)) + text.slice(end);
}

function bitFlip(random: Random, text: string): string {
  if (text === "") return text;
  const at = random.below(text.length);
  const flipped = text.charCodeAt(at) ^ (1 << random.below(random.pick([7, 16])));
  return text.slice(0, at) + String.fromCharCode(flipped) + text.slice(at + 1);
}

function swapTerms(random: Random, text: string): string {
  const parts = text.split(" ");
  return random.some(parts, parts.length).join(" ");
}
