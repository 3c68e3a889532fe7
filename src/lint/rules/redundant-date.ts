// `after:7d after:30d`: a date that another one of its qualifier covers at any time.
import { pointOf } from "../../dates/instant.ts";
import { reachOf } from "../../dates/reach.ts";
import type { RuleDocs } from "../../diagnostics/docs.ts";
import { isValidDate } from "../../semantics/bounds.ts";
import type { DateResolution } from "../../semantics/resolve.ts";
import { sameTerm } from "../../syntax/ast.ts";
import { printTerm } from "../../syntax/print.ts";
import type { LintContext } from "../context.ts";
import { removeTerm } from "../removal.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"redundant-date"> = {
  code: "redundant-date",
  why: "Terms of one qualifier unite, so of several `after:` only the earliest counts, and of several `before:` only the latest. If the narrower one was meant, remove the wider. Pairs such as `1mo` and `30d`, where which one is wider depends on the time, are not reported.",
  invalid: [
    { text: "after:7d after:30d", fixed: "after:30d" },
    { text: "before:2026-02-01 before:2026-01-01", fixed: "before:2026-02-01" },
    { text: "after:today after:3mo", fixed: "after:3mo" },
  ],
  valid: ["after:30d", "after:1mo after:30d", "after:30d before:7d", "after:2026-01-01 after:30d"],
};

/** Reports a date that another date of the query always covers. */
export function redundantDate(resolution: DateResolution, context: LintContext): void {
  const { term, bound } = resolution;
  const wider = context.bounds()[bound];
  if (wider === undefined || !isValidDate(resolution) || sameTerm(wider.term, term)) return;
  // Its duplicates have a hint of their own.
  if (context.firstLike(resolution) !== resolution || !alwaysTakesIn(wider, resolution)) return;
  const args = {
    written: printTerm(term),
    wider: printTerm(wider.term),
    bound,
    same: wider.instant === resolution.instant,
  };
  context.report(
    "redundant-date",
    term.span,
    () => ({
      args,
      related: [{ span: wider.term.span, message: "this one applies" }],
      fixes: [removeTerm(context.query, resolution.index, `remove \`${args.written}\``)],
    }),
    { unnecessary: true },
  );
}

function alwaysTakesIn(wider: DateResolution, narrower: DateResolution): boolean {
  const [outer, inner] = [pointOf(wider.term.value.text), pointOf(narrower.term.value.text)];
  if (outer === undefined || inner === undefined) return false;
  const isStart = wider.bound === "start";
  if (outer.scale === inner.scale) return isStart ? outer.at <= inner.at : outer.at >= inner.at;
  const [far, near] = isStart ? [outer, inner] : [inner, outer];
  return (reachOf(far)?.least ?? Number.NaN) >= (reachOf(near)?.most ?? Number.NaN);
}
