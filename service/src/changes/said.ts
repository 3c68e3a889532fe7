// What a change says, whatever delta it is in, and which document says it: what was rejected is recognized by that.

import type { Evidence } from "../database/tables.ts";
import { digestOf } from "../values/digest.ts";
import type { JsonValue } from "../values/json.ts";
import { entityKey } from "../values/name-key.ts";

/**
 * What documents say about a change: the digests of properties with their values, by the ID of a document and its `updated_at` as it was read. Another
 * text of the document is another key, since nobody has seen what it says.
 */
export type Said = Readonly<Record<string, readonly string[]>>;

type Properties = Readonly<Record<string, JsonValue>>;

/** A quote, and the version of its document that was read. */
export interface Quoted {
  readonly evidence: Evidence;
  readonly updated_at: string;
}

/** An entity by its type and name. */
export interface Named {
  readonly type: string;
  readonly name: string;
}

/** The key of changes that are about the same entity. */
export function aboutEntity({ type, name }: Named): string {
  return digestOf(entityKey(type, name));
}

/** The key of changes that are about the same relationship. */
export function aboutRelationship(type: string, from: Named, to: Named): string {
  return digestOf(JSON.stringify([type, entityKey(from.type, from.name), entityKey(to.type, to.name)]));
}

/** That a document says these properties. */
export function saidIn(quote: Quoted, properties: Properties = {}): Said {
  return { [textOf(quote)]: digestsOf(properties) };
}

function textOf({ evidence, updated_at }: Quoted): string {
  return `${evidence.document_id} ${updated_at}`;
}

/** That documents say these properties, each of which is quoted. */
export function saidBy(quotes: readonly Quoted[], properties?: Properties): Said {
  return quotes.reduce<Said>((said, quote) => withSaid(said, saidIn(quote, properties)), {});
}

function digestsOf(properties: Properties): readonly string[] {
  return Object.entries(properties).map((each) => digestOf(JSON.stringify(each)));
}

/** What either says. */
export function withSaid(some: Said, more: Said): Said {
  const all: Record<string, readonly string[]> = { ...some };
  for (const [text, properties] of Object.entries(more))
    all[text] = [...new Set([...(all[text] ?? []), ...properties])];
  return all;
}

/** What is said of these properties: a value that was not staged was not seen, so it cannot be rejected. */
export function saidOf(said: Said, ...staged: readonly Properties[]): Said {
  const known = new Set(staged.flatMap(digestsOf));
  return Object.fromEntries(
    Object.entries(said).map(([text, properties]) => [text, properties.filter((each) => known.has(each))]),
  );
}

/** What a change says, and some of the quotes that show it. */
export interface Shown {
  readonly said: Said;
  readonly evidence: readonly Evidence[];
}

/**
 * Whether a document says no more with a quote than is said there: in the same text of the document, with whatever quote, or in a later one with a quote
 * that is shown there, so that it returns with neither another choice of quotes nor another line elsewhere in the document.
 */
export function saysNoMore(quote: Quoted, properties: Properties, { said, evidence }: Shown): boolean {
  const wanted = digestsOf(properties);
  const areIn = (known: readonly string[]): boolean => wanted.every((each) => known.includes(each));
  const inText = said[textOf(quote)];
  if (inText !== undefined && areIn(inText)) return true;
  const { document_id, quote: words } = quote.evidence;
  const isShown = evidence.some((each) => each.document_id === document_id && each.quote === words);
  const ofDocument = Object.entries(said).filter(([text]) => text.startsWith(`${document_id} `));
  return isShown && areIn(ofDocument.flatMap(([, known]) => known));
}
