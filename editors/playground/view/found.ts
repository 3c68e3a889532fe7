// How many entities are in the slice: as a number, in a line, and read out with what to know of it.

import { counted, grouped } from "../model/counts.ts";
import { isCurrent, type Outcome } from "../model/outcome.ts";
import { announce, h, type Part, type View, whenChanged } from "./dom.ts";
import { countsOf } from "./problems.ts";

/** In place of the number, of a query (null) that is refused while it is typed: no other number may appear there. */
const unsaid = "…";

/** How long after all is shown the number is read out. */
const rest = 500;

/** Fills a box with the count, of so many entities in all. */
export function createCount(box: HTMLElement, total: number): View<Outcome | null> {
  const parts = (outcome: Outcome | null): readonly Part[] => {
    if (outcome === null) return [h("p", { class: "count" }, h("strong", {}, h("span", {}, unsaid)))];
    return isCurrent(outcome) ? [...countOf(outcome, total), ...typesOf(outcome)] : refused(outcome);
  };
  return { show: whenChanged((outcome) => box.replaceChildren(...parts(outcome)), keyOf) };
}

/** Reads the count out, and what to know of it. */
export function createReader(total: number): View<Outcome> {
  let timer = 0;
  const read = (outcome: Outcome): void => {
    clearTimeout(timer);
    timer = setTimeout(() => announce(spoken(outcome, total)), rest);
  };
  return { show: whenChanged(read, keyOf) };
}

/** Fills a line right under the query with the same in a few words, for screens on which the count is further down. */
export function createBrief(line: HTMLElement, total: number): View<Outcome | null> {
  const fill = (outcome: Outcome | null): void => {
    if (outcome === null) {
      line.replaceChildren(unsaid);
      return;
    }
    const { result, found } = outcome;
    if (!result.ok || found === null) {
      line.replaceChildren(h("b", { class: "refused" }, "Refused"), ` ${countsOf(result.diagnostics)}`);
      return;
    }
    line.replaceChildren(h("b", {}, grouped(found.count)), ` of ${counted(total, "entity", "entities")}`);
  };
  return {
    show: whenChanged(fill, (outcome) => JSON.stringify([keyOf(outcome), outcome?.result.diagnostics])),
  };
}

/** Of all that is shown. */
function keyOf(outcome: Outcome | null): string {
  if (outcome === null) return unsaid;
  const { result, found } = outcome;
  if (!result.ok) return JSON.stringify(["refused", found?.query]);
  const { scope_warnings, unresolved } = result;
  const unknown = [unresolved, unknownTypes(outcome)];
  return JSON.stringify([found?.count, found?.byType, scope_warnings, unknown]);
}

/** What to know of the count, in few words. On the page the problems say it, term by term. */
function warnedOf(outcome: Outcome): readonly string[] {
  if (!outcome.result.ok) return [];
  const ignored = outcome.result.scope_warnings.length;
  const unknown = unknownNames(outcome).length + unknownTypes(outcome).length;
  return [
    ...(ignored === 0 ? [] : [counted(ignored, "term does not narrow it", "terms do not narrow it")]),
    ...(unknown === 0 ? [] : [counted(unknown, "unknown name")]),
  ];
}

/** What is read out. */
function spoken(outcome: Outcome, total: number): string {
  const { result, found } = outcome;
  if (!result.ok || found === null) return "The query is refused. Nothing is counted.";
  const warnings = warnedOf(outcome).map((each) => ` ${each}.`);
  return `${grouped(found.count)} of ${counted(total, "entity", "entities")}.${warnings.join("")}`;
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

function unknownNames({ result }: Outcome): readonly string[] {
  return result.ok ? [...result.unresolved.shapes, ...result.unresolved.sources] : [];
}

/** A type is searched as written, so an unknown one is only likely to be a typo. */
function unknownTypes({ result, catalog: { types } }: Outcome): readonly string[] {
  if (!result.ok || types === null) return [];
  return (result.filter_definition.entityTypes ?? []).filter((type) => !types.has(type));
}

function typesOf(outcome: Outcome): readonly Part[] {
  if (!isCurrent(outcome) || outcome.found === null || outcome.found.byType.length < 2) return [];
  const items = outcome.found.byType.map(([type, count]) =>
    h("li", {}, `${type} `, h("b", {}, grouped(count))),
  );
  return [h("ul", { class: "types", "aria-label": "By type" }, ...items)];
}
