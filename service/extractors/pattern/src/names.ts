// Names in sentences: runs of capitalized words, classified by their words, their context, and `compromise`.

import { type Findings, keyOfName } from "./findings.ts";
import {
  institution,
  isCapital,
  isCompanyName,
  isDepartment,
  isTechnology,
  jobTitle,
  type Run,
  runsIn,
  wordsIn,
} from "./runs.ts";
import type { Segment } from "./segments.ts";
import { anyOf, setOf } from "./words.ts";

type Nature = "person" | "organization" | "place";

/** Determines what a name stands for, or that it is not a name; undefined if it knows none of its words. */
export type Lexicon = (name: string) => Nature | "verb" | "none" | undefined;

/** What the tags of the library say; the first that a name has decides. */
const natures = [
  ["#City #Country #Region", "place"],
  ["#FirstName #Person", "person"],
  ["#Organization", "organization"],
  ["#Verb", "verb"],
  ["#Adjective #Value #Adverb #Pronoun", "none"],
] as const;

/** Loads `compromise`, and asks it once for each name. */
export async function loadLexicon(): Promise<Lexicon> {
  const { default: nlp } = await import("compromise");
  const known = new Map<string, ReturnType<Lexicon>>();
  return (name) => {
    if (known.has(name)) return known.get(name);
    const view = nlp(name);
    const [, said] = natures.find(([tags]) => tags.split(" ").some((tag) => view.has(tag))) ?? [];
    known.set(name, said);
    return said;
  };
}

/** The evidence for a name from all of its places. */
interface Votes {
  readonly name: string;
  readonly words: readonly string[];
  readonly places: Segment[];
  readonly counts: Record<Nature, number>;
}

/** What is known of a text. */
interface Known {
  readonly lexicon: Lexicon;
  /** First parts of the domains of its e-mail addresses. */
  readonly domains: ReadonlySet<string>;
  /** Its lowercase words, which are not names. */
  readonly plain: ReadonlySet<string>;
}

/** Adds the persons, organizations and places that sentences name; `rest` is called between names. */
export async function findNames(
  findings: Findings,
  segments: readonly Segment[],
  lexicon: Lexicon,
  rest: () => Promise<void>,
): Promise<void> {
  const votes = new Map<string, Votes>();
  const plain = new Set<string>();
  for (const segment of segments) {
    const words = wordsIn(segment.body);
    for (const { text } of words) if (/^\p{Ll}/u.test(text)) plain.add(text);
    for (const run of runsIn(words)) {
      await rest();
      collect(votes, segment, withoutVerb(run, lexicon), lexicon);
    }
  }
  const known = { lexicon, plain, domains: domainsOf(findings) };
  const taken = new Set(findings.all().map(({ kind, name }) => (kind === "person" ? "" : keyOfName(name))));
  // Longer names first: a part of one is another mention of it.
  for (const vote of [...votes.values()].toSorted((a, b) => b.words.length - a.words.length)) {
    if (taken.has(keyOfName(vote.name))) continue;
    await rest();
    addName(findings, vote, known);
  }
}

/** A sentence that begins with what to do: `Replace Werner Koch`. */
function withoutVerb(run: Run, lexicon: Lexicon): Run {
  const [first = "", ...words] = run.words;
  if (run.start !== 0 || words.length === 0 || lexicon(first.toLowerCase()) !== "verb") return run;
  return { ...run, words, start: first.length + 1 };
}

const mailProviders = setOf("mail-providers");

function domainsOf(findings: Findings): ReadonlySet<string> {
  const hosts = findings.of("address").map(({ name }) => name.slice(name.indexOf("@") + 1));
  const domains = hosts.map((host) => host.split(".")[0] ?? "");
  return new Set(domains.filter((domain) => !mailProviders.has(domain)));
}

/** Words around names, and what they say of them: `by Hye-jin Seo`, `thanks to Paul O'Hara`, `at Acme`, `in Brno`. */
const before: readonly (readonly [Nature, RegExp])[] = [
  [
    "person",
    /(?:^|[ (])(?:[Bb]y|Dear|Hi|Hello|and|[Tt]hanks|[Tt]hanks to|[Aa]sk|asked|told|tell|\p{Lu}\p{L}{1,15},|(?:my|his|her|our|their|your) \p{Ll}{2,15}) $/u,
  ],
  [
    "organization",
    /(?:^|[ (])(?:[Aa]t|[Ff]or|[Ff]rom|joins?|joined|[Ww]ith|\p{Lu}\p{L}{1,15},? of)(?: the| our)? $/u,
  ],
  ["place", /(?:^|[ (])(?:in|near|around) $/iu],
];
/** Lists of persons, and names in parentheses. */
const joined = /^(?:, (?:and )?\p{Lu}\p{Ll}| and \p{Lu}\p{Ll}|\))/u;
/** A thing that is named, and no person: `the Mobile App`. */
const article = /(?:^|[ (])(?:the|an?|our|this|your|its|their) $/iu;
/** In a heading only what follows one of these is a name. */
const beforeInHeading = /(?:^|[ (])(?:at|for|from|with|of)(?: the| our)? $/iu;
const headOf = /(?:^|[ (])(?:[Hh]ead|[Ll]ead|VP) of $/u;
/** `Dr. Nwosu` is a person, whatever the other evidence. */
const titled = 100;

/** Counts what the words around a name say. */
function collect(votes: Map<string, Votes>, segment: Segment, run: Run, lexicon: Lexicon): void {
  const { body, kind } = segment;
  const start = body.slice(Math.max(0, run.start - 20), run.start);
  const end = body.slice(run.end, run.end + 20);
  if (kind === "heading" && !beforeInHeading.test(start) && !isCompanyName(run.words)) return;
  // `Head of Operations`: what somebody leads is no company, unless it is called one.
  if (headOf.test(start) && !isCompanyName(run.words)) return;
  const name = run.words.join(" ");
  const vote = votes.get(keyOfName(name)) ?? {
    name,
    words: run.words,
    places: [],
    counts: { person: 0, organization: 0, place: 0 },
  };
  votes.set(keyOfName(name), vote);
  vote.places.push(segment);
  for (const [nature, pattern] of before) if (pattern.test(start)) vote.counts[nature] += 1;
  const [, next = ""] = /^ (\p{Ll}{2,16})\b/u.exec(end) ?? [];
  if (joined.test(end)) vote.counts.person += 1;
  if (next !== "" && lexicon(next) === "verb") vote.counts.person += 0.5;
  if (article.test(start)) vote.counts.person -= 2;
  if (run.hasTitle) vote.counts.person += titled;
}

function addName(findings: Findings, vote: Votes, known: Known): void {
  const { name, places } = vote;
  const person = findings.personCalled(name);
  // It is one of several, and nobody else.
  if (person === undefined && findings.isAmbiguous(name)) return;
  const [nature, isStrong] = person === undefined ? natureOf(vote, known) : ["person" as const, false];
  for (const segment of places) {
    if (nature === "person") findings.addPerson(name, { segment, isStrong, isName: true });
    else if (nature !== undefined) findings.add(nature, name, { segment, isStrong, isName: true });
  }
}

/** What a name is, and whether that is well supported. */
function natureOf(vote: Votes, { lexicon, domains, plain }: Known): readonly [Nature | undefined, boolean] {
  const { words } = vote;
  const [first = ""] = words;
  const last = words.at(-1) ?? "";
  const isLong = words.length > 1;
  if (words.every(isDepartment) || (!isLong && isTechnology(first))) return [undefined, false];
  if (isCompanyName(words) || (isLong && words.some((word) => institution.test(word))))
    return ["organization", true];
  if (vote.counts.person >= titled) return ["person", true];
  const spellings = [first, words.join(""), words.join("-")];
  if (spellings.some((word) => domains.has(word.toLowerCase()))) return ["organization", true];
  const isOther = words.some(
    (word) => !isNameLike(word) || (isCapital(word) && plain.has(word.toLowerCase())),
  );
  if (isOther || site.test(last) || jobTitle.test(vote.name)) return [undefined, false];
  return guess(vote, lexicon(isLong ? words.map(inTitleCase).join(" ") : first));
}

/** What a name may be that no rule knows; `said` is what the library says. */
function guess(vote: Votes, said: ReturnType<Lexicon>): readonly [Nature | undefined, boolean] {
  const { words } = vote;
  const { person, organization, place } = vote.counts;
  if (said === "organization") return [said, words.length > 1];
  if (words.length === 1) return [guessWord(vote, said), organization === 0 && place > 1];
  if (said === "none" || said === "verb") return [organization > 0 ? "organization" : undefined, false];
  if (words.some(isAcronym) && !words.every(isAcronym)) return [undefined, false];
  if (words.some((word) => word.startsWith("&")))
    return [organization > 0 ? "organization" : undefined, false];
  if (said !== undefined) return [said, true];
  if (place > organization + person) return ["place", place > 1];
  if (organization > person) return ["organization", organization > 1];
  return [words.length < 5 && person > 0 ? "person" : undefined, person >= 1];
}

function guessWord(
  { name, counts: { organization, place } }: Votes,
  said: ReturnType<Lexicon>,
): Nature | undefined {
  if (isAcronym(name) || said === "none" || said === "verb" || (said === "person" && ambiguous.test(name)))
    return undefined;
  if (said === "person" && place > 0 && organization === 0) return "place";
  return said ?? (place > organization ? "place" : organization > 0 ? "organization" : undefined);
}

/** Neither a file nor `camelCase`, nor joined by more than one hyphen. */
function isNameLike(word: string): boolean {
  return (
    /^[\p{L}\p{M}.'’& -]{1,40}$/u.test(word) &&
    !/\.\p{L}{2}|-.{1,20}-|^\p{Lu}\p{Ll}{3,20}\p{Lu}|^(?:\p{Lu}\p{Ll}{1,20}){3}/u.test(word)
  );
}

/** Words for named places, which are not persons. */
const site = new RegExp(`^(?:${anyOf("sites")})$`, "iu");
/** First names that more often are something else. */
const ambiguous = new RegExp(`^(?:${anyOf("ambiguous-first-names")})$`, "iu");

function isAcronym(word: string): boolean {
  return /^\p{Lu}{2,}s?$/u.test(word);
}

/** The library knows no name in capitals. */
function inTitleCase(word: string): string {
  return word.length > 2 && isAcronym(word) ? word.charAt(0) + word.slice(1).toLowerCase() : word;
}
