// Draws growth: a line for each row of a table through the columns that have a place, on two logarithmic axes.
import { figure, svgOf, textAt } from "../../scripts/generate/picture.ts";
import type { LinePlot, Role, Row, Table } from "../section.ts";
import { type Axis, axisOf } from "./axis.ts";
import { figureText } from "./figures.ts";
import { markRules, seriesMark, widthOf } from "./marks.ts";

/** The picture. */
export function linesPicture(plot: LinePlot, table: Table): string {
  const all = table.rows.flatMap((row, at) => seriesOf(row, at, table));
  const points = all.flatMap(({ figures }) => figures);
  const across = axisOf(
    points.map(([x]) => x),
    true,
  );
  const up = axisOf(
    points.map(([, y]) => y),
    true,
  );
  const labels = Math.max(...all.map(({ name }) => widthOf(name, 12)));
  const frame: Frame = { left: margin + 64, right: width - margin - labels - 14, across, up };
  const drawn = all.map((series) => ({
    series,
    places: series.figures.map((point) => placeOf(point, frame)),
  }));
  return svgOf({
    width,
    height,
    title: plot.title,
    description: `${plot.up}, by ${plot.across}. ${all.map(seriesText).join(" ")}`,
    source: "bench/results.json",
    rules: markRules,
    shapes: [
      textAt(margin, margin + 12, "heading", plot.title),
      textAt(margin, top - 12, "quiet small", `${plot.up}, logarithmic`),
      ...gridShapes(frame, plot),
      ...drawn.flatMap(({ series, places }) => lineShapes(series, places)),
      ...labelShapes(drawn),
    ],
  });
}

const width = 840;
const height = 500;
const margin = 18;
const top = 66;
const bottom = 440;
/** Two labels beside each other are not closer. */
const labelHeight = 16;

/** A figure across and one up. */
type Point = readonly [x: number, y: number];

interface Series {
  readonly name: string;
  readonly role: Role;
  readonly at: number;
  readonly figures: readonly Point[];
}

interface Drawn {
  readonly series: Series;
  readonly places: readonly Point[];
}

interface Frame {
  readonly left: number;
  readonly right: number;
  readonly across: Axis;
  readonly up: Axis;
}

function seriesOf({ name, role, cells }: Row, at: number, { columns }: Table): readonly Series[] {
  const figures = columns.flatMap((column, index): readonly Point[] => {
    const cell = cells[index];
    return column.at !== undefined && typeof cell === "number" && cell > 0 ? [[column.at, cell]] : [];
  });
  return figures.length === 0 ? [] : [{ name: name.replaceAll("`", ""), role, at, figures }];
}

function placeOf([x, y]: Point, { left, right, across, up }: Frame): Point {
  return [left + across.placeOf(x) * (right - left), bottom - up.placeOf(y) * (bottom - top)];
}

function gridShapes({ left, right, across, up }: Frame, plot: LinePlot): readonly string[] {
  return [
    ...up.ticks.flatMap(({ place, text }) => {
      const y = bottom - place * (bottom - top);
      return [
        `<path class="rule" d="M${figure(left)} ${figure(y)}H${figure(right)}"/>`,
        textAt(left - 8, y + 4, "quiet small end", text),
      ];
    }),
    ...across.ticks.flatMap(({ place, text }) => {
      const x = left + place * (right - left);
      return [
        `<path class="rule" d="M${figure(x)} ${figure(top)}V${figure(bottom)}"/>`,
        textAt(x, bottom + 16, "quiet small middle", text),
      ];
    }),
    textAt((left + right) / 2, bottom + 36, "quiet small middle", `${plot.across}, logarithmic`),
  ];
}

/** Lines of ours are whole, those of others broken or dotted. */
const lineClasses: Readonly<Record<Role, string>> = {
  own: "line a own",
  ours: "line a",
  peer: "line b",
  reference: "line c",
};

const markClasses: Readonly<Record<Role, string>> = {
  own: "solid a",
  ours: "hollow a",
  peer: "hollow b",
  reference: "hollow c",
};

function lineShapes({ role, at }: Series, places: readonly Point[]): readonly string[] {
  const path = places.map(([x, y]) => `${figure(x)} ${figure(y)}`).join("L");
  return [
    `<path class="${lineClasses[role]}" d="M${path}"/>`,
    ...places.map(([x, y]) => seriesMark(at, markClasses[role], x, y)),
  ];
}

/** Names at the ends of their lines, moved down where they would cover each other. */
function labelShapes(drawn: readonly Drawn[]): readonly string[] {
  const taken: { readonly x: number; readonly end: number; readonly y: number }[] = [];
  const ends = drawn.flatMap(({ series, places }) => {
    const end = places.at(-1);
    return end === undefined ? [] : [{ series, end }];
  });
  return ends
    .toSorted((a, b) => a.end[1] - b.end[1])
    .map(({ series, end: [x, y] }) => {
      const label = { x: x + 11, end: x + 11 + widthOf(series.name, 12), y: y + 4 };
      for (const other of taken) {
        const isBeside = other.x < label.end && label.x < other.end;
        if (isBeside && Math.abs(other.y - label.y) < labelHeight) label.y = other.y + labelHeight;
      }
      taken.push(label);
      const weight = series.role === "own" ? "strong " : "";
      return textAt(label.x, label.y, `${weight}halo label`, series.name);
    });
}

function seriesText({ name, figures }: Series): string {
  const said = figures.map(([x, y]) => `${figureText(y, 1)} at ${figureText(x, 0)}`);
  return `${name}: ${said.join(", ")}.`;
}
