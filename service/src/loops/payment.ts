// Pays for what a model is asked: a reading is recorded as soon as it is answered, whatever becomes of its iteration.

import { sql } from "kysely";
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
 * The payments of a loop. Each is a transaction of its own, as the one of the iteration may never be committed. Who reads a piece again, after a
 * crash for example, pays nothing for it; and who has lost the loop records nothing.
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
            where project_id = ${row.project_id} and id = ${row.id} and status = 'running' and lease_token = ${row.lease_token}`,
          "loops.asked",
        ),
    );
  };
}
