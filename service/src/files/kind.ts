// What can be imported.

import type { Tenant, Transaction } from "../database/transaction.ts";
import type { Written } from "../database/written.ts";
import type { JsonValue } from "../values/json.ts";

/** How lines of a file become rows of a table. */
export interface ImportKind<Row> {
  /** What one line may have at most, in bytes. */
  readonly maxLineBytes: number;
  /** The row of a line. Throws a `Refusal` that describes its error. */
  readonly read: (value: JsonValue) => Row;
  /** Writes some rows. Throws a `RowRefusal` for one that cannot be written. */
  readonly write: (tx: Transaction, tenant: Tenant, rows: readonly Row[]) => Promise<Written>;
}

/** The default maximum length of a line: that of a request's body. */
export const mebibyte: number = 1024 * 1024;
