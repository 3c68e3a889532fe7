// What child processes answer, and what proves that they found the same rows.

/** What was found. */
export interface Answer {
  /** By whom. */
  readonly name: string;
  readonly count: number;
  /** The {@link fingerprint} of the rows. */
  readonly rows: number;
}

/** A number for each list of rows; two lists that differ have the same one by a rare accident only. */
export function fingerprint(rows: Iterable<number>): number {
  let mixed = 0x811c9dc5;
  for (const row of rows) {
    mixed = Math.imul(mixed ^ row, 0x9e3779b1);
    mixed ^= mixed >>> 15;
  }
  return mixed;
}

/** Throws if one of the answers is not that of the first: then a comparison of their speed says nothing. */
export function requireSame(question: string, answers: readonly Answer[]): void {
  const [first, ...others] = answers;
  const wrong = others.filter(({ count, rows }) => count !== first?.count || rows !== first.rows);
  if (first === undefined || wrong.length === 0) return;
  const said = (each: Answer): string => `${each.name} (${String(each.count)})`;
  throw new Error(`${question}: ${wrong.map(said).join(", ")} found other rows than ${said(first)}`);
}
