// Tables for the terminal.

/** Lines of a table: the first column to the left, figures to the right, and columns of words to the left. */
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
