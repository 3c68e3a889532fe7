// Aligned tables for the terminal.

/** Lines of a table: the first column to the left, figures to the right, and the last to the left if it is prose. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] ?? "").length)));
  const line = (row: readonly string[]): string =>
    widths
      .map((width, column) => {
        const cell = row[column] ?? "";
        return isProse(rows, column) ? cell.padEnd(width) : cell.padStart(width);
      })
      .join("  ")
      .trimEnd();
  const rule = widths.map((width) => "-".repeat(width));
  return [head, rule, ...rows].map(line).join("\n");
}

/** A column of words is easier to read from the left. */
function isProse(rows: readonly (readonly string[])[], column: number): boolean {
  return rows.some((row) => /^[A-Za-z≤≥]/.test(row[column] ?? ""));
}
