// Makes entities of the wanted types from finds.

import type { EntityType, FoundEntity } from "../../../src/extraction/extractor.ts";
import type { JsonValue } from "../../../src/values/json.ts";
import type { Certainties } from "./certainty.ts";
import type { Dates } from "./dates.ts";
import { type Find, type Findings, keyOfName } from "./findings.ts";
import { factsFor, valueFor, wordOf, writtenValue } from "./properties.ts";
import type { Segment } from "./segments.ts";
import type { Sought } from "./types.ts";

/** A quote has at most so many UTF-16 code units. */
const maxQuoteLength = 300;

/** Says which wanted type a find has; nothing if it is not wanted. */
export function assignment(
  findings: Findings,
  sought: readonly Sought[],
): (find: Find) => Sought | undefined {
  const roles = new Set(findings.all().flatMap(({ roles }) => Array.from(roles)));
  const hasMail = findings.of("mail").length > 0;
  const hasOrganization = findings.of("organization").some(({ isStrong }) => isStrong);
  const isOf = ({ kind, also, type }: Sought, find: Find): boolean => {
    if (find.kind === "address" && kind === "mail" && !hasMail) return true;
    return kind === undefined
      ? find.kind === `type ${type.name}`
      : find.kind === kind || (find.kind === also && !hasOrganization);
  };
  const named = new Set(findings.all().map(({ kind, name }) => (kind.startsWith("type ") ? name : "")));
  const typeOf = (find: Find): Sought | undefined => {
    // `order KB-20773` has the form of a ticket, but is not one.
    if (find.kind === "issue" && named.has(find.name)) return undefined;
    const types = sought.filter((type) => isOf(type, find));
    const fitting = types.find(({ words }) => words.some((word) => find.roles.has(word)));
    // A type of those who do something is not for everybody, if the text says who does it.
    return fitting ?? types.find(({ words }) => !words.some((word) => roles.has(word)));
  };
  // Each relationship asks again for each find.
  const known = new Map<Find, Sought | undefined>();
  return (find) => {
    if (!known.has(find)) known.set(find, typeOf(find));
    return known.get(find);
  };
}

/** A line that says a property of the find above it. */
interface Said {
  readonly property: string;
  readonly value: JsonValue;
}

/** How values are read. */
export interface ValueReader {
  readonly dates: Dates;
  readonly from: string | undefined;
  readonly certainties: Certainties;
}

/** The entities, each with what the text says about it. */
export function entitiesOf(
  findings: Findings,
  finds: readonly Find[],
  typeOf: (find: Find) => Sought | undefined,
  reading: ValueReader,
): readonly FoundEntity[] {
  const said = saidBelow(findings, finds, typeOf, reading);
  const entities = new Map<string, FoundEntity>();
  for (const find of finds) {
    const type = typeOf(find)?.type;
    const [earliest] = find.segments;
    const segment = [...find.segments].find(({ body }) => body.includes(find.name)) ?? earliest;
    if (type === undefined || segment === undefined) continue;
    const facts = factsOf(findings, find);
    const properties = new Map<string, JsonValue>();
    for (const [name, { type: ofValue }] of Object.entries(type.properties)) {
      const value = valueFor(ofValue, facts, name) ?? dateNextTo(find, name, ofValue, reading);
      if (value !== undefined) properties.set(name, value);
    }
    for (const { property, value } of said.get(find) ?? [])
      if (!properties.has(property)) properties.set(property, value);
    const key = `${type.name}\n${keyOfName(find.name)}`;
    const { name } = find;
    const quote = quoteOf(segment, name);
    const certainty = reading.certainties[find.support];
    if (!entities.has(key))
      entities.set(key, {
        type: type.name,
        name,
        properties: Object.fromEntries(properties),
        quote,
        certainty,
      });
  }
  return [...entities.values()];
}

/** What is known of a find, and of a person who has its name. */
function factsOf(findings: Findings, find: Find): ReadonlyMap<string, string> {
  const person = find.kind.startsWith("type ") ? findings.get("person", find.name) : undefined;
  const owner = find.facts.get("owner");
  const whole = owner === undefined ? undefined : findings.personCalled(owner)?.name;
  return new Map([
    ...(person?.facts ?? []),
    ...find.facts,
    ...(whole === undefined ? [] : [["owner", whole] as const]),
  ]);
}

/** `Key: value` lines belong to the nearest find before them that has such a property. */
function saidBelow(
  { pairs }: Findings,
  finds: readonly Find[],
  typeOf: (find: Find) => Sought | undefined,
  { dates, from }: ValueReader,
): ReadonlyMap<Find, readonly Said[]> {
  const said = new Map<Find, Said[]>();
  const propertyOf = createPropertyLookup();
  const ordered = finds
    .flatMap((find) => [...find.segments].map(({ index }) => ({ find, index })))
    .toSorted((a, b) => a.index - b.index);
  let before: { readonly find: Find; readonly index: number }[] = [];
  let next = 0;
  for (const { key, value, segment } of pairs) {
    while ((ordered[next]?.index ?? Infinity) < segment.index) before.push(...ordered.slice(next, ++next));
    before = before.slice(-20);
    for (const { find } of before.toReversed()) {
      const type = typeOf(find)?.type;
      const property = type === undefined ? undefined : propertyOf(type, key);
      if (property === undefined) continue;
      const written = writtenValue(type?.properties[property]?.type ?? "", value, dates, from);
      const known = said.get(find);
      if (written !== undefined && known === undefined) said.set(find, [{ property, value: written }]);
      else if (written !== undefined) known?.push({ property, value: written });
      break;
    }
  }
  return said;
}

/** Finds the first property of a type that a key names: its words are the same, or what it is filled from. */
function createPropertyLookup(): (type: EntityType, key: string) => string | undefined {
  const places = new Map<EntityType, ReadonlyMap<string, number>>();
  return (type, key) => {
    const names = Object.keys(type.properties);
    const known = places.get(type) ?? placesOf(names);
    places.set(type, known);
    const found = keysOf(key).flatMap((each) => known.get(each) ?? []);
    return found.length === 0 ? undefined : names[Math.min(...found)];
  };
}

/** Where the first of these properties with each key is. */
function placesOf(names: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [at, name] of names.entries())
    for (const key of keysOf(name)) if (!places.has(key)) places.set(key, at);
  return places;
}

/** Two properties are the same if they have one of these in common. */
function keysOf(property: string): readonly string[] {
  const [fact] = factsFor(property);
  return [`word ${wordOf(property)}`, ...(fact === undefined ? [] : [`fact ${fact}`])];
}

/** A date in a sentence that names the find and the property: `The deadline for Magpie is 29 May 2026.` */
function dateNextTo(
  find: Find,
  property: string,
  type: string,
  { dates, from }: ValueReader,
): string | undefined {
  if (!/date|day|time|instant/iu.test(type)) return undefined;
  for (const { body } of [...find.segments].slice(0, 20)) {
    const found = dates.find(body, from);
    const [date] = found;
    const isSaid = body.toLowerCase().includes(property.toLowerCase().replaceAll("_", " "));
    if (date !== undefined && found.length === 1 && (isSaid || isOnly(find, property)))
      return /time|instant/iu.test(type) ? `${date.day}T00:00:00.000Z` : date.day;
  }
  return undefined;
}

/** Whether a date next to a result is its date, because nothing else claims it. */
function isOnly(find: Find, property: string): boolean {
  return /^(?:date|when|day)$/u.test(wordOf(property)) && find.kind.startsWith("type ");
}

/** The words that show a find: its sentence, or as much of it as a quote may have. */
export function quoteOf({ quote }: Segment, name: string): string {
  if (quote.length <= maxQuoteLength) return quote;
  const at = Math.max(0, quote.indexOf(name));
  const start = Math.max(0, Math.min(at - 20, quote.length - maxQuoteLength));
  return quote.slice(start, start + maxQuoteLength).trim();
}
