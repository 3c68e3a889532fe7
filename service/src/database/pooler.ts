// Recognizes a pooler that the settings do not name: it refuses the limits of a session, or drops them.

import type { ClientBase } from "pg";

/** What to do about it. */
export const poolerAdvice =
  "a pooler such as pgbouncer does that; set DATABASE_POOLER=transaction, and each transaction sets its own limits";

/** Whether a pooler has refused a connection for the limits that it asks for. */
export function isRefusedByPooler(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith("unsupported startup parameter");
}

/** Whether the limits of a session are in force. */
export async function hasLimits(client: Pick<ClientBase, "query">): Promise<boolean> {
  const { rows } = await client.query<{ readonly statement_timeout: string }>("show statement_timeout");
  return rows[0]?.statement_timeout !== "0";
}
