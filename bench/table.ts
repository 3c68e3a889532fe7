// Sections as aligned tables for the terminal.
import { cellText } from "./report/figures.ts";
import type { Section, Table } from "./section.ts";

/** What the terminal shows of a section: its tables. The page has the words around them. */
export function sectionText({ title, tables }: Section): string {
  return tables
    .map(
      (each) =>
        `${title}: ${each.caption.charAt(0).toLowerCase()}${each.caption.slice(1)}\n${textOf(each)}\n`,
    )
    .join("\n");
}

function textOf({ head, columns, rows }: Table): string {
  return table(
    [head, ...columns.map(({ title }) => title)],
    rows.map(({ name, cells }) => [name, ...columns.map((column, at) => cellText(cells[at], column))]),
  );
}

/** Lines of a table: the first column to the left, figures to the right, and the last to the left if it is prose. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] ?? "").length)));
  const line = (row: readonly string[]): string =>
    widths
      .map((width, column) => {
        const cell = row[column] ?? "";
        return column === 0 || isProse(rows, column) ? cell.padEnd(width) : cell.padStart(width);
      })
      .join("  ")
      .trimEnd();
  const rule = widths.map((width) => "-".repeat(width));
  return [head, rule, ...rows].map(line).join("\n");
}

/** A column of words is easier to read from the left; a figure that is missing may have words in its place. */
function isProse(rows: readonly (readonly string[])[], column: number): boolean {
  const cells = rows.flatMap((row) => ((row[column] ?? "") === "" ? [] : [row[column] ?? ""]));
  const words = cells.filter((cell) => /^[^\d+-]/u.test(cell));
  return words.length > cells.length / 2;
}
