// The rows of the slice among the shipped entities, newest first, a part at a time.

import type { CatalogTable } from "../../../src/index.ts";
import { counted, grouped } from "../model/counts.ts";
import { type Found, isCurrent, type Outcome } from "../model/outcome.ts";
import type { Sample } from "../model/packed.ts";
import { h, type View } from "./dom.ts";

/** Rows that are made at once. */
const portion = 50;

const columns: readonly string[] = [
  "Created (UTC)",
  "Type",
  "Package",
  "Detail",
  "Shape",
  "Source",
  "Source shape",
];

/** The names of what the entities hold as identifiers. */
export interface SampleNames {
  readonly shapes: Pick<CatalogTable, "nameOf">;
  readonly sources: Pick<CatalogTable, "nameOf">;
}

/** Fills a box with the table. */
export function createSamplesTable(
  box: HTMLElement,
  samples: readonly Sample[],
  names: SampleNames,
): View<Outcome> {
  const { body, table, scroller, note, more } = furnish(box);
  let rows: Uint32Array = new Uint32Array();
  let state: State | undefined;
  const grow = (): void => {
    const from = body.childElementCount;
    const newest = rows.length - from;
    for (const row of rows.subarray(Math.max(0, newest - portion), newest).toReversed()) {
      const sample = samples[row];
      if (sample !== undefined) body.append(rowOf(sample, body.childElementCount, names));
    }
    more.hidden = body.childElementCount >= rows.length;
    note.textContent = said(body.childElementCount, rows.length, state);
  };
  more.addEventListener("click", () => {
    grow();
    // A button that goes takes the focus with it.
    if (more.hidden) scroller.focus();
  });
  const fill = (found: Found | null): void => {
    rows = found?.rows ?? new Uint32Array();
    box.classList.toggle("faded", state !== "current");
    // With fewer rows than the whole, a screen reader still knows how many there are.
    table.setAttribute("aria-rowcount", state === "current" ? String(rows.length + 1) : "-1");
    body.replaceChildren();
    scroller.scrollTop = 0;
    grow();
  };
  return {
    show: (outcome) => {
      const { found } = outcome;
      const next = stateOf(outcome);
      // Otherwise a ticking clock would remove rows while someone reads them.
      if (next === state && isEqual(rows, found?.rows ?? rows)) return;
      state = next;
      fill(found);
    },
  };
}

/** Whether the rows are of this very query, of one before it, or there are none to show. */
type State = "current" | "faded" | "none";

function stateOf(outcome: Outcome): State {
  if (outcome.found === null) return "none";
  return isCurrent(outcome) ? "current" : "faded";
}

interface TableParts {
  readonly body: HTMLElement;
  readonly table: HTMLElement;
  readonly scroller: HTMLElement;
  readonly note: HTMLElement;
  readonly more: HTMLElement;
}

function furnish(box: HTMLElement): TableParts {
  const body = h("tbody");
  const head = h("tr", { "aria-rowindex": 1 }, ...columns.map((name) => h("th", { scope: "col" }, name)));
  const table = h(
    "table",
    { class: "samples", "aria-labelledby": "samples-title" },
    h("thead", {}, head),
    body,
  );
  const region = { role: "region", tabindex: 0, "aria-label": "Rows" };
  const scroller = h("div", { class: "scrolls tall", ...region }, table);
  const note = h("p", { class: "note" });
  const more = h("button", { type: "button", class: "quiet" }, "Show more rows");
  box.append(h("div", { class: "scroll-box" }, scroller), h("div", { class: "figure-foot" }, note, more));
  return { body, table, scroller, note, more };
}

/** No number of a query that is refused. */
function said(shown: number, all: number, state: State | undefined): string {
  if (state === "faded")
    return all === 0 ? "The last query that compiled had no rows." : "Rows of the last query that compiled.";
  if (state !== "current") return "No query has compiled yet.";
  if (all === 0) return "No entity is in the slice.";
  return shown === all
    ? `All ${counted(all, "row")}, newest first.`
    : `The newest ${grouped(shown)} of ${counted(all, "row")}.`;
}

function rowOf(sample: Sample, place: number, { shapes, sources }: SampleNames): HTMLElement {
  const cells = [
    sample.created_at.slice(0, 16).replace("T", " "),
    sample.type,
    sample.package,
    sample.detail,
    shapes.nameOf(sample.shape_id) ?? sample.shape_id,
    sources.nameOf(sample.source_id) ?? sample.source_id,
    shapes.nameOf(sample.source_shape_id) ?? sample.source_shape_id,
  ];
  // The head is the first.
  return h("tr", { "aria-rowindex": place + 2 }, ...cells.map((cell) => h("td", {}, cell)));
}

function isEqual(some: Uint32Array, others: Uint32Array): boolean {
  return some.length === others.length && some.every((row, at) => row === others[at]);
}
