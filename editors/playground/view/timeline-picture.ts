// The picture of the timeline: an axis in UTC, the range over it, and when entities were created above and below it.

import { grouped } from "../model/counts.ts";
import { showInstant } from "../model/instants.ts";
import { placeIn, type Stretch, type TimeRange, ticksOf } from "../model/timeline.ts";
import { svg } from "./dom.ts";

/** What is drawn. `chosen` and `all` count the entities in equal parts of the stretch. */
export interface Picture {
  readonly title: string;
  readonly width: number;
  readonly stretch: Stretch;
  readonly range: TimeRange;
  readonly now: number;
  readonly chosen: readonly number[];
  readonly all: readonly number[];
  /** Of a query before this one. */
  readonly isFaded: boolean;
}

/** The margin at either side, so that marks at the edge are whole. */
export const pictureSide = 10;

const height = 188;
const nameAt = 12;
const rangeAt = 30;
const plotTop = 44;
const axisAt = 122;
const plotBottom = 160;
const tickAt = 180;
const tickRoom = 84;

/** Draws the timeline, one unit a pixel. */
export function drawTimeline(picture: Picture): SVGElement {
  const { title, width } = picture;
  const place = { viewBox: `0 0 ${String(width)} ${String(height)}`, height };
  return svg(
    "svg",
    { ...place, role: "img", "aria-label": title },
    ...bars(picture),
    ...axis(picture),
    ...band(picture),
    ...present(picture),
  );
}

function xOf({ width, stretch }: Picture, instant: number): number {
  return pictureSide + Math.min(1, Math.max(0, placeIn(stretch, instant))) * (width - 2 * pictureSide);
}

/** Upwards those in the slice, downwards all, each as high as there is room for its highest. */
function bars({ width, stretch, chosen, all, isFaded }: Picture): readonly SVGElement[] {
  const column = (bins: readonly number[], room: number, kind: string): readonly SVGElement[] => {
    const highest = Math.max(...bins);
    const step = (width - 2 * pictureSide) / bins.length;
    return bins.flatMap((count, bin) => {
      if (count === 0) return [];
      const tall = Math.max(2, (count / highest) * Math.abs(room));
      const y = room < 0 ? axisAt - tall : axisAt;
      const box = {
        x: pictureSide + bin * step,
        y,
        width: Math.max(1, step - 1.5),
        height: tall,
        class: kind,
      };
      const from = showInstant(stretch.start + ((stretch.end - stretch.start) * bin) / bins.length);
      return [svg("rect", box, svg("title", {}, `${grouped(count)} from ${from}`))];
    });
  };
  return [
    ...column(all, plotBottom - axisAt, "bar"),
    ...column(chosen, plotTop - axisAt, isFaded ? "bar faded" : "bar chosen"),
  ];
}

function axis(picture: Picture): readonly SVGElement[] {
  const { width, stretch } = picture;
  const most = Math.max(2, Math.floor(width / tickRoom));
  const ticks = ticksOf(stretch, most).flatMap(({ instant, label }) => {
    const x = xOf(picture, instant);
    const mark = svg("line", { x1: x, x2: x, y1: plotBottom + 3, y2: plotBottom + 8, class: "axis" });
    // A label that would be cut at the edge is left out.
    const isWhole = x > 34 && x < width - 34;
    return isWhole ? [mark, svg("text", { x, y: tickAt, class: "tick" }, label)] : [mark];
  });
  const ends = { x1: pictureSide, x2: width - pictureSide };
  return [svg("line", { ...ends, y1: axisAt, y2: axisAt, class: "axis" }), ...ticks];
}

/** The range: a full dot where it begins, as that instant is in it, a ring where it ends, an arrow where it is open. */
function band(picture: Picture): readonly SVGElement[] {
  const { range, stretch } = picture;
  const { start, end } = range;
  if (start === undefined && end === undefined) return [];
  const isEmpty = start !== undefined && end !== undefined && start >= end;
  const [left, right] = [xOf(picture, start ?? stretch.start), xOf(picture, end ?? stretch.end)];
  const line = svg("line", {
    x1: left,
    x2: right,
    y1: rangeAt,
    y2: rangeAt,
    class: isEmpty ? "range empty" : "range",
  });
  const area = { x: left, y: rangeAt, width: Math.max(0, right - left), height: plotBottom - rangeAt };
  return [
    ...(isEmpty ? [] : [svg("rect", { ...area, class: "area" })]),
    line,
    start === undefined || start < stretch.start ? arrow(left, -1) : dot(left, "included"),
    end === undefined || end > stretch.end ? arrow(right, 1) : dot(right, "excluded"),
  ];
}

function dot(x: number, kind: string): SVGElement {
  return svg("circle", { cx: x, cy: rangeAt, r: 5, class: kind });
}

function arrow(x: number, direction: 1 | -1): SVGElement {
  const back = String(x - direction * 8);
  const [above, below] = [String(rangeAt - 5), String(rangeAt + 5)];
  return svg("path", {
    d: `M${back} ${above}L${String(x)} ${String(rangeAt)}L${back} ${below}`,
    class: "arrow",
  });
}

function present(picture: Picture): readonly SVGElement[] {
  const { now, stretch } = picture;
  if (now < stretch.start || now > stretch.end) return [];
  const x = xOf(picture, now);
  const kind = placeIn(stretch, now) > 0.5 ? "tick end" : "tick start";
  return [
    svg("line", { x1: x, x2: x, y1: nameAt + 4, y2: plotBottom, class: "now-line" }),
    svg("text", { x, y: nameAt, class: kind }, "now"),
  ];
}
