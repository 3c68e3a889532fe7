// Measures transactions: how long each waits for its share and a connection, and, within the span of a request or an iteration, a span of its own.

import type { Pool } from "pg";
import { inChildSpan, type OpenSpan } from "../telemetry/spans.ts";

/** Learns how many seconds a transaction has waited for its share of the connections, and for one of them. */
export type ObserveWait = (seconds: number) => void;

const observers = new WeakMap<Pool, ObserveWait>();

/** Observes the waits of the transactions of a pool. */
export function observeWaits(pool: Pool, observe: ObserveWait): void {
  observers.set(pool, observe);
}

/** What a transaction does. */
type Work<Tx, Result> = (tx: Tx) => Promise<Result>;

/** A transaction to run. */
export interface Measured<Tx, Result> {
  /** Whose rows it sees: a tenant's, or all. */
  readonly kind: "tenant" | "system";
  readonly work: Work<Tx, Result>;
  /** The same transaction, which notes the names of its statements. */
  readonly noting: (tx: Tx, note: (name: string) => void) => Tx;
}

/** Runs a transaction: `run` waits for a connection and calls the work it is given, again if it repeats the transaction. */
export async function measured<Tx, Result>(
  pool: Pool,
  { kind, work, noting }: Measured<Tx, Result>,
  run: (work: Work<Tx, Result>) => Promise<Result>,
): Promise<Result> {
  const name = kind === "tenant" ? "transaction" : "system transaction";
  const attributes = { "db.system.name": "postgresql" };
  return await inChildSpan({ name, kind: "client", attributes }, async (span) => {
    const asked = performance.now();
    const statements = new Set<string>();
    let attempts = 0;
    let waited: number | undefined;
    const begin = (): void => {
      attempts += 1;
      waited ??= performance.now() - asked;
    };
    try {
      return await run(async (tx) => {
        begin();
        return await work(span === undefined ? tx : noting(tx, (name) => statements.add(name)));
      });
    } finally {
      // One that got no connection has waited all the time.
      waited ??= performance.now() - asked;
      observers.get(pool)?.(waited / 1000);
      describe(span, { attempts, waited, statements });
    }
  });
}

interface Figures {
  readonly attempts: number;
  readonly waited: number;
  readonly statements: ReadonlySet<string>;
}

function describe(span: OpenSpan | undefined, { attempts, waited, statements }: Figures): void {
  span?.set({
    "slice.transaction.retries": Math.max(0, attempts - 1),
    "slice.transaction.wait_ms": Math.round(waited * 10) / 10,
    "slice.transaction.statements": [...statements],
  });
}
