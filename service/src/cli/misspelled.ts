// Whether a name is a misspelling of another.

import { distance } from "../values/distance.ts";

/** Maximum edits between a wrong word and its suggestion. */
const slips = 2;

/** Whether `written` is a misspelling of `meant`: different case, or one or two letters off. Equal names are not. */
export function isMisspelled(written: string, meant: string): boolean {
  if (written === meant) return false;
  if (Math.abs(written.length - meant.length) > slips) return false;
  return distance(written.toUpperCase(), meant.toUpperCase()) <= slips;
}
