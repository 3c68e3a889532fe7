// How far the log of a project has come, and from where on it is kept.

import { sql } from "kysely";
import { ofTenant, type TenantKey } from "../database/of-tenant.ts";
import type { Transaction } from "../database/transaction.ts";

/** The end of a log as a transaction sees it. */
export interface LogEnd {
  /** Of the last change of an entity; 0 before the first. */
  readonly sequence: number;
  /** Of the last change of a name. */
  readonly version: number;
  /** What comes after these is kept. */
  readonly sequence_kept: number;
  readonly version_kept: number;
  /** When it was last added to. */
  readonly at: Date;
}

const empty: LogEnd = { sequence: 0, version: 0, sequence_kept: 0, version_kept: 0, at: new Date(0) };

/** The end of the log of a project. */
export async function readLogEnd(tx: Transaction, tenant: TenantKey): Promise<LogEnd> {
  const row = await tx.first(
    sql<LogEnd>`select sequence, version, sequence_kept, version_kept, at from log_end where ${ofTenant(tenant)}`,
    "log.read",
  );
  return row ?? empty;
}
