// Says what a search has found in lines: a memory, an entity with what it is connected to, a relationship, a passage of a document.

import type { SearchResult } from "../search/search.ts";
import type { Fact } from "./facts.ts";
import { cut, oneLine } from "./one-line.ts";
import type { Line } from "./text.ts";

type Hits<Kind extends keyof SearchResult> = NonNullable<SearchResult[Kind]>;

/** What lines need to know besides the hits. */
export interface Known {
  /** The relationships of the entities that were found. */
  readonly facts: readonly Fact[];
  /** The types and names of entities that relationships connect, by ID. */
  readonly ends: ReadonlyMap<string, string>;
  /** The names of sources, by ID. */
  readonly sources: ReadonlyMap<string, string>;
}

/** The lines of all hits. */
export function linesOf(hits: SearchResult, known: Known): readonly Line[] {
  const { memories = [], documents = [], entities = [], relationships = [] } = hits;
  const told = new Set(known.facts.map(({ id }) => id));
  return [
    ...memories.map(ofMemory),
    ...documents.map((passage) => ofPassage(passage, known)),
    ...entities.map((entity) => ofEntity(entity, known)),
    // Those of an entity are in its line.
    ...relationships.filter(({ id }) => !told.has(id)).map((each) => ofRelationship(each, known)),
  ];
}

function ofMemory(hit: Hits<"memories">[number]): Line {
  const { id, score, content, subject, source_context, valid_at } = hit;
  // A hundred memories of the greatest length would take long to write in one line each.
  const begin = oneLine(cut(content, maxWhole));
  const short = shortOf(hit) ?? (begin.length > maxQuote ? cut(begin, maxQuote) : undefined);
  const quote = content.length > maxWhole ? (short ?? begin) : begin;
  const [about, source] = [aboutOf(subject), brief(source_context)];
  return { kind: "memory", id, score, about, subject, quote, short, source, at: valid_at };
}

/** Whom a memory is about: the ID of an end user, and else what is said of the subject. */
function aboutOf(subject: Hits<"memories">[number]["subject"]): string | null {
  if (subject === null) return null;
  const { id, ...rest } = subject;
  return brief([typeof id === "string" ? id : "", valuesIn(rest)].filter(Boolean).join("; "));
}

function ofPassage(hit: Hits<"documents">[number], { sources }: Known): Line {
  const { id, score, title, source_id, text, created_at } = hit;
  const source = [sources.get(source_id), title].flatMap((name) => brief(name) ?? []).join(": ");
  const short = shortOf(hit);
  const quote = oneLine(text);
  return { kind: "document", id, score, about: null, quote, short, source: source || null, at: created_at };
}

function ofEntity(hit: Hits<"entities">[number], { facts, sources }: Known): Line {
  const { id, score, source_id, created_at, properties } = hit;
  const name = nameOf(hit);
  const own = facts.filter(({ entity_id }) => entity_id === id);
  const said = [name, valuesIn(properties), ...own.map((fact) => sayFact(name, fact))];
  const short = [name, shortOf(hit)];
  return {
    kind: "entity",
    id,
    score,
    about: null,
    quote: oneLine(said.filter(Boolean).join("; ")),
    short: oneLine(short.filter(Boolean).join("; ")),
    source: brief(sources.get(source_id ?? "")),
    at: created_at,
  };
}

function ofRelationship(hit: Hits<"relationships">[number], { ends }: Known): Line {
  const { id, score, type, from, to, created_at, properties } = hit;
  const said = `${ends.get(from) ?? from} ${type} ${ends.get(to) ?? to}`;
  const quote = oneLine([said, valuesIn(properties)].filter(Boolean).join("; "));
  const short = oneLine(said);
  return { kind: "relationship", id, score, about: null, quote, short, source: null, at: created_at };
}

/** How entities are called in lines. */
export function nameOf({ type, name }: { readonly type: string; readonly name: string | null }): string {
  return cut(name === null ? type : `${type} ${name}`, maxQuote);
}

function sayFact(name: string, { type, is_from, other_type, other_name, quote }: Fact): string {
  const other = nameOf({ type: other_type, name: other_name });
  const said = is_from ? `${type} ${other}` : `${other} ${type} ${name}`;
  return quote === null ? said : `${said}: “${cut(oneLine(quote), maxQuote)}”`;
}

/** Maximum characters of a memory that is quoted whole. */
const maxWhole = 5000;
/** Maximum properties in a line, and characters of a value, and of a quote, a name or a source. */
const [maxValues, maxValue, maxQuote] = [8, 120, 200];

/** The properties that are texts, numbers and the like: others would be long, and hard to read. */
function valuesIn(properties: Readonly<Record<string, unknown>>): string {
  return Object.entries(properties)
    .filter(([, value]) => ["boolean", "number", "string"].includes(typeof value) && value !== "")
    .slice(0, maxValues)
    .map(([key, value]) => `${key}: ${cut(String(value), maxValue)}`)
    .join("; ");
}

/** The beginning of what something is called or comes from; null if it says nothing. */
function brief(text: string | null | undefined): string | null {
  return cut(oneLine(cut(text ?? "", maxWhole)), maxQuote) || null;
}

/** The excerpt that has the words, without marks. */
function shortOf({ highlight }: { readonly highlight: string | null }): string | undefined {
  return highlight === null ? undefined : oneLine(highlight.replaceAll(/[«»]/gu, ""));
}
