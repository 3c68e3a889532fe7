// Which names a query has, so that a server can look them up before it compiles.
import type { Query } from "../syntax/ast.ts";
import { requireQuery } from "../syntax/checked.ts";
import { type NameTable, rowOf } from "../vocabulary/qualifiers.ts";
import type { Names } from "./definition.ts";

/**
 * The names that a catalog must know for this query, each once, in source order. A server with many names asks its
 * database for these alone, in one round trip, makes a catalog of the answer, and compiles.
 *
 * @param query - Any query.
 * @returns The names of shapes (`shape:`, `source-shape:`) and of sources (`source:`).
 * @throws TypeError if it is not a query.
 * @example
 * ```ts
 * namesIn(parse('shape:"Sales CRM" source:gmail').query); // { shapes: ["Sales CRM"], sources: ["gmail"] }
 * ```
 */
export function namesIn(query: Query): Names {
  requireQuery(query);
  const namesOf = (table: NameTable): readonly string[] => [
    ...new Set(
      query.terms.flatMap((term) =>
        term.kind === "qualified" && rowOf(term.qualifier).lookup === table && term.value.text !== ""
          ? [term.value.text]
          : [],
      ),
    ),
  ];
  return { shapes: namesOf("shapes"), sources: namesOf("sources") };
}
