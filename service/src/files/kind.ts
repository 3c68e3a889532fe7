// The interface of what can be imported.

import type { Tenant, Transaction } from "../database/transaction.ts";
import type { Written } from "../database/written.ts";
import type { JsonValue } from "../values/json.ts";
import type { ExportedName } from "./export-tables.ts";

/** How lines of a file become rows of a table. */
export interface ImportKind<Row> {
  /** Its name in an export. */
  readonly table: ExportedName;
  /** Maximum bytes of a line. */
  readonly maxLineBytes: number;
  /** Reads a line as a row. Throws a `Refusal` that describes its error. */
  readonly read: (value: JsonValue) => Row;
  /** Writes some rows. Throws a `RowRefusal` for one that cannot be written. */
  readonly write: (tx: Transaction, tenant: Tenant, rows: readonly Row[]) => Promise<Written>;
}

/** The default maximum bytes of a line: those of a request body. */
export const mebibyte: number = 1024 * 1024;

/** Maximum bytes of a line of any table: an export has them all. */
export const maxLineBytes: number = 32 * mebibyte;
