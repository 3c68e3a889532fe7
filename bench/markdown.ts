// Figures of results as the cells and tables of a page.
import { figureText, timeText } from "./figures.ts";
import { figureAt, type Results, rowAt } from "./results.ts";

/** A median with its unit; or why there is none. */
export function cell(results: Results, path: string): string {
  const value = figureAt(results, path);
  if (!Number.isNaN(value)) return valueText(value, path.split(" > ")[3] ?? "");
  return rowAt(results, path)?.failure ?? "–";
}

/** A figure in the unit that it is measured in; but times but for those of a start are in the unit that suits them. */
export function valueText(value: number, figure: string): string {
  const nanoseconds = times.get(figure);
  if (nanoseconds !== undefined) return timeText(value * nanoseconds);
  return `${figureText(value)} ${figure === "gzip" ? "kB" : figure === "bytes" ? "B" : figure}`;
}

/** Nanoseconds in what figures are in. */
const times: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ns: 1,
    first: 1,
    later: 1,
    counting: 1e3,
    selecting: 1e3,
    change: 1e3,
    cold: 1e6,
    cpu95: 1e6,
    s: 1e9,
  }),
);

/** A name, emphasized if it is ours. */
export function nameText(name: string, own: string): string {
  return name === own ? `**${name}**` : name;
}

/** The number in front, with its thousands apart. */
export function sizeText(text: string): string {
  return text.replace(/^\d+/u, (size) => figureText(Number(size)));
}

/** A table; a column whose title ends with a colon is aligned to the right. Figures stay with their units. */
export function tableText(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const marks = head.map((title) => (title.endsWith(":") ? "---:" : "---"));
  const body = rows.map((cells) => line(cells).replaceAll(/(?<=\d) (?=\d|[kMm]?[Bs]\b)/gu, "\u00a0"));
  return [line(head.map((title) => title.replace(/:$/u, ""))), line(marks), ...body].join("\n");
}
