// A name wherever a query has it: to highlight it, and to replace it.
import type { QualifiedTerm, Query, Term } from "../syntax/ast.ts";
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
  const { chosen, hasError } = sameNames(text, offset, options);
  if (chosen === undefined || hasError) return null;
  return { span: chosen.value.span, placeholder: chosen.value.text };
}

/**
 * The edits that rename what is at an offset. A shape is renamed after every qualifier whose values are shapes. `null` where one
 * of the terms has an error, because its end is unknown, and for a new name that {@link isName} refuses.
 */
export function renameEdits(
  text: string,
  offset: number,
  newName: string,
  options?: ParseOptions,
): readonly TextEdit[] | null {
  if (typeof newName !== "string") throw new TypeError("newName must be a string");
  const { terms, hasError } = sameNames(text, offset, options);
  if (terms.length === 0 || hasError || !isName(newName)) return null;
  return terms.map(({ value }) => ({ span: value.span, text: printValueText(newName) }));
}

/** Where the name at an offset is, its quotes included, in order. A shape is the same after every qualifier whose values are shapes. */
export function referencesAt(text: string, offset: number, options?: ParseOptions): readonly Span[] {
  return sameNames(text, offset, options).terms.map(({ value }) => value.span);
}

/** Why a renaming is refused, and what to do: for the place, and for the new name. */
export const renameRefusals = {
  place:
    "only the names of types, shapes and sources can be renamed, and only while no term with the name has an error",
  name: "a name must not be empty or contain control characters, invisible characters or lone surrogates",
} as const;

/** Whether a text can be a name: not empty, and free of invisible characters. */
export function isName(name: string): boolean {
  return name !== "" && !hasForbiddenCharacters(name);
}

interface SameNames {
  readonly chosen: QualifiedTerm | undefined;
  /** The chosen term, and all others with its name. */
  readonly terms: readonly QualifiedTerm[];
  /** Whether one of them has an error, or adjoins one. */
  readonly hasError: boolean;
}

function sameNames(text: string, offset: number, options: ParseOptions | undefined): SameNames {
  const limits = { ...options?.limits, maxDiagnostics: Number.POSITIVE_INFINITY };
  const { query, diagnostics } = parse(text, { limits });
  const chosen = nameAt(query, offset);
  if (chosen === undefined) return { chosen, terms: [], hasError: false };
  const terms = query.terms.filter(
    (term): term is QualifiedTerm =>
      tableOf(term) === tableOf(chosen) && term.value.text === chosen.value.text,
  );
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const hasError = terms.some(({ span }) =>
    errors.some((error) => error.span.start <= span.end && error.span.end >= span.start),
  );
  return { chosen, terms, hasError };
}

function nameAt(query: Query, offset: number): QualifiedTerm | undefined {
  const term = termAt(query, offset);
  if (term === undefined || term.kind === "text" || tableOf(term) === undefined) return undefined;
  return term.value.text !== "" && offset >= term.value.span.start ? term : undefined;
}

/** Where the name of a term is looked up: terms of one table share their names. */
function tableOf(term: Term): string | undefined {
  if (term.kind === "text") return undefined;
  const { means, lookup } = rowOf(term.qualifier);
  return means === "entity-type" ? means : lookup;
}
