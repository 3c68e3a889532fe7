// Writing another name, wherever a query has the old one.
import type { QualifiedTerm, Term } from "../syntax/ast.ts";
import { type ParseOptions, parse } from "../syntax/parse.ts";
import { printValueText } from "../syntax/print.ts";
import { hasForbiddenCharacters } from "../text/characters.ts";
import type { TextEdit } from "../text/edits.ts";
import type { Span } from "../text/span.ts";
import { rowOf } from "../vocabulary/qualifiers.ts";
import { termAt } from "./term-at.ts";

/**
 * A name that can be renamed.
 *
 * @example
 * ```ts
 * createLanguageService().prepareRename('shape:"Sales CRM"', 8); // { span: { start: 6, end: 17 }, placeholder: "Sales CRM" }
 * ```
 */
export interface RenamePlace {
  /** Where it is, its quotes included. */
  readonly span: Span;
  /** The name itself. */
  readonly placeholder: string;
}

/** The name at an offset. */
export function prepareRename(text: string, offset: number, options?: ParseOptions): RenamePlace | null {
  const term = nameAt(text, offset, options);
  if (term === undefined) return null;
  return { span: term.value.span, placeholder: term.value.text };
}

/**
 * The edits that rename what is at an offset. A shape is renamed after every qualifier that takes shapes. `null` for a
 * text with errors, which cannot be split with certainty, and for a new name that {@link isName} refuses.
 */
export function renameEdits(
  text: string,
  offset: number,
  newName: string,
  options?: ParseOptions,
): readonly TextEdit[] | null {
  if (typeof newName !== "string") throw new TypeError("newName must be a string");
  const chosen = nameAt(text, offset, options);
  if (chosen === undefined || !isName(newName)) return null;
  return parse(text, options)
    .query.terms.filter((term) => tableOf(term) === tableOf(chosen) && term.value.text === chosen.value.text)
    .map(({ value }) => ({ span: value.span, text: printValueText(newName) }));
}

/** Why a renaming is refused, and what to do: for the place, and for the new name. */
export const renameRefusals = {
  place: "only the names of types, shapes and sources can be changed, in a query without errors",
  name: "a name must not be empty, nor hold control characters, invisible characters or half a surrogate pair",
} as const;

/** Whether a text can be a name: not empty, and free of characters that nobody sees. */
export function isName(name: string): boolean {
  return name !== "" && !hasForbiddenCharacters(name);
}

function nameAt(text: string, offset: number, options: ParseOptions | undefined): QualifiedTerm | undefined {
  const limits = { ...options?.limits, maxDiagnostics: Number.POSITIVE_INFINITY };
  const { query, diagnostics } = parse(text, { limits });
  if (diagnostics.some(({ severity }) => severity === "error")) return undefined;
  const term = termAt(query, offset);
  if (term === undefined || term.kind === "text" || tableOf(term) === undefined) return undefined;
  return offset >= term.value.span.start ? term : undefined;
}

/** Where the name of a term is looked up: terms of one table share their names. */
function tableOf(term: Term): string | undefined {
  if (term.kind === "text") return undefined;
  const { means, lookup } = rowOf(term.qualifier);
  return means === "entity-type" ? means : lookup;
}
