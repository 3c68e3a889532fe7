// The marks of plots. Role and series are told apart by form first, and by colour only as well.
import type { Colours } from "../../scripts/generate/picture.ts";
import { figure } from "../../scripts/generate/picture.ts";
import type { Role } from "../section.ts";

/** What the legend says of each role. */
export const roleTexts: Readonly<Record<Role, string>> = {
  own: "ours, compared",
  ours: "ours as well",
  reference: "for comparison",
  peer: "another library",
};

/** The mark of a role, around a point. */
export function roleMark(role: Role, x: number, y: number): string {
  switch (role) {
    case "own":
      return shape("solid a", `M${point(x, y - 7)}l7 7l-7 7l-7 -7z`);
    case "ours":
      return shape("hollow a", `M${point(x, y - 6)}l6 6l-6 6l-6 -6z`);
    case "reference":
      return shape("stroke", `M${point(x, y - 7)}v14`);
    case "peer":
      return `<circle class="hollow b" cx="${figure(x)}" cy="${figure(y)}" r="5"/>`;
  }
}

/** The mark of the line with this number. */
export function seriesMark(at: number, classes: string, x: number, y: number): string {
  const forms = [
    `M${point(x, y - 5)}l5 5l-5 5l-5 -5z`,
    `M${point(x - 4, y - 4)}h8v8h-8z`,
    `M${point(x, y - 5)}l5 9h-10z`,
    `M${point(x, y + 5)}l5 -9h-10z`,
    `M${point(x - 4, y - 4)}l8 8m0 -8l-8 8`,
    `M${point(x, y - 5)}v10m-5 -5h10`,
    `M${point(x - 4, y)}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z`,
    `M${point(x - 5, y - 3)}h10v6h-10z`,
  ];
  return shape(classes, forms[at % forms.length] ?? "");
}

/** The rules that marks and lines need. */
export function markRules({ page, ink, first, second }: Colours): string {
  return `
.solid.a { fill: ${first}; stroke: ${first}; }
.hollow { fill: ${page}; stroke-width: 1.6; }
.hollow.a { stroke: ${first}; }
.hollow.b { stroke: ${second}; }
.hollow.c, .stroke { stroke: ${ink}; }
.stroke { fill: none; stroke-width: 2.5; }
.line.c { stroke: ${ink}; }
.line.own { stroke-width: 3; }
.strong { font-weight: bold; }
.halo { paint-order: stroke; stroke: ${page}; stroke-width: 4px; stroke-linejoin: round; }`;
}

/** How wide a text of so many pixels of height is at most, in the fonts of the pictures. */
export function widthOf(text: string, size = 13): number {
  return Math.ceil(text.length * size * 0.6);
}

function shape(classes: string, path: string): string {
  return `<path class="${classes}" d="${path}"/>`;
}

function point(x: number, y: number): string {
  return `${figure(x)} ${figure(y)}`;
}
