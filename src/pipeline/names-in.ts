// Which names a query has, so that a server can look them up before it compiles.
import { isRecord } from "../data/guards.ts";
import type { Names } from "../semantics/definition.ts";
import { isFilterProblem } from "../semantics/mirror.ts";
import { namesOf } from "../semantics/names.ts";
import type { Query } from "../syntax/ast.ts";
import { isTerm } from "../syntax/checked.ts";
import { type ParseOptions, parse } from "../syntax/parse.ts";
import { readBody } from "./slice-body.ts";

/**
 * The names that a catalog must know for a query, each once, in source order. A server with many names asks its
 * database for these alone, in one round trip, makes a catalog of the answer, and compiles. Never throws on a text or an object: what is
 * malformed has no names, and is refused where it is compiled.
 *
 * @param source - A text, a tree, or the parsed JSON of a slice body.
 * @param options - For a text, the limits that it is compiled with.
 * @returns The names of shapes (`shape:`, `source-shape:`) and of sources (`source:`); after one without quotes also those that it makes with up to
 * four words after it, so that a catalog of these names can detect missing quotes.
 * @throws TypeError if the source has another type, or an option does not match {@link ParseOptions}.
 * @example
 * ```ts
 * namesIn('shape:"Sales CRM" source:gmail'); // { shapes: ["Sales CRM"], sources: ["gmail"] }
 * namesIn({ name: "Mail", filter: { source: ["gmail"] } }); // { shapes: [], sources: ["gmail"] }
 * ```
 */
export function namesIn(source: string | Query | object, options: ParseOptions = {}): Names {
  const given: unknown = source;
  if (typeof given !== "string" && (typeof given !== "object" || given === null))
    throw new TypeError("source must be a text, a query or a slice body");
  // Read with the same limits as `compile` reads it: a text over these has no terms.
  const read = isQuery(given) || typeof given === "string" ? given : queryIn(given);
  return namesOf(typeof read === "string" ? parse(read, options).query : read);
}

function isQuery(source: unknown): source is Query {
  if (!isRecord(source) || source["kind"] !== "query") return false;
  const { terms } = source;
  return Array.isArray(terms) && Array.from(terms).every(isTerm);
}

function queryIn(body: object): string | Query {
  const read = readBody(body);
  return isFilterProblem(read) ? "" : read.source;
}
