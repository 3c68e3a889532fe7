// Recognizes a pooler that the settings do not name.

import type { ClientBase } from "pg";

/** What to do about it. */
export const poolerAdvice =
  "DATABASE_URL leads to a pooler, such as pgbouncer, or to a database without time limits; set DATABASE_POOLER=transaction, so that nothing depends on a session";

/** Whether a pooler has refused a connection for the limits that it asks for. */
export function isRefusedByPooler(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith("unsupported startup parameter");
}

/**
 * Whether a connection is one of a pooler: the limits that it has asked for are not in force, or it is not the process of the server that it
 * was told at its login, as a pooler invents that.
 */
export async function isOfPooler(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ readonly pid: number; readonly limit: string }>(
    "select pg_backend_pid() as pid, current_setting('statement_timeout') as limit",
  );
  const { pid = 0, limit = "0" } = rows[0] ?? {};
  return limit === "0" || ("processID" in client && client.processID !== pid);
}
