// What a completion is, for all who make one.
import type { TextEdit } from "../text/edits.ts";

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
  /** One line beside it: what a qualifier does, the id of a name, the instant of a date. */
  readonly detail?: string;
  /** What choosing it does: it replaces the word under the cursor, also what of it is behind the cursor. */
  readonly edit: TextEdit;
  /** True if one goes on with a value, so that an editor can ask for completions again. */
  readonly continues?: boolean;
}
