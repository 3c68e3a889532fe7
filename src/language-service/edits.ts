// From two texts to the edit between them, so that an editor keeps its cursor where nothing changed.
import type { TextEdit } from "../text/edits.ts";

/** The one edit that makes a text into another, without what both begin and end with; none if they are the same. */
export function editsBetween(before: string, after: string): readonly TextEdit[] {
  if (before === after) return [];
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  if (isInPair(before, start) || isInPair(after, start)) start--;
  let same = 0;
  while (
    same < shorter - start &&
    before.charCodeAt(before.length - 1 - same) === after.charCodeAt(after.length - 1 - same)
  )
    same++;
  if (isInPair(before, before.length - same) || isInPair(after, after.length - same)) same--;
  const span = { start, end: before.length - same };
  return [{ span, text: after.slice(start, after.length - same) }];
}

/** Whether an offset parts the halves of a surrogate pair. */
function isInPair(text: string, offset: number): boolean {
  const [before, after] = [text.charCodeAt(offset - 1), text.charCodeAt(offset)];
  return before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000;
}
