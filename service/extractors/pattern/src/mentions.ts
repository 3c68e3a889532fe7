// Where the finds are mentioned in each segment.

import { type Find, type Findings, keyOfName } from "./findings.ts";
import { isCapital, wordsIn } from "./runs.ts";
import type { Segment } from "./segments.ts";

/** A find in a segment. */
export interface Mention {
  readonly find: Find;
  /** Offsets in the body of the segment, the end exclusive. */
  readonly start: number;
  readonly end: number;
}

/** The mentions of each segment, in their order; a name counts with up to six words. */
export function mentionsOf(
  findings: Findings,
  segments: readonly Segment[],
): ReadonlyMap<Segment, readonly Mention[]> {
  const byName = new Map<string, Find>();
  const inSegment = new Map<Segment, Find[]>();
  for (const find of findings.all()) {
    if (!byName.has(keyOfName(find.name))) byName.set(keyOfName(find.name), find);
    for (const segment of find.segments)
      inSegment.set(segment, [...(inSegment.get(segment) ?? []), find].slice(0, 50));
  }
  return new Map(
    segments.map((segment) => {
      const named = namedIn(findings, segment, byName);
      for (const { find } of named) find.segments.add(segment);
      const others = (inSegment.get(segment) ?? []).filter((find) =>
        named.every((each) => each.find !== find),
      );
      return [segment, [...named, ...placesOf(others, segment)].toSorted((a, b) => a.start - b.start)];
    }),
  );
}

function namedIn(
  findings: Findings,
  { body }: Segment,
  byName: ReadonlyMap<string, Find>,
): readonly Mention[] {
  const words = wordsIn(body);
  const found: Mention[] = [];
  for (let at = 0; at < words.length; at++)
    for (let length = Math.min(6, words.length - at); length > 0; length--) {
      const last = words[at + length - 1];
      const start = words[at]?.start ?? 0;
      const end = (last?.start ?? 0) + (last?.text.length ?? 0);
      const name = body.slice(start, end);
      const find =
        byName.get(keyOfName(name)) ??
        (length === 1 && isCapital(name) ? findings.personCalled(name) : undefined);
      if (find === undefined) continue;
      found.push({ find, start, end });
      at += length - 1;
      break;
    }
  return found;
}

/** Results whose names are not words, such as `LP: #12`. */
function placesOf(finds: readonly Find[], { body }: Segment): readonly Mention[] {
  return finds.flatMap((find) => {
    const start = body.indexOf(find.name);
    return start === -1 ? [] : [{ find, start, end: start + find.name.length }];
  });
}
