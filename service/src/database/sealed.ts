// Cursors that only the service can make: their parts are sealed with a secret of the database.

import { createHmac, timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import { decodeCursor, encodeCursor, type IsPart, noCursor } from "./page.ts";
import type { Transaction } from "./transaction.ts";

/** A key for the seals of what belongs to something, such as a slice of a key: what belongs to something else has another. */
export async function sealingKey(tx: Transaction, belongsTo: string): Promise<string> {
  const row = await tx.first(
    sql<{ readonly value: string }>`select value from cursor_secret`,
    "cursor secret",
  );
  if (row === undefined) throw new TypeError("The database has no secret for cursors.");
  return sealOf(row.value, belongsTo);
}

/** A cursor with these parts. */
export function sealCursor(key: string, parts: readonly string[]): string {
  return encodeCursor([sealOf(key, JSON.stringify(parts)), ...parts]);
}

/** The parts of a cursor, one for each form. Throws a `Problem` for one that was not made with this key. */
export function openCursor(key: string, cursor: string, forms: readonly IsPart[]): readonly string[] {
  const isSeal: IsPart = (text) => /^[\w-]{43}$/.test(text);
  const [seal = "", ...parts] = decodeCursor(cursor, [isSeal, ...forms]);
  const own = sealOf(key, JSON.stringify(parts));
  if (!timingSafeEqual(Buffer.from(seal), Buffer.from(own))) throw noCursor();
  return parts;
}

function sealOf(key: string, text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url");
}
