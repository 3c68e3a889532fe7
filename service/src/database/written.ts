// The result of writing several rows at once.

/** The IDs are in the order of the rows. */
export interface Written {
  readonly created: number;
  readonly updated: number;
  readonly ids: readonly string[];
}

/** The columns that a statement returns for each row it writes. */
export interface WrittenRow {
  readonly id: string;
  readonly created: boolean;
}

/** Counts what a statement returned; a row that another one of the same call replaced counts as an update. */
export function countWritten(returned: readonly WrittenRow[], ids: readonly string[]): Written {
  const created = returned.filter((row) => row.created).length;
  return { created, updated: ids.length - created, ids };
}

/** A row and the ID it is written under. */
export interface WithId {
  readonly id?: string | undefined;
  readonly created_at?: string | undefined;
}

/**
 * One row per ID, because PostgreSQL accepts no two in one statement: the last one wins, as if they were written one after the other.
 * Such a statement does not return when the row was created, so the instant of an earlier row is kept.
 */
export function lastOfEach<Row extends WithId>(rows: readonly Row[], ids: readonly string[]): readonly Row[] {
  const last = new Map<string, Row>();
  for (const [at, row] of rows.entries()) {
    const id = ids[at] ?? "";
    last.set(id, { ...row, id, created_at: row.created_at ?? last.get(id)?.created_at });
  }
  return [...last.values()];
}
