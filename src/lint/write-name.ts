// The fix that writes another name in a value's place.
import type { Fix } from "../diagnostics/diagnostic.ts";
import { printValueText } from "../syntax/print.ts";
import { show } from "../text/show.ts";
import type { Span } from "../text/span.ts";

/** Writes a name of the catalog, which may need quotes. Preferred only where it can be no other. */
export function writeName(name: string, span: Span, preferred = false): Fix {
  return {
    title: `write ${show(name)}`,
    edits: [{ span, text: printValueText(name) }],
    ...(preferred ? { preferred } : {}),
  };
}
