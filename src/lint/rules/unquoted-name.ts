// `shape:Sales CRM`: a name of several words without quotes.

import type { RuleDocs } from "../../diagnostics/docs.ts";
import type { NameResolution, TypeResolution } from "../../semantics/resolve.ts";
import { spanTo } from "../../text/span.ts";
import type { LintContext } from "../context.ts";
import { isKnown } from "../known.ts";
import { bracketed, continued, termForEach } from "../lists.ts";
import { nameAcross } from "../unquoted-phrase.ts";
import { writeNames } from "../write-name.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"unquoted-name"> = {
  code: "unquoted-name",
  why: "White space ends a term, so `shape:Sales CRM` is the shape `Sales` and the free text `CRM`: a valid slice, but not the one that was meant. If a value and the words after it form a name in the catalog, or the start of one, the fix puts it in quotes. The comparison ignores case and accents.",
  invalid: [
    { text: "shape:Sales CRM", fixed: 'shape:"Sales CRM"' },
    { text: "shape:sales crm type:Person", fixed: 'shape:"Sales CRM" type:Person' },
    { text: "shape:Sales C", fixed: 'shape:"Sales CRM"' },
  ],
  valid: ['shape:"Sales CRM"', "shape:Inbox report", 'shape:Inbox "CRM"'],
};

/** Reports a bare name that continues in the free text after it. */
export function unquotedName(resolution: NameResolution | TypeResolution, context: LintContext): void {
  const { term, index } = resolution;
  const { value } = term;
  if (value.quoted || context.hasAt(value.span.start)) return;
  const found = nameAcross(value.text, index, resolution, context);
  if (found === undefined || bracketed(term, index, resolution, context)?.isKnown === true) return;
  // A name can contain a comma. If none does, `Inbox, Sales CRM` is a list, and reported as one.
  const list = found.isWhole ? undefined : continued(resolution, context);
  if (list !== undefined && !isKnown(resolution, context)) return;
  const { written, names, isCertain, terms, hasMore } = found;
  const span = spanTo(value, terms);
  context.report(
    "unquoted-name",
    span,
    () => ({
      args: { qualifier: term.qualifier, written, names },
      fixes:
        list !== undefined
          ? [termForEach(list, resolution, context)]
          : hasMore
            ? []
            : writeNames(names, span, isCertain),
    }),
    { covers: terms.map((each) => each.span) },
  );
}
