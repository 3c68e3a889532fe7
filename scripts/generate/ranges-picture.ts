// Draws where ranges begin as the present goes on: one that rolls, two that step, and one that steps back.

import { whenStale } from "../../src/exports/algebra.ts";
import { resolveDate } from "../../src/index.ts";
import { figure, svgOf, textAt } from "./picture.ts";

/** The picture. */
export function rangesPicture(): string {
  return svgOf({
    width: 2 * margin + panels.length * panelWidth + (panels.length - 1) * gap,
    height: 2 * margin + panelHeight,
    title:
      "Where ranges begin as time goes on: 7d rolls, today and yesterday step at midnight, 1mo steps back",
    description: panels.map(({ title, words }) => `${title}: ${words}`).join(" "),
    shapes: panels.map((panel, at) => {
      const x = margin + at * (panelWidth + gap);
      return `<g transform="translate(${figure(x)} ${figure(margin)})">\n${panelShapes(panel).join("\n")}\n</g>`;
    }),
  });
}

/** One or two expressions over the same days. */
interface Panel {
  readonly title: string;
  /** What is to be seen. */
  readonly words: string;
  readonly expressions: readonly string[];
  /** The first day of the axis of starts. */
  readonly from: number;
}

const dayLength = 86_400_000;
const days = 8;
/** The first day of the axis of the present: February has 28 days in this year. */
const firstNow = Date.UTC(2026, 2, 26);

const panels: readonly Panel[] = [
  {
    title: "after:7d rolls",
    words: "the start is always seven days before now; entities leave the slice all the time.",
    expressions: ["7d"],
    from: Date.UTC(2026, 2, 19),
  },
  {
    title: "after:today steps",
    words:
      "the start stays for a day and goes on at midnight in UTC; so does that of yesterday, a day earlier.",
    expressions: ["today", "yesterday"],
    from: Date.UTC(2026, 2, 25),
  },
  {
    title: "after:1mo may step back",
    words:
      "the start goes on with now until 28 March. February has no 29th, so on 29, 30 and 31 March it goes through 28 February again.",
    expressions: ["1mo"],
    from: Date.UTC(2026, 1, 25),
  },
];

const margin = 18;
const gap = 26;
const labels = 56;
const dayWidth = 27;
const dayHeight = 21;
const plotTop = 46;
const plotWidth = days * dayWidth;
const plotHeight = days * dayHeight;
const panelWidth = labels + plotWidth;
const panelHeight = plotTop + plotHeight + 64;

function panelShapes(panel: Panel): readonly string[] {
  const { title, expressions, from } = panel;
  const bottom = plotTop + plotHeight;
  return [
    textAt(0, 14, "heading", title),
    textAt(0, plotTop - 10, "quiet small", "start of the range"),
    textAt(panelWidth, bottom + 31, "quiet small end", "now"),
    ...range(days + 1).flatMap((day) => [
      `<path class="rule" d="M${figure(labels)} ${figure(plotTop + day * dayHeight)}h${figure(plotWidth)}"/>`,
      textAt(labels + day * dayWidth, bottom + 15, "quiet small middle", shortDay(firstNow, day)),
    ]),
    ...range(days / 2 + 1).map((pair) =>
      textAt(labels - 8, bottom - 2 * pair * dayHeight + 4, "quiet small end", shortDay(from, 2 * pair)),
    ),
    ...expressions.flatMap((expression, at) => lineShapes(expression, at === 0 ? "a" : "b", from)),
    textAt(0, bottom + 60, "code", `whenStale: ${staleness(expressions[0] ?? "")}`),
  ];
}

/** The dates from the start on, and the start itself; where it jumps back, that is marked. */
function lineShapes(expression: string, kind: "a" | "b", from: number): readonly string[] {
  const paths = segmentsOf(expression).map((segment) =>
    segment.map(([now, start]) => [xOf(now), yOf(start, from)] as const),
  );
  const lines = paths.map((points) => points.map(([x, y]) => `${figure(x)} ${figure(y)}`).join("L"));
  const areas = paths.map((points, at) => {
    const [[left] = [0], [right] = [0]] = [points[0], points.at(-1)];
    return `M${lines[at] ?? ""}L${figure(right)} ${figure(plotTop)}L${figure(left)} ${figure(plotTop)}z`;
  });
  const [x, y] = pointAt(expression, kind === "a" ? 6 : 2, from);
  return [
    ...(kind === "a" ? [`<path class="fill a" d="${areas.join("")}"/>`] : []),
    `<path class="line ${kind}" d="${lines.map((line) => `M${line}`).join("")}"/>`,
    ...paths.flatMap((points, at) => jumpShape(points.at(-1), paths[at + 1]?.[0])),
    kind === "a"
      ? textAt(x - 7, y - 7, "code a end", expression)
      : textAt(x + dayWidth + 7, y + 16, "code b", expression),
    ...(kind === "a" ? [textAt(labels + 8, plotTop + 16, "a small", "in the slice")] : []),
  ];
}

/** Where the line is at the beginning of a day. */
function pointAt(expression: string, day: number, from: number): Point {
  const now = firstNow + day * dayLength;
  return [xOf(now), yOf(startAt(expression, now), from)];
}

type Point = readonly [x: number, y: number];

/** A thin line from the end of one piece to the beginning of the next. */
function jumpShape(last: Point | undefined, next: Point | undefined): readonly string[] {
  if (last === undefined || next === undefined) return [];
  const [[x, y], [, end]] = [last, next];
  return [`<path class="around" d="M${figure(x)} ${figure(y)}V${figure(end)}"/>`];
}

/** The start over the present in pieces without jumps: within a day it stays or goes on with the present. */
function segmentsOf(expression: string): readonly (readonly Point[])[] {
  const segments: Point[][] = [];
  for (const day of range(days)) {
    const [begin, end] = [firstNow + day * dayLength, firstNow + (day + 1) * dayLength - 1];
    const points = [begin, end].map((now): Point => [now, startAt(expression, now)]);
    const before = segments.at(-1);
    const isNext = before?.at(-1)?.[1] === (points[0]?.[1] ?? 0) - 1;
    if (before !== undefined && isNext) before.push(...points);
    else segments.push(points);
  }
  return segments;
}

function startAt(expression: string, now: number): number {
  const result = resolveDate(expression, now);
  if (!result.ok) throw new Error(`${expression} is no date: ${result.diagnostic.message}`);
  return result.instant;
}

/** What is said of a query with this start, in a few words. */
function staleness(expression: string): string {
  const stale = whenStale(`after:${expression}`, firstNow + dayLength / 2);
  switch (stale.kind) {
    case "never":
      return "never";
    case "at":
      return `at ${new Date(stale.instant).toISOString().slice(0, 16)}Z`;
    case "rolling":
      return `rolling${stale.mayStepBack ? ", may step back" : ""}`;
  }
}

function xOf(now: number): number {
  return labels + ((now - firstNow) / dayLength) * dayWidth;
}

function yOf(start: number, from: number): number {
  return plotTop + plotHeight - ((start - from) / dayLength) * dayHeight;
}

/** The day of the month, and where there is room the month. */
function shortDay(from: number, day: number): string {
  const date = new Date(from + day * dayLength);
  const month = ["Jan", "Feb", "Mar", "Apr"][date.getUTCMonth()] ?? "";
  return from === firstNow ? String(date.getUTCDate()) : `${String(date.getUTCDate())} ${month}`;
}

function range(count: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => at);
}
