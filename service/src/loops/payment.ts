// Records what a model is asked: each reading is charged as soon as it is answered, even if its iteration fails.

import { sql } from "kysely";
import { ofTenant, tenantOfRow } from "../database/of-tenant.ts";
import { type Database, transaction } from "../database/transaction.ts";
import { charactersAsked } from "./estimate.ts";
import type { PlannedPiece } from "./pieces.ts";
import { type LoopRow, tenantOfLoop } from "./rows.ts";

/** One reading of a piece by a model. */
export interface PaidReading {
  readonly piece: PlannedPiece;
  /** The place of the piece in the plan. */
  readonly place: number;
  /** The first, or the second. */
  readonly reading: 1 | 2;
  /** The length of the instructions, in characters. */
  readonly instructions: number;
}

/** Records that a reading was answered. */
export type Pay = (reading: PaidReading) => Promise<void>;

/**
 * Creates the function that records readings of a loop. Each record is a transaction of its own, because the iteration may never be committed. Reading a piece
 * again, for example after a crash, is free; a worker that has lost the loop records nothing.
 */
export function createPay(database: Database, row: LoopRow): Pay {
  return async ({ piece, place, reading, instructions }) => {
    const characters = charactersAsked(piece, instructions);
    const key = `${place}/${reading}`;
    await transaction(
      database,
      tenantOfLoop(row),
      async (tx) =>
        await tx.all(
          sql`update loop set asked = asked || jsonb_build_object(${key}::text, ${characters}::bigint)
            where ${ofTenant(tenantOfRow(row))} and id = ${row.id} and status = 'running' and lease_token = ${row.lease_token}`,
          "loops.asked",
        ),
    );
  };
}
