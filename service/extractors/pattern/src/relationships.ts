// Relationships: those that the form of the text shows, and those whose words occur between two results.

import type { RelationshipType } from "../../../src/extraction/extractor.ts";
import type { SupportKind } from "./certainty.ts";
import type { Find, Findings, Link } from "./findings.ts";
import type { Mention } from "./mentions.ts";
import type { Segment } from "./segments.ts";
import { wordsOf } from "./types.ts";
import { entriesOf, groupsOf, setOf } from "./words.ts";

/** Words of a name that say nothing alone. */
const smallWords = setOf("small-words");
/** Of these, the ones that identify people. */
const direction = new Set(["by", "to", "from", "in"]);
const synonyms: readonly (readonly string[])[] = entriesOf("synonyms").map((group) =>
  group.split(" ").map(stem),
);
/** The words of each link. */
const wordsOfLink = groupsOf("links");

/** A relationship that was found. */
export interface Related {
  readonly type: string;
  readonly from: Find;
  readonly to: Find;
  readonly segment: Segment;
  /** The form of the text shows it, or a word between the two. */
  readonly isStrong: boolean;
  readonly support: SupportKind;
}

/** A relationship type, prepared. */
interface Verb {
  readonly type: RelationshipType;
  readonly stems: ReadonlySet<string>;
  readonly small: readonly string[];
}

/** The type of each find that is wanted. */
export type TypeOf = (find: Find) => string | undefined;

/** All relationships of the wanted types. */
export function relationshipsOf(
  findings: Findings,
  mentions: ReadonlyMap<Segment, readonly Mention[]>,
  types: readonly RelationshipType[],
  typeOf: TypeOf,
): readonly Related[] {
  return types.flatMap((type) => {
    const verb = verbOf(type);
    const found: Related[] = [];
    for (const { from, to, name, segment } of findings.links)
      if (isShown(verb, name))
        found.push(
          ...related(type, [from, to], { segment, isStrong: true, support: "relationship by form" }, typeOf),
        );
    let subject: Find | undefined;
    for (const [segment, all] of mentions) {
      const ends = all.filter(({ find }) => [type.from, type.to].includes(typeOf(find) ?? "")).slice(0, 20);
      for (const { pair, isStrong } of pairsIn(verb, segment, ends, subject)) {
        const support = isStrong ? "relationship by a word between" : "relationship by a word near";
        found.push(...related(type, pair, { segment, isStrong, support }, typeOf));
      }
      subject = ends.findLast(({ find }) => find.isStrong && typeOf(find) === type.from)?.find ?? subject;
    }
    return found;
  });
}

function verbOf(type: RelationshipType): Verb {
  const words = wordsOf(type.name);
  const own = words.filter((word) => !smallWords.has(word)).map(stem);
  const said =
    own.length === 0
      ? wordsOf(type.description ?? "")
          .filter((word) => !smallWords.has(word))
          .slice(0, 4)
          .map(stem)
      : own;
  const alike = synonyms.filter((group) => said.some((word) => group.includes(word))).flat();
  return { type, stems: new Set([...said, ...alike]), small: words.filter((word) => smallWords.has(word)) };
}

/** A word without its ending: `closes`, `closed` and `closing` are one. */
function stem(word: string): string {
  const lower = word.toLowerCase();
  const short = lower.replace(/(?:ing|ed|es|s|e)$/u, "");
  return short.length < 3 ? lower.replace(/[sd]$/u, "") : short;
}

/** Whether a link is what a relationship's name says. */
function isShown({ stems, small }: Verb, name: Link["name"]): boolean {
  const link = wordsOfLink.get(name) ?? [];
  const isNamed =
    stems.size === 0
      ? small.length > 0 && small.every((word) => link.includes(word))
      : link.some((word) => stems.has(stem(word)));
  return isNamed && small.every((word) => !direction.has(word) || link.includes(word));
}

/** Two finds, in the order in which the text has them. */
type Pair = readonly [Find, Find];

/** The two results in the order of the type; nothing if they are not of its types. */
function related(
  type: RelationshipType,
  [a, b]: Pair,
  evidence: Pick<Related, "segment" | "isStrong" | "support">,
  typeOf: TypeOf,
): readonly Related[] {
  const isForward = typeOf(a) === type.from && typeOf(b) === type.to;
  if (a === b || (!isForward && (typeOf(b) !== type.from || typeOf(a) !== type.to))) return [];
  const [from, to] = isForward ? [a, b] : [b, a];
  return [{ type: type.name, from, to, ...evidence }];
}

interface Said {
  readonly pair: Pair;
  /** They are on both sides of the word. */
  readonly isStrong: boolean;
}

/** The positions of a relationship's words, except for those in the names of its ends. */
function wordsOfVerb(verb: Verb, body: string, ends: readonly Mention[]): readonly RegExpExecArray[] {
  const words = ends.length === 0 ? [] : [...body.matchAll(/\p{L}+/gu)];
  return words.filter(
    ({ 0: word, index }) =>
      verb.stems.has(stem(word)) && !ends.some(({ start, end }) => start <= index && index < end),
  );
}

/** Finds around a word that names the relationship; if the word is a key, `subject`, the find above, is one of them. */
function pairsIn(
  verb: Verb,
  { body }: Segment,
  ends: readonly Mention[],
  subject: Find | undefined,
): readonly Said[] {
  const found: Said[] = [];
  for (const { 0: word, index } of wordsOfVerb(verb, body, ends)) {
    const after = index + word.length;
    const left = group(ends.filter(({ end }) => end <= index).toReversed(), body, index);
    const right = group(
      ends.filter(({ start }) => start >= index),
      body,
      after,
    );
    if (index === 0 && body[after] === ":" && subject !== undefined) left.push(subject);
    const isPassive = body.startsWith(" by ", after) && !verb.small.includes("by");
    for (const a of left)
      for (const b of right) found.push({ pair: isPassive ? [b, a] : [a, b], isStrong: true });
    const [a, b, ...more] = ends.map(({ find }) => find);
    const isAside = left.length === 0 || right.length === 0;
    if (isAside && a !== undefined && b !== undefined && more.length === 0)
      found.push({ pair: [a, b], isStrong: false });
  }
  return found;
}

/** The nearest mention, and those that are joined to it by commas and `and`. */
function group(ordered: readonly Mention[], body: string, from: number): Find[] {
  const finds: Find[] = [];
  let last: Mention | undefined;
  for (const mention of ordered) {
    const near =
      last === undefined ? Math.min(Math.abs(mention.start - from), Math.abs(mention.end - from)) : 0;
    const between =
      last === undefined
        ? ""
        : mention.start > last.end
          ? body.slice(last.end, mention.start)
          : body.slice(mention.end, last.start);
    if (
      near > 100 ||
      (last !== undefined && !/^(?:,| and|, and| &| or)(?: the)?(?: \p{Ll}+)? $/u.test(between))
    )
      break;
    finds.push(mention.find);
    last = mention;
  }
  return finds;
}
