// How many entities are in the slice, and what everybody must see before they trust the number: terms that do not count, unknown names.

import { isCurrent, type Outcome } from "../model/outcome.ts";
import { announce, counted, grouped, h, type Part, type View, whenChanged } from "./dom.ts";
import { countsOf } from "./problems.ts";

/** How long typing rests before the number is read out. */
const rest = 900;

/** Fills a box with the count, of so many entities in all. */
export function createFound(box: HTMLElement, total: number): View<Outcome> {
  let timer = 0;
  const fill = (outcome: Outcome): void => {
    const headline = isCurrent(outcome) ? countOf(outcome, total) : refused(outcome);
    box.replaceChildren(...headline, ...warningsOf(outcome), ...typesOf(outcome));
    clearTimeout(timer);
    timer = setTimeout(() => announce(spoken(outcome, total)), rest);
  };
  return { show: whenChanged(fill, keyOf) };
}

/** Fills a line right under the query with the same in a few words, as what is further down may be out of sight. */
export function createBrief(line: HTMLElement, total: number): View<Outcome> {
  const fill = ({ result, found }: Outcome): void => {
    if (!result.ok || found === null) {
      line.replaceChildren(h("b", { class: "refused" }, "Refused"), ` ${countsOf(result.diagnostics)}`);
      return;
    }
    const unknown = result.unresolved.shapes.length + result.unresolved.sources.length;
    const warned = [
      ...(result.scope_warnings.length === 0 ? [] : [ignoredOf(result.scope_warnings)]),
      ...(unknown === 0 ? [] : [counted(unknown, "unknown name")]),
    ];
    const warning = warned.length === 0 ? [] : [h("span", { class: "warned" }, warned.join(", "))];
    const share = ` of ${counted(total, "entity", "entities")} `;
    line.replaceChildren(h("b", {}, grouped(found.count)), share, ...warning);
  };
  return {
    show: whenChanged(fill, (outcome) => JSON.stringify([keyOf(outcome), outcome.result.diagnostics])),
  };
}

/** Of all that is shown. */
function keyOf(outcome: Outcome): string {
  const { result, found } = outcome;
  if (!result.ok) return JSON.stringify(["refused", found?.query]);
  const { scope_warnings, unresolved } = result;
  return JSON.stringify([found?.count, found?.byType, scope_warnings, unresolved, wholeProject(outcome)]);
}

function ignoredOf({ length }: readonly string[]): string {
  return counted(length, "term does not count", "terms do not count");
}

/** What is read out. */
function spoken(outcome: Outcome, total: number): string {
  const { result, found } = outcome;
  if (!result.ok || found === null) return "The query is refused. Nothing is counted.";
  const { scope_warnings } = result;
  const warning = scope_warnings.length === 0 ? "" : ` ${ignoredOf(scope_warnings)}.`;
  return `${grouped(found.count)} of ${counted(total, "entity", "entities")}.${warning}`;
}

function countOf({ found }: Outcome, total: number): readonly Part[] {
  if (found === null) return [];
  const share = total === 0 ? 0 : (found.count / total) * 100;
  const bar = h("div", { class: "share", "aria-hidden": "true" }, ...(share === 0 ? [] : [h("i")]));
  bar.style.setProperty("--share", `${String(share)}%`);
  return [
    h(
      "p",
      { class: "count", "data-count": found.count },
      h("strong", {}, grouped(found.count)),
      h("span", {}, ` of ${counted(total, "entity", "entities")} ${percent(share)}`),
    ),
    bar,
  ];
}

function percent(share: number): string {
  if (share === 0 || share === 100) return "";
  return share < 0.1 ? "(under 0.1 %)" : `(${share.toFixed(share < 10 ? 1 : 0)} %)`;
}

function refused({ found }: Outcome): readonly Part[] {
  const last = h(
    "code",
    { class: "breaks" },
    found?.query === "" ? "(the empty query)" : (found?.query ?? ""),
  );
  return [
    h("p", { class: "count refused" }, h("strong", {}, "Refused")),
    h("p", {}, "A query with errors selects nothing, so nothing is counted."),
    ...(found === null
      ? []
      : [h("p", { class: "note" }, "Faded below: the last query that compiled, ", last)]),
  ];
}

function warningsOf({ result, ...outcome }: Outcome): readonly Part[] {
  if (!result.ok) return [];
  const { scope_warnings, unresolved } = result;
  const unknown = [...unresolved.shapes, ...unresolved.sources];
  const isOne = scope_warnings.length === 1;
  return [
    ...(wholeProject({ result, ...outcome })
      ? [callout("Nothing narrows this query: it is the whole project.", [])]
      : []),
    ...(scope_warnings.length === 0
      ? []
      : [
          callout(
            `${counted(scope_warnings.length, "term does", "terms do")} not narrow the slice: ` +
              `the count is the same without ${isOne ? "it" : "them"}.`,
            scope_warnings,
          ),
        ]),
    ...(unknown.length === 0
      ? []
      : [callout("Not in the catalog, so no entity matches by these names:", unknown)]),
  ];
}

function wholeProject({ result }: Pick<Outcome, "result">): boolean {
  if (!result.ok) return false;
  const { entityTypes, propertyFilters, dateRange } = result.filter_definition;
  return entityTypes === undefined && propertyFilters.length === 0 && dateRange === undefined;
}

function callout(message: string, terms: readonly string[]): HTMLElement {
  const shown = terms.slice(0, 12).map((term) => h("code", { class: "breaks" }, term));
  const more = terms.length > shown.length ? [` and ${String(terms.length - shown.length)} more`] : [];
  return h(
    "div",
    { class: "callout" },
    h("p", {}, message, ...shown.flatMap((term) => [" ", term]), ...more),
  );
}

function typesOf(outcome: Outcome): readonly Part[] {
  if (!isCurrent(outcome) || outcome.found === null || outcome.found.byType.length < 2) return [];
  const items = outcome.found.byType.map(([type, count]) =>
    h("li", {}, `${type} `, h("b", {}, grouped(count))),
  );
  return [h("ul", { class: "types", "aria-label": "By type" }, ...items)];
}
