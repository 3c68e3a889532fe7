// The fix that writes another name in a value's place.
import type { Fix } from "../diagnostics/diagnostic.ts";
import { printValueText } from "../syntax/print.ts";
import { hasForbiddenCharacters } from "../text/characters.ts";
import { show } from "../text/show.ts";
import type { Span } from "../text/span.ts";

/**
 * Writes a name of the catalog, which may need quotes. Preferred only where it can be no other. There is no fix for a name with
 * a character that would be refused.
 */
export function writeName(name: string, span: Span, preferred = false): readonly Fix[] {
  if (hasForbiddenCharacters(name)) return [];
  const edits = [{ span, text: printValueText(name) }];
  return [{ title: `write ${show(name)}`, edits, ...(preferred ? { preferred } : {}) }];
}
