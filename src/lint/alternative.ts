// The name that a word such as `OR` adds to the term before it: `type:Person OR Company`.
import type { Fix } from "../diagnostics/diagnostic.ts";
import type { NameResolution, TypeResolution } from "../semantics/resolve.ts";
import type { Term } from "../syntax/ast.ts";
import { printValueText } from "../syntax/print.ts";
import { spanTo } from "../text/span.ts";
import { operatorLike } from "../vocabulary/lookalikes.ts";
import { isKnownAs, tableFor } from "./known.ts";
import { isUnquotedText } from "./removal.ts";
import type { LintContext } from "./rule.ts";
import { nameAcross } from "./unquoted-phrase.ts";

/** A name without its qualifier. */
export interface Alternative {
  /** The words that the name is made of. */
  readonly terms: readonly Term[];
  /** Gives it the qualifier, in place of the word before it. */
  readonly fix: Fix;
}

/** The name after the word at `index`, if that stands after a term with a name. With a catalog it is one that is known. */
export function alternativeAt(index: number, context: LintContext): Alternative | undefined {
  const [before, next] = [context.resolutions[index - 1], context.query.terms[index + 1]];
  if (before?.means !== "name" && before?.means !== "entity-type") return undefined;
  if (next?.kind !== "text") return undefined;
  const written = { names: [next.value.text], terms: [], isCertain: true };
  const across =
    (isUnquotedText(next) ? nameAcross(next.value.text, index + 1, before, context) : undefined) ?? written;
  const [name = ""] = across.names;
  const isKnown = isKnownAs(name, before, context);
  if (!isKnown && !mayBeName(name, before, context)) return undefined;
  const terms = [next, ...across.terms];
  const text = `${before.term.qualifier}:${printValueText(name)}`;
  const preferred = isKnown && across.isCertain && context.foreign().size === 1;
  const edits = [{ span: spanTo(context.query.terms[index] ?? next, terms), text }];
  return { terms, fix: { title: `write \`${text}\``, edits, preferred } };
}

/** Whether a word could be a name where nothing says which names there are. */
function mayBeName(word: string, before: NameResolution | TypeResolution, context: LintContext): boolean {
  return tableFor(before, context) === undefined && operatorLike(word) === undefined && !/[:()]/u.test(word);
}
