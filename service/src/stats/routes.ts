// The path of the counts for a first page.

import { Type } from "typebox";
import { maxNames } from "../catalog/schemas.ts";
import { answer, exact, projectQuery } from "../http/schemas.ts";
import { reading, type V1 } from "../http/v1/routes.ts";
import { readStats } from "./read.ts";

const count = Type.Integer({ minimum: 0, examples: [2] });

/** Counts by name; those that are 0 are left out. The pattern of any name, as the usual one has no line breaks. */
function countsBy(name: string, description: string) {
  return Type.Record(Type.String({ pattern: "^" }), count, { description, examples: [{ [name]: 2 }] });
}

const stats = answer(
  {
    entities: exact({
      total: count,
      by_type: countsBy("Person", `Of the ${maxNames} most frequent types; those that are 0 are left out.`),
    }),
    relationships: count,
    memories: exact(
      { total: count, by_kind: countsBy("fact", "Memories without a kind are only in `total`.") },
      { description: "Those that the key may recall, as in the list of memories." },
    ),
    documents: count,
    slices: count,
    loops: exact({ by_status: countsBy("completed", "Statuses that no loop has are left out.") }),
    deltas: exact({
      by_status: countsBy("open", "Statuses that no delta has are left out."),
      pending_changes: Type.Integer({
        minimum: 0,
        description: "Changes of open deltas that wait for a decision.",
        examples: [5],
      }),
    }),
    credits: exact({
      balance: Type.Integer({
        description: "What the organization may spend; reservations are already deducted.",
        examples: [988],
      }),
      reserved: Type.Integer({ minimum: 0, description: "For loops that have not ended.", examples: [12] }),
    }),
  },
  { title: "Stats", description: "How much there is of everything." },
);

/** Adds the path. */
export function statsRoutes(v1: V1): void {
  const schema = {
    operationId: "getStats",
    summary: "Count what the project has, all at one instant",
    description:
      "For a first page. A key that is limited to a slice or an end user gets counts of what it sees; documents, loops and credits, which it never sees, are 0.",
    querystring: projectQuery,
    response: { 200: stats },
  };
  const config = { isForLimitedKeys: true };
  reading(v1, "GET /v1/stats", { schema, config }, async (tx, tenant) => await readStats(tx, tenant));
}
