// The plots of a section, as files.
import type { Plot, Section } from "../section.ts";
import { barsPicture } from "./bars-plot.ts";
import { linesPicture } from "./lines-plot.ts";

/** The name of the file of a plot. */
export function plotFileOf({ id }: Plot): string {
  return `${id}.svg`;
}

/** The picture of a plot of this section. */
export function plotPicture(plot: Plot, { id, tables }: Section): string {
  const table = tables[plot.table];
  if (table === undefined) throw new RangeError(`the section ${id} has no table ${String(plot.table)}`);
  return plot.kind === "bars" ? barsPicture(plot, table) : linesPicture(plot, table);
}
