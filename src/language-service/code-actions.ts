// Changes on offer for a part of a query.
import type { Diagnostic, Fix } from "../diagnostics/diagnostic.ts";
import { fixAll } from "../pipeline/fix-all.ts";
import { validate } from "../pipeline/validate.ts";
import { parse } from "../syntax/parse.ts";
import type { TextEdit } from "../text/edits.ts";
import { type Span, touches } from "../text/span.ts";
import { limitsWith } from "../vocabulary/limits.ts";
import { inCanonicalOrder, sortedByKind } from "./arrange.ts";
import type { Context } from "./context.ts";
import { editsBetween } from "./edits.ts";

/**
 * A change on offer.
 *
 * @example
 * ```ts
 * const [action] = await createLanguageService().codeActions("Type:Person", { start: 0, end: 0 });
 * action?.title; // write `type:`
 * ```
 */
export interface CodeAction {
  /** What it does, in the imperative. */
  readonly title: string;
  /** Its kind, by the names of the Language Server Protocol. */
  readonly kind: "quickfix" | "source.fixAll" | "refactor.rewrite";
  /** What it changes; the edits do not overlap. */
  readonly edits: readonly TextEdit[];
  /** True if it is the preferred fix, which is unambiguous. */
  readonly preferred?: boolean;
  /** What it fixes. */
  readonly diagnostic?: Diagnostic;
}

/** The changes for the terms in a span: fixes, then all unambiguous fixes at once, then other orders of the terms. */
export function codeActionsAt(text: string, span: Span, context: Context): readonly CodeAction[] {
  // Of many diagnostics errors are kept before others, so at least one shows that there are some.
  const { maxDiagnostics } = limitsWith(context.limits);
  const limits = { ...context.limits, maxDiagnostics: Math.max(1, maxDiagnostics) };
  const diagnostics = validate(text, { ...context, limits });
  return [
    ...diagnostics.filter((each) => touches(each.span, span)).flatMap(fixesOf),
    ...allFixes(text, diagnostics, context),
    ...arrangements(text, diagnostics, context),
  ];
}

function fixesOf(diagnostic: Diagnostic): readonly CodeAction[] {
  return (diagnostic.fixes ?? []).map((fix) => fixAction(fix, diagnostic));
}

function fixAction({ title, edits, preferred }: Fix, diagnostic: Diagnostic): CodeAction {
  return { title, kind: "quickfix", edits, ...(preferred === undefined ? {} : { preferred }), diagnostic };
}

function allFixes(text: string, diagnostics: readonly Diagnostic[], context: Context): readonly CodeAction[] {
  const isCertain = diagnostics.some(({ fixes = [] }) => fixes.some(({ preferred }) => preferred === true));
  const edits = isCertain ? editsBetween(text, fixAll(text, context)) : [];
  return edits.length === 0 ? [] : [{ title: "apply all unambiguous fixes", kind: "source.fixAll", edits }];
}

/** Where there are errors, it is not certain which terms there are. */
function arrangements(
  text: string,
  diagnostics: readonly Diagnostic[],
  { limits }: Context,
): readonly CodeAction[] {
  if (diagnostics.some(({ severity }) => severity === "error")) return [];
  const { query } = parse(text, { limits });
  return [
    rewrite("sort the terms by kind", text, sortedByKind(text, query)),
    rewrite(
      "group repeated qualifiers, in order, without duplicate names",
      text,
      inCanonicalOrder(text, query),
    ),
  ].flat();
}

function rewrite(title: string, before: string, after: string): readonly CodeAction[] {
  const edits = editsBetween(before, after);
  return edits.length === 0 ? [] : [{ title, kind: "refactor.rewrite", edits }];
}
