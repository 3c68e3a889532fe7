// Which letters of a name match the search text.
import { foldName } from "./fold.ts";
import { beginsWord } from "./rank.ts";
import type { Span } from "./span.ts";

/**
 * The parts of a name that fit a written text, by the same places as `rankedNames`: at the beginning, at that of a word,
 * anywhere, or letter by letter. In order, never adjacent; none if it was found in another way.
 */
export function matchedIn(name: string, written: string): readonly Span[] {
  if (written === "") return [];
  const { text, sources } = folded(name);
  const letters = foldName(written);
  const at = bestPlace(text, letters);
  const places =
    at < 0 ? inOrder(text, letters) : Array.from({ length: letters.length }, (_, unit) => at + unit);
  return joined(places.flatMap((place) => sources[place] ?? []));
}

interface Folded {
  readonly text: string;
  /** Where each unit of the folded text comes from. */
  readonly sources: readonly Span[];
}

/** Letter by letter, each with its accents. */
function folded(name: string): Folded {
  const sources: Span[] = [];
  let text = "";
  for (const { 0: letter, index } of name.matchAll(/.\p{M}*/gsu)) {
    const letters = foldName(letter);
    const source = { start: index, end: index + letter.length };
    sources.push(...Array.from({ length: letters.length }, () => source));
    text += letters;
  }
  return { text, sources };
}

function bestPlace(text: string, letters: string): number {
  const first = text.indexOf(letters);
  for (let at = first; at >= 0; at = text.indexOf(letters, at + 1))
    if (at === 0 || beginsWord(text, at)) return at;
  return first;
}

/** The places of the letters, one after the other, the first at the beginning of a word. */
function inOrder(text: string, letters: string): readonly number[] {
  const places: number[] = [];
  for (let at = 0; at < text.length && places.length < letters.length; at++)
    if (
      text.charAt(at) === letters.charAt(places.length) &&
      (places.length > 0 || at === 0 || beginsWord(text, at))
    )
      places.push(at);
  return places.length === letters.length ? places : [];
}

/** Spans in order, merging those that adjoin or come from one letter. */
function joined(spans: readonly Span[]): readonly Span[] {
  const parts: Span[] = [];
  for (const { start, end } of spans) {
    const last = parts.at(-1);
    if (last !== undefined && last.end >= start)
      parts[parts.length - 1] = { start: last.start, end: Math.max(last.end, end) };
    else parts.push({ start, end });
  }
  return parts;
}
