// Draws one column of a table: a mark for each row on a line of its own, with the figure beside it.
import { figure, svgOf, textAt } from "../../scripts/generate/picture.ts";
import type { BarPlot, Column, Role, Row, Table } from "../section.ts";
import { type Axis, axisOf } from "./axis.ts";
import { cellText } from "./figures.ts";
import { markRules, roleMark, roleTexts, widthOf } from "./marks.ts";

/** The picture. */
export function barsPicture(plot: BarPlot, table: Table): string {
  const column = table.columns[plot.column];
  if (column === undefined) throw new RangeError(`${plot.id} has no column ${String(plot.column)}`);
  const rows = table.rows.filter(({ cells }) => (cells[plot.column] ?? null) !== null);
  const layout = layoutOf(rows, column, plot);
  return svgOf({
    width,
    height: layout.height,
    title: plot.title,
    description: descriptionOf(rows, column, plot),
    source: "bench/results.json",
    rules: markRules,
    shapes: [
      textAt(margin, margin + 12, "heading", plot.title),
      ...axisShapes(layout, plot),
      ...layout.places.flatMap((place) => placeShapes(place, layout, column, plot.column)),
      ...legend(rows, layout.height - margin - 2),
    ],
  });
}

const width = 840;
const margin = 18;
const rowHeight = 22;
const groupHeight = 30;
const headHeight = 34;
const footHeight = 84;

/** A row, or the name of a group, and where it is. */
interface Place {
  readonly y: number;
  readonly row?: Row;
  readonly group?: string;
}

interface Layout {
  readonly places: readonly Place[];
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly axis: Axis;
}

function layoutOf(rows: readonly Row[], column: Column, { column: at }: BarPlot): Layout {
  let y = margin + headHeight;
  const places: Place[] = [];
  let group: string | undefined;
  for (const row of rows) {
    if (row.group !== undefined && row.group !== group) {
      places.push({ y: y + groupHeight - 10, group: row.group });
      y += groupHeight;
    }
    group = row.group;
    places.push({ y: y + rowHeight / 2, row });
    y += rowHeight;
  }
  const names = Math.max(...rows.map(({ name }) => widthOf(plain(name))));
  const figures = Math.max(...rows.map(({ cells }) => widthOf(cellText(cells[at], column))));
  const measured = rows.flatMap(({ cells }) => (typeof cells[at] === "number" ? [cells[at]] : []));
  return {
    places,
    height: y + footHeight,
    left: margin + names + 18,
    right: width - margin - figures - 18,
    bottom: y + 4,
    axis: axisOf(measured),
  };
}

function axisShapes({ axis, left, right, bottom }: Layout, plot: BarPlot): readonly string[] {
  const top = margin + headHeight - 4;
  const title = axis.isLogarithmic ? `${plot.axis}, logarithmic` : plot.axis;
  return [
    ...axis.ticks.flatMap(({ place, text }) => {
      const x = left + place * (right - left);
      return [
        `<path class="rule" d="M${figure(x)} ${figure(top)}V${figure(bottom)}"/>`,
        textAt(x, bottom + 15, "quiet small middle", text),
      ];
    }),
    textAt((left + right) / 2, bottom + 33, "quiet small middle", title),
  ];
}

function placeShapes(
  { y, row, group }: Place,
  { left, right, axis }: Layout,
  column: Column,
  at: number,
): readonly string[] {
  if (row === undefined) return [textAt(margin, y, "strong halo", plain(group ?? ""))];
  const cell = row.cells[at];
  const weight = row.role === "own" ? "strong" : "";
  const shapes = [
    textAt(margin + 8, y + 4, weight, plain(row.name)),
    textAt(width - margin, y + 4, `${weight} end`, cellText(cell, column)),
  ];
  if (typeof cell !== "number") return shapes;
  const x = left + axis.placeOf(cell) * (right - left);
  return [
    ...shapes,
    `<path class="rule" d="M${figure(left)} ${figure(y)}H${figure(x)}"/>`,
    roleMark(row.role, x, y),
  ];
}

function legend(rows: readonly Row[], y: number): readonly string[] {
  let x = margin + 8;
  return roles
    .filter((role) => rows.some((row) => row.role === role))
    .flatMap((role) => {
      const shapes = [roleMark(role, x + 4, y - 4), textAt(x + 16, y, "quiet small", roleTexts[role])];
      x += 16 + widthOf(roleTexts[role], 11) + 24;
      return shapes;
    });
}

const roles: readonly Role[] = ["own", "ours", "peer", "reference"];

function descriptionOf(rows: readonly Row[], column: Column, plot: BarPlot): string {
  const said = rows.map(({ name, group, cells }) => {
    const of = group === undefined ? "" : `${plain(group)}, `;
    return `${of}${plain(name)}: ${cellText(cells[plot.column], column)}`;
  });
  return `${plot.axis}. ${said.join("; ")}.`;
}

/** A name without the marks of Markdown. */
function plain(text: string): string {
  return text.replaceAll("`", "");
}
