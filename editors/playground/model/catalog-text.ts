// The catalog as JSON that people edit: written one entry per line, read with its errors and their positions.

// The same words and places in every browser, and the same as in the command line.
import { jsonProblem } from "../../../src/cli/input/json-problem.ts";
import { type Catalog, type CatalogData, createCatalog, lineMap } from "../../../src/index.ts";
import { counted } from "./counts.ts";

/** A catalog, or why a text is none. `offset` is where in the text, if that is known. */
export type ReadCatalog =
  | { readonly ok: true; readonly catalog: Catalog; readonly summary: string }
  | { readonly ok: false; readonly message: string; readonly offset?: number };

/** Writes a catalog as JSON in which each entry is a line. */
export function writeCatalog({ shapes = [], sources = [], types }: CatalogData): string {
  const lists: Readonly<Record<string, readonly unknown[] | undefined>> = { types, shapes, sources };
  const parts = Object.entries(lists).flatMap(([name, entries]) =>
    entries === undefined
      ? []
      : [`  ${JSON.stringify(name)}: [\n${entries.map((each) => `    ${entryLine(each)}`).join(",\n")}\n  ]`],
  );
  return `{\n${parts.join(",\n")}\n}\n`;
}

/** Reads what was typed. */
export function readCatalog(text: string): ReadCatalog {
  try {
    const data: unknown = JSON.parse(text);
    // The catalog checks each member itself, and names the one that is wrong.
    const catalog = createCatalog(isObject(data) ? data : notAnObject());
    return { ok: true, catalog, summary: summaryOf(catalog) };
  } catch (error) {
    if (error instanceof SyntaxError) return { ok: false, ...problemIn(text) };
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

function problemIn(text: string): { readonly message: string; readonly offset: number } {
  const { offset, message } = jsonProblem(text);
  const { line, character } = lineMap(text).position(offset);
  return { offset, message: `Line ${String(line + 1)}, column ${String(character + 1)}: ${message}` };
}

function entryLine(entry: unknown): string {
  return JSON.stringify(entry, null, 1).replace(/\n\s*/g, " ");
}

function isObject(data: unknown): data is CatalogData {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}

function notAnObject(): never {
  throw new TypeError('The catalog must be an object: { "shapes": […], "sources": […], "types": […] }');
}

function summaryOf({ shapes, sources, types }: Catalog): string {
  const counts = [
    counted(shapes.names().length, "shape"),
    counted(sources.names().length, "source"),
    types === null ? "types not listed" : counted(types.names().length, "type"),
  ];
  return counts.join(", ");
}
