// What writing several rows at once has done.

/** The IDs are in the order of the rows. */
export interface Written {
  readonly created: number;
  readonly updated: number;
  readonly ids: readonly string[];
}

/** What a statement that writes rows returns of each. */
export interface WrittenRow {
  readonly id: string;
  readonly created: boolean;
}

/** Counts what a statement returned; a row that another one of the same call replaced counts as an update. */
export function countWritten(returned: readonly WrittenRow[], ids: readonly string[]): Written {
  const created = returned.filter((row) => row.created).length;
  return { created, updated: ids.length - created, ids };
}

/** A row and the ID under which it is written. */
export interface WithId {
  readonly id?: string | undefined;
  readonly created_at?: string | undefined;
}

/**
 * One row an ID, because PostgreSQL accepts no two in one statement: the last one wins, as if each was written after the one before
 * it. Such a statement does not say when the row was created, so the instant of an earlier one is kept.
 */
export function lastOfEach<Row extends WithId>(rows: readonly Row[], ids: readonly string[]): readonly Row[] {
  const last = new Map<string, Row>();
  for (const [at, row] of rows.entries()) {
    const id = ids[at] ?? "";
    last.set(id, { ...row, id, created_at: row.created_at ?? last.get(id)?.created_at });
  }
  return [...last.values()];
}
