// What a completion is.
import type { TextEdit } from "../text/edits.ts";
import type { Span } from "../text/span.ts";

/**
 * Something that can be written.
 *
 * @example
 * ```ts
 * const [item] = await createLanguageService({ catalog }).complete("shape:Sal", 9);
 * if (item !== undefined) applyFix("shape:Sal", { title: item.label, edits: [item.edit] }); // shape:"Sales CRM"
 * ```
 */
export interface CompletionItem {
  /** What a list shows: the qualifier, the name or the date, without quotes. */
  readonly label: string;
  /** What it is. */
  readonly kind: "qualifier" | "entity-type" | "name" | "date";
  /** One line next to it: what a qualifier does, the description of a name or how many things have it, the instant of a date. */
  readonly detail?: string;
  /** The parts of the label that match what is written, to be highlighted in a list; omitted if there are none. */
  readonly matches?: readonly Span[];
  /** What choosing it does: it replaces the word under the cursor, including its part after the cursor. */
  readonly edit: TextEdit;
  /** True if a value comes next, so that an editor can ask for completions again. */
  readonly continues?: boolean;
}
