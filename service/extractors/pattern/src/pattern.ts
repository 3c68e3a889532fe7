// The extractor without a model: it finds what has a form, and says nothing about the rest.

import { setImmediate as nextTurn } from "node:timers/promises";
import type {
  Extractor,
  FoundRelationship,
  HowToRead,
  Reading,
  TextPiece,
  Wanted,
} from "../../../src/extraction/extractor.ts";
import { type Certainties, certainties } from "./certainty.ts";
import { findReleases } from "./changelog.ts";
import { type Dates, loadDates } from "./dates.ts";
import { assignment, entitiesOf, quoteOf } from "./entities.ts";
import { type Find, Findings, keyOfName } from "./findings.ts";
import { findIdentifiers, findTokens } from "./identifiers.ts";
import { findIntroduced } from "./introduced.ts";
import { readLines } from "./lines.ts";
import { findMails } from "./mail.ts";
import { type Mention, mentionsOf } from "./mentions.ts";
import { addNamed } from "./named.ts";
import { findNames, loadLexicon } from "./names.ts";
import { readNeighbours } from "./persons.ts";
import { type Related, relationshipsOf } from "./relationships.ts";
import { type Segment, segmentsOf } from "./segments.ts";
import { findSignatures } from "./signatures.ts";
import { type Kind, type Sought, soughtOf } from "./types.ts";

/** Changes when the rules find something else: loops then read again what an older version has read. */
export const version = "2";

/** For how long others that share the thread wait, about; in milliseconds. */
const maxTurnMs = 10;

/** Loads the libraries, which takes some hundred milliseconds, and creates the extractor. */
export async function loadPatternExtractor(): Promise<Extractor> {
  const [lexicon] = await Promise.all([loadLexicon(), loadDates()]);
  // It prepares its words with the first name.
  lexicon("Ada");
  return createPatternExtractor();
}

/** Creates the extractor; libraries that are not loaded yet are, when a text first needs them. */
export function createPatternExtractor(known: Certainties = certainties): Extractor {
  return {
    name: "pattern",
    version,
    read: async (piece, wanted, how) => await read(piece, wanted, how, known),
  };
}

async function read(
  piece: TextPiece,
  wanted: Wanted,
  { signal, first }: HowToRead,
  known: Certainties,
): Promise<Reading> {
  signal.throwIfAborted();
  const sought = soughtOf(wanted);
  const segments = segmentsOf(piece.text);
  const findings = new Findings();
  const dates = await loadDates();
  const { from, mentions } = await findAll(
    { findings, segments, sought, dates, title: piece.title ?? "" },
    signal,
  );
  const typeOf = assignment(findings, sought);
  const related = relationshipsOf(
    findings,
    mentions,
    wanted.relationshipTypes,
    (find) => typeOf(find)?.type.name,
  );
  const shown = first === undefined ? related : related.filter(({ isStrong }) => isStrong);
  const isKept = first === undefined ? (): boolean => true : supported(shown);
  const kept = new Set(findings.all().filter((find) => typeOf(find) !== undefined && isKept(find)));
  return {
    entities: entitiesOf(findings, [...kept], typeOf, { dates, from, certainties: known }),
    relationships: once(
      shown.filter((each) => kept.has(each.from) && kept.has(each.to)),
      known,
    ),
    usage: { inputTokens: 0, outputTokens: 0 },
  };
}

/** What a second reading keeps: what a strong rule found, what occurs twice, and what is related to either. */
function supported(related: readonly Related[]): (find: Find) => boolean {
  const isSupported = (find: Find): boolean => find.isStrong || find.segments.size > 1;
  const ends = related.flatMap(({ from, to }) => (isSupported(from) || isSupported(to) ? [from, to] : []));
  const near = new Set(ends);
  return (find) => isSupported(find) || near.has(find);
}

/** A text with what was prepared to read it. */
interface Text {
  readonly findings: Findings;
  readonly segments: readonly Segment[];
  readonly sought: readonly Sought[];
  readonly dates: Dates;
  readonly title: string;
}

/** What the rules found besides the finds themselves. */
interface Found {
  readonly from: string | undefined;
  readonly mentions: ReadonlyMap<Segment, readonly Mention[]>;
}

/** Runs all rules, the most reliable first, and returns the day from which relative dates count. */
async function findAll(
  { findings, segments, sought, dates, title }: Text,
  signal: AbortSignal,
): Promise<Found> {
  let last = performance.now();
  const rest = async (): Promise<void> => {
    if (performance.now() - last < maxTurnMs) return;
    await nextTurn();
    signal.throwIfAborted();
    last = performance.now();
  };
  for (const segment of segments) findIdentifiers(findings, segment);
  const mail = findMails(findings, segments, dates);
  const signed = findSignatures(findings, segments);
  const heads = findReleases(findings, segments, dates);
  const from = mail.day ?? firstDay([title, ...segments.map(({ body }) => body)], dates);
  for (const segment of segments) if (!heads.has(segment)) findTokens(findings, segment);
  await rest();
  const lines = segments.filter((segment) => !mail.headers.has(segment) && !heads.has(segment));
  const wants = (...kinds: readonly Kind[]): boolean =>
    sought.some(({ kind }) => kind !== undefined && kinds.includes(kind));
  const lexicon = wants("person", "organization", "place", "task", "meeting")
    ? await loadLexicon()
    : undefined;
  readLines({ findings, sought, dates, from, lexicon }, lines);
  for (const segment of segments) addNamed(findings, segment, sought);
  if (wants("date")) addDates(findings, lines, dates);
  if (wants("person")) for (const segment of lines) findIntroduced(findings, segment);
  if (lexicon !== undefined)
    await findNames(
      findings,
      lines.filter((segment) => !signed.has(segment)),
      lexicon,
      rest,
    );
  const mentions = mentionsOf(findings, segments);
  readNeighbours(findings, mentions);
  return { from, mentions };
}

function firstDay(texts: readonly string[], dates: Dates): string | undefined {
  for (const text of texts) {
    const whole = dates.find(text, undefined).find(({ isWhole }) => isWhole);
    if (whole !== undefined) return whole.day;
  }
  return undefined;
}

function addDates(findings: Findings, segments: readonly Segment[], dates: Dates): void {
  for (const segment of segments)
    for (const { text, day, isWhole } of dates.find(segment.body, undefined))
      if (isWhole) findings.add("date", text, { segment, isStrong: true, facts: { date: day } });
}

/** Each relationship once, with the first sentence that shows it. */
function once(related: readonly Related[], known: Certainties): readonly FoundRelationship[] {
  const found = new Map<string, FoundRelationship>();
  for (const { type, from, to, segment, support } of related) {
    const key = [type, keyOfName(from.name), keyOfName(to.name)].join("\n");
    const certainty = known[support];
    if (!found.has(key))
      found.set(key, { type, from: from.name, to: to.name, quote: quoteOf(segment, from.name), certainty });
  }
  return [...found.values()];
}
