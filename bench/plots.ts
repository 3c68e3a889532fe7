// The plots of the page, drawn by Observable Plot in a document of linkedom: no browser is needed, and the same results produce the same files.
import * as Plot from "@observablehq/plot";
import { parseHTML } from "linkedom";
import { figureText } from "./figures.ts";
import { evaluatingNames, isPeerName, peerNames, peerPredicateNames, predicateNames } from "./peers/names.ts";
import { figureAt, type Results } from "./results.ts";

/** A plot: its name in `docs/performance`, what it shows, and the picture. */
export interface Picture {
  readonly name: string;
  readonly title: string;
  readonly svg: string;
}

/** All plots, in the order of the page. */
export function pictures(results: Results): readonly Picture[] {
  return [parsers(results), growth(results), predicates(results), matching(results)];
}

/** A figure of a variant in one of several panels. */
interface Dot {
  readonly panel: string;
  readonly name: string;
  readonly value: number;
}

const panels = { short: "one term", typical: "6 to 10 terms", long: "200 terms" } as const;

function parsers(results: Results): Picture {
  const names = ["parse", ...peerNames];
  const data = Object.entries(panels).flatMap(([group, panel]) =>
    names.map((name) => ({ panel, name, value: figureAt(results, `parse > ${group} > ${name} > ns`) })),
  );
  return dots("parsers", "Parsing: nanoseconds of CPU time a term", "ns a term, logarithmic", data);
}

function predicates(results: Results): Picture {
  const data = ["type, shape, source, range", "source", "nested twice, number"].flatMap((panel) =>
    predicateNames.map((name) => ({
      panel,
      name: evaluatingNames.includes(name) ? `${name} (eval)` : name,
      value: figureAt(results, `predicates > ${panel} > ${name} > ns`),
    })),
  );
  return dots(
    "predicates",
    "A filter on one entity: nanoseconds of CPU time",
    "ns an entity, logarithmic",
    data,
  );
}

/** A dot for each figure, with the panels next to each other. */
function dots(name: string, title: string, label: string, data: readonly Dot[]): Picture {
  const measured = data.filter(({ value }) => value > 0);
  const names = [...new Set(measured.map((dot) => dot.name))];
  const most = Math.max(...measured.map(({ value }) => value));
  const place = { x: "value", y: "name", fx: "panel" } as const;
  const marks = [
    Plot.dot(measured, { ...place, fill: ({ name: of }: Dot) => colorOf(of), r: 4 }),
    Plot.text(measured, {
      ...place,
      text: ({ value }: Dot) => figureText(value),
      textAnchor: "start",
      dx: 8,
    }),
  ];
  return picture(name, title, measured, {
    height: 80 + 18 * names.length,
    marginLeft: 170,
    marginBottom: 45,
    x: {
      type: "log",
      label,
      grid: true,
      ticks: 4,
      tickFormat: "~s",
      domain: [Math.min(...measured.map(({ value }) => value)) / 2, most * 12],
    },
    y: { label: null, domain: names },
    fx: { label: null, domain: [...new Set(measured.map(({ panel }) => panel))] },
    marks,
  });
}

function growth(results: Results): Picture {
  const rows = results.sections["growth"]?.rows.filter(({ group }) => group === "growth") ?? [];
  const data = rows.flatMap((row) =>
    Object.keys(row.figures ?? {})
      .filter((key) => /^\d+$/u.test(key))
      .map((key) => ({
        name: row.name,
        at: Number(key),
        value: figureAt(results, `growth > growth > ${row.name} > ${key}`),
      })),
  );
  return lines(
    "growth",
    "Time a term on larger and larger texts: flat is linear growth",
    ["terms of the text", "ns a term"],
    data,
  );
}

function matching(results: Results): Picture {
  const rows = results.sections["matching"]?.rows ?? [];
  const data = rows.map((row) => ({
    name: `${row.name}, ${row.group.replace(/^\d+ slices, /u, "")}`,
    at: Number.parseInt(row.group, 10),
    value: figureAt(results, `matching > ${row.group} > ${row.name} > rate`),
  }));
  return lines(
    "matching",
    "Which slices an entity is in: entities in a second of CPU time",
    ["stored slices", "entities a second"],
    data,
  );
}

/** A point of a line. */
interface Point {
  readonly name: string;
  readonly at: number;
  readonly value: number;
}

/** A line for each variant, named at its end; both axes are logarithmic. */
function lines(
  name: string,
  title: string,
  [across, up]: readonly [string, string],
  data: readonly Point[],
): Picture {
  const place = { x: "at", y: "value", z: "name" } as const;
  const ends = [...Map.groupBy(data, (point) => point.name).values()].flatMap((points) => points.slice(-1));
  const labels: Point[] = [];
  // A label that would be on the one below it goes above.
  for (const end of ends.toSorted((a, b) => a.value - b.value))
    labels.push({
      ...end,
      value: Math.max(end.value, (labels.findLast(({ at }) => at === end.at)?.value ?? 0) * 1.35),
    });
  const stroke = ({ name: of }: Point): string => colorOf(of);
  return picture(name, title, data, {
    height: 420,
    marginLeft: 60,
    marginRight: 190,
    x: { type: "log", label: across, ticks: 4, tickFormat: "~s" },
    y: { type: "log", label: up, grid: true, ticks: 4, tickFormat: "~s" },
    marks: [
      Plot.line(data, { ...place, stroke, strokeWidth: 2 }),
      Plot.dot(data, { ...place, fill: stroke, r: 3 }),
      Plot.text(labels, { ...place, text: "name", fill: stroke, textAnchor: "start", dx: 8 }),
    ],
  });
}

/** Ours in one color, other libraries in another, and references in a third. */
function colorOf(name: string): string {
  if (isPeerName(name) || peerPredicateNames.some((each) => name.startsWith(each))) return "var(--peer)";
  return /^(?:limit|by hand|loop)/u.test(name) ? "var(--quiet)" : "var(--own)";
}

const style = `svg { --own: #0a58ca; --peer: #b34700; --quiet: #59636e; color: #1f2328; background: #ffffff; }
@media (prefers-color-scheme: dark) { svg { --own: #79b8ff; --peer: #ffab70; --quiet: #9198a1; color: #e6edf3; background: #0d1117; } }`;

/** The figures are in the description too, for readers who cannot see the picture. */
function picture(
  name: string,
  title: string,
  data: readonly (Dot | Point)[],
  options: Plot.PlotOptions,
): Picture {
  const { document } = parseHTML("<html></html>");
  const drawn = Plot.plot({ document, width: 820, style: { fontSize: "12px" }, ...options }).outerHTML;
  const where = (each: Dot | Point): string => ("panel" in each ? each.panel : figureText(each.at));
  const texts = data.map((each) => `${each.name}, ${where(each)}: ${figureText(each.value)}`);
  const head = `role="img" aria-labelledby="title description"><!-- Generated from bench/results.json by "npm run update": do not edit. --><title id="title">${title}</title><desc id="description">${texts.join("; ")}</desc><style>${style}</style>`;
  const svg = drawn
    .replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ')
    .replace(">", ` ${head}`)
    // The last digits of a logarithm may differ from one machine to another.
    .replaceAll(/\d+\.\d{3,}/gu, (digits) => String(Number(Number(digits).toFixed(2))))
    .replaceAll("><", ">\n<");
  return { name, title, svg: `${svg}\n` };
}
