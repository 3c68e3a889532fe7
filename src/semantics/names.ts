// Which names a query has.
import type { Query } from "../syntax/ast.ts";
import { type NameTable, rowOf } from "../vocabulary/qualifiers.ts";
import type { Names } from "./definition.ts";

/**
 * The names that a catalog must know for this query, each once, in source order. After a bare name come those that it makes with the
 * bare words after it: without them it would be impossible to see that `shape:Sales CRM` lacks its quotes.
 */
export function namesOf(query: Query): Names {
  const namesIn = (table: NameTable): readonly string[] => [
    ...new Set(
      query.terms.flatMap((term, index) =>
        term.kind === "qualified" && rowOf(term.qualifier).lookup === table && term.value.text !== ""
          ? namesFrom(query, index)
          : [],
      ),
    ),
  ];
  return { shapes: namesIn("shapes"), sources: namesIn("sources") };
}

/** The name of a term, and if it is bare, those of two words and more that it begins. */
function namesFrom({ terms }: Query, index: number): readonly string[] {
  const names: string[] = [];
  let name = "";
  for (let at = index; at < terms.length && names.length < maxWords; at++) {
    const term = terms[at];
    if (term === undefined || (at > index && (term.kind !== "text" || term.value.quoted))) break;
    name += at === index ? term.value.text : ` ${term.value.text}`;
    names.push(name);
    if (term.value.quoted) break;
  }
  return names;
}

const maxWords = 5;
