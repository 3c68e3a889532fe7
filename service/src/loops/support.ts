// Checks whether a text supports what a model claims to have read in it.

import type { FoundEntity } from "../extraction/extractor.ts";
import { isJsonList, type JsonValue } from "../values/json.ts";
import { nameKey } from "../values/name-key.ts";

/** Checks finds against a text. */
export interface Support {
  /** Whether all names occur in the text, and the quote contains one of them or is a passage of its own. */
  readonly shows: (find: { readonly quote: string }, names: readonly string[]) => boolean;
  /** The properties, without values that do not occur in the text. */
  readonly said: (properties: FoundEntity["properties"]) => FoundEntity["properties"];
}

/** Creates the checks for a text; case, white space and the encoding of accents do not matter. */
export function supportIn(text: string): Support {
  const whole = nameKey(text);
  const occurs = (words: string): boolean => whole.includes(nameKey(words));
  return {
    shows: ({ quote }, names) => names.every(occurs) && (holdsAny(quote, names) || isPassage(quote)),
    said: (properties) =>
      Object.fromEntries(
        Object.entries(properties).flatMap(([name, value]) => {
          const said = saidOf(value, occurs);
          return said === undefined ? [] : [[name, said]];
        }),
      ),
  };
}

/** Models are asked for dates and times in ISO form, while the text has other forms; a delta marks these values as not in a quote. */
const instant =
  /^(?:\d{4}-\d\d(?:-\d\d)?(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?|\d\d:\d\d(?::\d\d)?)$/;

/** The part of a value that occurs in the text. Only texts are checked, also those in lists; numbers and the like can be written in many ways. */
function saidOf(value: JsonValue, occurs: (words: string) => boolean): JsonValue | undefined {
  if (typeof value === "string") return instant.test(value) || occurs(value) ? value : undefined;
  if (!isJsonList(value)) return value;
  const items = value.filter((item) => saidOf(item, occurs) !== undefined);
  if (items.length === value.length) return value;
  return items.length === 0 ? undefined : items;
}

function holdsAny(quote: string, names: readonly string[]): boolean {
  const key = nameKey(quote);
  return names.some((name) => key.includes(nameKey(name)));
}

/** Minimum words of a quote without a name: shorter ones say too little. */
const minWords = 3;
/** Splits words by the rules of Unicode, as not all scripts have spaces. */
const words = new Intl.Segmenter(undefined, { granularity: "word" });

function isPassage(quote: string): boolean {
  let count = 0;
  for (const { isWordLike } of words.segment(quote)) {
    if (isWordLike === true) count += 1;
    if (count === minWords) return true;
  }
  return false;
}

/** Maximum occurrences compared. */
const maxPlaces = 100;

/** The position of a quote in a text: of several occurrences the one nearest to the name; -1 if it does not occur. */
export function placeNear(text: string, quote: string, name: string): number {
  const first = text.indexOf(quote);
  if (first === -1 || !text.includes(quote, first + 1)) return first;
  const names = placesOf(text, name);
  const distanceOf = (at: number): number =>
    names.reduce((least, place) => Math.min(least, Math.abs(place - at)), Infinity);
  return placesOf(text, quote).reduce((best, at) => (distanceOf(at) < distanceOf(best) ? at : best), first);
}

function placesOf(text: string, words: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(words); at !== -1 && places.length < maxPlaces; at = text.indexOf(words, at + 1))
    places.push(at);
  return places;
}
