// Dates compared as in other languages: `created>=2026-01-01`, `>=2026-01-01`.
import type { Fix } from "../diagnostics/diagnostic.ts";
import type { Term } from "../syntax/ast.ts";
import { isCertainValue } from "../syntax/fix-confidence.ts";
import { withBound } from "../vocabulary/qualifiers.ts";
import { synonymsOf } from "./qualifier-meant.ts";

/** A comparison, and the term that says it, if that is clear. */
export interface Comparison {
  readonly mark: string;
  readonly written: string | undefined;
  readonly fixes: readonly Fix[];
}

/** The comparison that a bare text is, if it compares a date, be it the next term. */
export function comparisonIn(
  { value: { text, span } }: Term,
  next: Term | undefined,
  now: number,
): Comparison | undefined {
  if (!/[<>]/u.test(text)) return undefined;
  const [, word = "", mark = "", date = ""] = /^([a-z_-]{0,20}):?([<>]=?)(\S*)$/iu.exec(text) ?? [];
  const qualifier = withBound[mark.startsWith("<") ? "end" : "start"];
  const isMeant = word === "" || [word.toLowerCase(), ...synonymsOf(word)].includes(qualifier);
  const compared = date === "" ? (next?.value.text ?? "") : date;
  if (mark === "" || !isCertainValue(qualifier, compared, now)) return undefined;
  // `created >= 7d`: the compared value is separate. `since<7d`, `older>=7d`: the word and the mark say opposite things;
  // `updated>=7d` is about another instant.
  if (date === "" || !isMeant) return { mark, written: undefined, fixes: [] };
  const written = `${qualifier}:${date}`;
  // Never certain: other languages intersect such bounds, where CQL unites them; the word before the mark may stand apart, as
  // in `updated >=7d`; and `<7d` can also mean less than seven days ago.
  return { mark, written, fixes: [{ title: `write \`${written}\``, edits: [{ span, text: written }] }] };
}
