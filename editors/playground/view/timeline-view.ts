// The timeline with its words: the range as a sentence, a key to the bars, and a button to look closer.

import { grouped } from "../model/counts.ts";
import { showInstant } from "../model/instants.ts";
import { isCurrent, type Outcome } from "../model/outcome.ts";
import { binsOf, rangeStretch, type TimeRange, wholeStretch } from "../model/timeline.ts";
import { h, type Part, type View } from "./dom.ts";
import { drawTimeline, pictureSide } from "./timeline-picture.ts";

const barWidth = 6;

/** Draws in a box, as wide as that is; `instants` are those of all entities, ascending. */
export function createTimeline(box: HTMLElement, instants: Float64Array): View<Outcome> {
  let last: Outcome | undefined;
  let isClose = false;
  const picture = h("div", { class: "timeline" });
  const [caption, legend] = [h("span"), h("span", { class: "legend" })];
  const zoom = h("button", { type: "button", class: "quiet zoom" }, "Zoom to the range");
  const draw = (): void => {
    if (last === undefined) return;
    const { found, now } = last;
    const range = rangeOf(last);
    const isBounded = range.start !== undefined || range.end !== undefined;
    zoom.hidden = !isBounded;
    zoom.setAttribute("aria-pressed", String(isClose));
    const whole = wholeStretch(instants[0] ?? 0, instants.at(-1) ?? 0, now);
    const stretch = isClose && isBounded ? rangeStretch(range, whole) : whole;
    const width = Math.max(120, picture.clientWidth);
    const size = Math.floor((width - 2 * pictureSide) / barWidth);
    const chosen = binsOf(
      Float64Array.from(found?.rows ?? [], (row) => instants[row] ?? 0),
      stretch,
      size,
    );
    const all = binsOf(instants, stretch, size);
    const isFaded = !isCurrent(last);
    const title = `${describe(last, range)} The axis goes from ${showInstant(stretch.start)} to ${showInstant(stretch.end)}.`;
    picture.replaceChildren(drawTimeline({ title, width, stretch, range, now, chosen, all, isFaded }));
    caption.textContent = describe(last, range);
    legend.replaceChildren(...legendOf(chosen, all, isFaded));
  };
  zoom.addEventListener("click", () => {
    isClose = !isClose;
    draw();
  });
  box.append(zoom, h("figure", {}, picture, h("figcaption", {}, caption, legend)));
  new ResizeObserver(draw).observe(picture);
  return {
    show: (outcome) => {
      const isDrawn = last !== undefined && last.found === outcome.found && last.now === outcome.now;
      const isSame = isDrawn && last?.result.ok === outcome.result.ok;
      last = outcome;
      if (!isSame) draw();
    },
  };
}

/** Of what was found, so that picture and rows are of one query. */
function rangeOf({ found }: Outcome): TimeRange {
  const range = found?.compiled.filter_definition.dateRange;
  return {
    start: range?.start === undefined ? undefined : Date.parse(range.start),
    end: range?.end === undefined ? undefined : Date.parse(range.end),
  };
}

/** The caption, and the text alternative too. */
function describe(outcome: Outcome, { start, end }: TimeRange): string {
  if (outcome.found === null) return "No query has compiled yet.";
  const whose = isCurrent(outcome) ? "Created" : "Of the last query that compiled: created";
  if (start === undefined && end === undefined) return `${whose} at any time.`;
  const from = start === undefined ? "" : ` from ${showInstant(start)} (included)`;
  const to = end === undefined ? "" : ` up to ${showInstant(end)} (not included)`;
  const isEmpty = start !== undefined && end !== undefined && start >= end;
  return `${whose}${from}${to}.${isEmpty ? " Nothing can be in a range that ends before it begins." : ""}`;
}

/** Each of the two has its own scale, so each says how high it goes. */
function legendOf(chosen: readonly number[], all: readonly number[], isFaded: boolean): readonly Part[] {
  const entry = (kind: string, name: string, bins: readonly number[]): HTMLElement =>
    h(
      "span",
      {},
      h("i", { class: `swatch ${kind}` }),
      `${name}, at most ${grouped(Math.max(0, ...bins))} a bar`,
    );
  const some = (bins: readonly number[]): boolean => bins.some((count) => count > 0);
  return [
    // No number of a query that is refused.
    ...(some(chosen) && !isFaded ? [entry("chosen", "in the slice", chosen)] : []),
    ...(some(all) ? [entry("all", "all entities", all)] : []),
  ];
}
