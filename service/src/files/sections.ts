// Finds the lines of one table in the stream of an export, which has those of all.

import { Refusal } from "../values/refusal.ts";
import { type ExportedName, exportedTables, exportVersion } from "./export-tables.ts";
import type { Line } from "./ndjson.ts";

/** A line about the stream: rows begin with their ID. */
interface Marker {
  readonly kind?: unknown;
  readonly version?: unknown;
  readonly table?: unknown;
}

/**
 * The lines of a table, if the first line says that this is the stream of an export; otherwise all lines. Throws a {@link Refusal} if the stream
 * does not have the whole table. An optional one may be missing from a complete stream.
 */
export async function* sectionOf(
  table: ExportedName,
  chunks: AsyncIterable<readonly Line[]>,
): AsyncGenerator<readonly Line[], void> {
  let at: "start" | "file" | "before" | "inside" | "after" = "start";
  const isOptional = exportedTables.some(({ name, isOptional: may }) => name === table && may === true);
  for await (const lines of chunks) {
    if (at === "start" && lines[0] !== undefined) at = isExport(lines[0]) ? "before" : "file";
    if (at === "file") {
      yield lines;
      continue;
    }
    const found: Line[] = [];
    for (const line of lines) {
      const marker = markerOf(line);
      if (marker === undefined) {
        if (at === "inside") found.push(line);
      } else if (marker.kind === "table" && marker.table === table) at = "inside";
      else if (at === "inside" || (isOptional && marker.kind === "end")) at = "after";
    }
    yield found;
  }
  if (at === "before")
    throw new Refusal(`this export has no ${table}; get them with GET /v1/export?from=${table}`);
  if (at === "inside")
    throw new Refusal(`this export ends within its ${table}; get the rest with GET /v1/export?from=${table}`);
}

/** Whether a line is the first one of an export. A flat entity may have a `kind`, too, but it also has a type. */
function isExport(line: Line): boolean {
  const { kind, version, ...others } = markerOf(line) ?? {};
  if (kind !== "export" || version === undefined || "type" in others) return false;
  if (version !== exportVersion)
    throw new Refusal(`this export has version ${JSON.stringify(version)}; import it with a newer program`);
  return true;
}

const beginning = Buffer.from('{"kind":');

function markerOf({ bytes }: Line): Marker | undefined {
  if (!bytes.subarray(0, beginning.length).equals(beginning)) return undefined;
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    // The reader of the file says what is wrong with it.
    return undefined;
  }
}
