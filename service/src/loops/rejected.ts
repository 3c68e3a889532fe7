// What was rejected: a find that says no more than that, in the same text or with the same quote, is not staged again.

import { sql } from "kysely";
import { type Quoted, type Shown, saysNoMore } from "../changes/said.ts";
import { ofTenant, tenantOfRow } from "../database/of-tenant.ts";
import type { ChangeTable } from "../database/tables.ts";
import type { Transaction } from "../database/transaction.ts";
import type { JsonValue } from "../values/json.ts";
import type { LoopRow } from "./rows.ts";

/** Whether a change itself was rejected; otherwise what it was before an edit, which holds as long as its delta does. */
const isDecided = sql`(c.excluded or c.decision = 'rejected')`;

/** What a find says. */
export interface Statement {
  /** See `aboutEntity` and `aboutRelationship`. */
  readonly about: string;
  /** To create what exists by now is another thing than to update it. */
  readonly operation: ChangeTable["operation"];
  /** With which words; undefined if it says nothing that the store does not have. */
  readonly quoted: Quoted | undefined;
  readonly properties: Readonly<Record<string, JsonValue>>;
}

/** Tells which statements were rejected before, and counts what they are about. */
export interface Rejected {
  readonly has: (statement: Statement) => boolean;
  readonly count: () => number;
}

/** What was rejected. What an edit has replaced is neither to be created nor to be updated again. */
interface Known extends Shown {
  readonly about: string;
  readonly operation: Statement["operation"] | null;
}

/** Reads what was rejected in the project of a loop, about these things; nothing if the loop reconsiders it. */
export async function readRejected(
  tx: Transaction,
  row: LoopRow,
  about: readonly string[],
): Promise<Rejected> {
  const tenant = tenantOfRow(row);
  const rows =
    row.reconsiders || about.length === 0
      ? []
      : await tx.all(
          sql<Known>`select about, said, evidence, case when ${isDecided} then operation end as operation from change c
            join delta d on ${ofTenant(tenant, "d")} and d.id = c.delta_id
            where ${ofTenant(tenant, "c")} and rejected and about = any(${[...new Set(about)]}::text[])
              and (${isDecided} or d.status in ('open', 'applied'))`,
          "loops.rejected",
        );
  const known = Map.groupBy(rows, (each) => each.about);
  const found = new Set<string>();
  return {
    has: ({ about: what, operation, quoted, properties }) => {
      const isRejected = (known.get(what) ?? []).some(
        (each) =>
          (each.operation ?? operation) === operation &&
          (quoted === undefined || saysNoMore(quoted, properties, each)),
      );
      if (isRejected && quoted !== undefined) found.add(what);
      return isRejected;
    },
    count: () => found.size,
  };
}
