// Pays for what a model is asked: set aside before a request is sent, and recorded as soon as it is answered, whatever becomes of the iteration.

import { sql } from "kysely";
import { type Database, transaction } from "../database/transaction.ts";
import { Unreadable } from "../extraction/extractor.ts";
import { scopeOfLoop } from "./commit.ts";
import { charactersAsked, charactersOf, charactersOfCredit, type Reads } from "./estimate.ts";
import type { PlannedPiece } from "./pieces.ts";
import type { PaymentFor } from "./read.ts";
import type { LoopRow } from "./rows.ts";

/** The payments of an iteration; `unread` are the pieces that have not been tried yet. */
export function paymentsOf(
  database: Database,
  row: LoopRow,
  unread: readonly PlannedPiece[],
  reads: Reads,
): PaymentFor {
  let left = (row.reserved - row.spent) * charactersOfCredit - row.asked;
  let owed = charactersOf(unread, reads);
  return (piece) => (instructions, isAskedAgain) => {
    const characters = charactersAsked(piece, instructions);
    if (characters > (isAskedAgain ? left - owed : left)) throw new Unreadable(tooLittle);
    left -= characters;
    if (!isAskedAgain) owed = Math.max(0, owed - characters);
    return async (isAnswered) => {
      if (isAnswered) await record(database, row, characters);
      else left += characters;
    };
  };
}

const tooLittle = "The credits that the loop has reserved do not cover asking a model for this piece.";

/** In a transaction of its own, as the one of the iteration may never be committed. Whoever has lost the loop records nothing. */
async function record(database: Database, row: LoopRow, characters: number): Promise<void> {
  await transaction(
    database,
    scopeOfLoop(row),
    async (tx) =>
      await tx.all(
        sql`update loop set asked = asked + ${characters}
          where project_id = ${row.project_id} and id = ${row.id} and status = 'running' and lease_token = ${row.lease_token}`,
        "loops.asked",
      ),
  );
}
