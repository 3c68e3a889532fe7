// The fixes that write other names in a value's place.
import type { Fix } from "../diagnostics/diagnostic.ts";
import { printValueText } from "../syntax/print.ts";
import { hasForbiddenCharacters } from "../text/characters.ts";
import { show } from "../text/show.ts";
import type { Span } from "../text/span.ts";

/**
 * Writes a name of the catalog, which may need quotes. Preferred only if no other is possible. There is no fix for a name with
 * a character that would be refused.
 */
export function writeName(name: string, span: Span, preferred = false): readonly Fix[] {
  if (hasForbiddenCharacters(name)) return [];
  const edits = [{ span, text: printValueText(name) }];
  return [{ title: `write ${show(name)}`, edits, ...(preferred ? { preferred } : {}) }];
}

/** A fix for each of several names; there may be only one. */
export function writeNames(names: readonly string[], span: Span, preferred: boolean): readonly Fix[] {
  return names.flatMap((name) => writeName(name, span, preferred && names.length === 1));
}
