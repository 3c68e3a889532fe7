// The catalog of a run: from its file, or a stand-in without one.
import { type Catalog, createCatalog } from "../../semantics/catalog.ts";
import { namesOf } from "../../semantics/names.ts";
import type { Query } from "../../syntax/ast.ts";
import { listing, show } from "../../text/show.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { parseJson } from "./json.ts";
import { jsonBound, readFile } from "./read.ts";

/** Reads a catalog file. */
export async function readCatalog(io: Io, path: string): Promise<Catalog> {
  const data = parseCatalog(await readFile(io, path, jsonBound), path);
  try {
    // Anything but an object is refused like a list.
    return createCatalog(typeof data === "object" && data !== null ? data : []);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure(`${path} is not a catalog: ${reason}`);
  }
}

/** A run can have other files of JSON, such as the entities, and their places in a command are easily mistaken. */
function parseCatalog(text: string, path: string): unknown {
  try {
    return parseJson(text, path);
  } catch (error) {
    if (error instanceof Failure) throw new Failure(`${error.message}; it was read as the catalog`);
    throw error;
  }
}

/**
 * Fails if a query has names but there is no catalog to look them up in: all of them would be unknown, so its
 * slice would be empty without a visible reason.
 */
export function requireNames(query: Query, catalog: Catalog | undefined): void {
  if (catalog !== undefined) return;
  const { shapes, sources } = namesOf(query);
  const named = [...new Set([...shapes, ...sources])];
  if (named.length === 0) return;
  const shown = named.slice(0, 3).map(show);
  const list = listing(named.length > shown.length ? [...shown, "others"] : shown);
  throw new Failure(
    `the query has the ${named.length === 1 ? "name" : "names"} ${list}; pass --catalog FILE to look up names`,
  );
}
