// Draws slices as boxes, kinds one way and dates the other, with what the algebra says of each pair.

import { contains, coveredBy, disjoint, intersect, union } from "../../src/exports/algebra.ts";
import type { FilterDefinition } from "../../src/index.ts";
import { figure, svgOf, textAt } from "./picture.ts";

/** The picture. */
export function boxesPicture(): string {
  const rows = Math.ceil(panels.length / columns);
  return svgOf({
    width: 2 * margin + columns * panelWidth + (columns - 1) * gap,
    height: 2 * margin + rows * panelHeight + (rows - 1) * gap,
    title: "Slices as boxes: one inside another, overlapping, apart, and unions that are a slice or none",
    description: panels.map(({ title, claim, words }) => `${title}: ${words} ${claim()}.`).join(" "),
    shapes: panels.map((panel, at) => {
      const x = margin + (at % columns) * (panelWidth + gap);
      const y = margin + Math.floor(at / columns) * (panelHeight + gap);
      return `<g transform="translate(${figure(x)} ${figure(y)})">\n${panelShapes(panel).join("\n")}\n</g>`;
    }),
  });
}

/** A slice: rows of types from one month to just before another, both counted from January as 0. */
interface Box {
  readonly name: "A" | "B" | "C";
  readonly firstRow: number;
  readonly rows: number;
  readonly start: number;
  readonly end: number;
}

/** One pair, or three. */
interface Panel {
  readonly title: string;
  /** What is to be seen. */
  readonly words: string;
  /** What the algebra says, computed when the picture is drawn. */
  readonly claim: () => string;
  readonly boxes: readonly Box[];
  /** Whether the smallest box around all is drawn too, and what is in it and in none of them. */
  readonly around?: string;
}

const types = ["Person", "Company", "Deal"] as const;

const margin = 18;
const gap = 22;
const columns = 3;
const labels = 66;
const monthWidth = 17;
const rowHeight = 34;
const plotTop = 30;
const plotWidth = 12 * monthWidth;
const plotHeight = types.length * rowHeight;
const panelWidth = labels + plotWidth;
const panelHeight = plotTop + plotHeight + 52;

const panels: readonly Panel[] = [
  pair(
    "B is inside A",
    box("A", [0, 2], [1, 11]),
    box("B", [0, 1], [4, 8]),
    "A has the types of B and more, and begins before it and ends after it.",
    (a, b) => `contains(A, B) is ${String(contains(a, b))}`,
  ),
  pair(
    "A and B overlap",
    box("A", [0, 2], [0, 8]),
    box("B", [1, 2], [5, 11]),
    "They share one type and three months.",
    (a, b) => {
      const { dateRange, entityTypes } = intersect(a, b);
      const months = `${monthOf(dateRange?.start, 0)}–${monthOf(dateRange?.end, -1)}`;
      return `intersect(A, B): ${String(entityTypes)}, ${months}`;
    },
  ),
  pair(
    "A and B are apart",
    box("A", [0, 1], [1, 9]),
    box("B", [2, 1], [3, 11]),
    "They share months, and no type. One side of the box is enough.",
    (a, b) => `disjoint(A, B) is ${String(disjoint(a, b))}`,
  ),
  pair(
    "The union is one slice",
    box("A", [0, 2], [0, 5]),
    box("B", [0, 2], [5, 11]),
    "They have the same types, and B begins where A ends.",
    (a, b) => `union(A, B) is ${union(a, b) === null ? "null" : "a slice"}`,
  ),
  {
    ...pair(
      "The union is no slice",
      box("A", [0, 1], [0, 7]),
      box("B", [1, 1], [4, 12]),
      "The smallest box around both also has corners that are in neither.",
      (a, b) => `union(A, B) is ${union(a, b) === null ? "null" : "a slice"}`,
    ),
    around: "in neither",
  },
  covered(box("A", [0, 2], [2, 10]), box("B", [0, 2], [0, 6]), box("C", [0, 3], [6, 12])),
];

function box(
  name: Box["name"],
  [firstRow, rows]: readonly [first: number, rows: number],
  [start, end]: readonly [start: number, end: number],
): Box {
  return { name, firstRow, rows, start, end };
}

function pair(
  title: string,
  a: Box,
  b: Box,
  words: string,
  say: (a: FilterDefinition, b: FilterDefinition) => string,
): Panel {
  return { title, words, boxes: [a, b], claim: () => say(definitionOf(a), definitionOf(b)) };
}

function covered(a: Box, b: Box, c: Box): Panel {
  return {
    title: "B and C cover A",
    words: "Neither contains it; together they do.",
    boxes: [a, b, c],
    claim: () => `coveredBy(A, [B, C]) is ${String(coveredBy(definitionOf(a), [b, c].map(definitionOf)))}`,
  };
}

function definitionOf({ firstRow, rows, start, end }: Box): FilterDefinition {
  const dateOf = (month: number): string => new Date(Date.UTC(2026, month)).toISOString();
  return {
    entityTypes: types.slice(firstRow, firstRow + rows),
    propertyFilters: [],
    dateRange: { field: "created_at", start: dateOf(start), end: dateOf(end) },
  };
}

/** The name of the month of an instant, or of one so many milliseconds later. */
function monthOf(instant: string | undefined, later: number): string {
  const month = new Date(Date.parse(instant ?? "") + later).getUTCMonth();
  return ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][month] ?? "?";
}

function panelShapes({ title, claim, boxes, around }: Panel): readonly string[] {
  const bottom = plotTop + plotHeight;
  return [
    textAt(0, 14, "heading", title),
    ...types.map((type, row) => textAt(labels - 8, plotTop + (row + 0.5) * rowHeight + 4, "quiet end", type)),
    ...Array.from({ length: types.length + 1 }, (_, row) => ruleAt(plotTop + row * rowHeight)),
    ...["Jan", "Apr", "Jul", "Oct"].map((month, at) =>
      textAt(labels + at * 3 * monthWidth, bottom + 15, "quiet small", month),
    ),
    ...(around === undefined ? [] : aroundShapes(boxes, around)),
    ...boxes.flatMap(boxShapes),
    textAt(0, bottom + 40, "code", claim()),
  ];
}

function ruleAt(y: number): string {
  return `<path class="rule" d="M${figure(labels)} ${figure(y)}h${figure(plotWidth)}"/>`;
}

function boxShapes(each: Box, at: number): readonly string[] {
  const inset = 3 + at * 2;
  const { x, y, width, height } = placeOf(each, inset);
  const kind = each.name.toLowerCase();
  const place = `x="${figure(x)}" y="${figure(y)}" width="${figure(width)}" height="${figure(height)}" rx="3"`;
  const nameX = at === 0 ? x + 13 : x + width - 13;
  const nameY = at === 1 ? y + height - 8 : y + 19;
  return [
    `<rect class="fill ${kind}" ${place}/>`,
    `<rect class="line ${kind}" ${place}/>`,
    textAt(nameX, nameY, `name ${kind}`, each.name),
  ];
}

/** The smallest box around others, with a word in its first and its last corner. */
function aroundShapes(boxes: readonly Box[], words: string): readonly string[] {
  const hull: Box = {
    name: "A",
    firstRow: Math.min(...boxes.map(({ firstRow }) => firstRow)),
    rows: boxes.reduce((sum, { rows }) => sum + rows, 0),
    start: Math.min(...boxes.map(({ start }) => start)),
    end: Math.max(...boxes.map(({ end }) => end)),
  };
  const { x, y, width, height } = placeOf(hull, 0);
  return [
    `<rect class="around" x="${figure(x)}" y="${figure(y)}" width="${figure(width)}" height="${figure(height)}"/>`,
    textAt(x + 8, y + height - 13, "quiet small", words),
    textAt(x + width - 8, y + 21, "quiet small end", words),
  ];
}

function placeOf(
  { firstRow, rows, start, end }: Box,
  inset: number,
): { readonly x: number; readonly y: number; readonly width: number; readonly height: number } {
  return {
    x: labels + start * monthWidth + 1,
    y: plotTop + firstRow * rowHeight + inset,
    width: (end - start) * monthWidth - 2,
    height: rows * rowHeight - 2 * inset,
  };
}
