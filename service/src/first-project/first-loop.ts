// Runs the first project's loop, so that there is a finished one to look at.

import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { putShape } from "../catalog/write.ts";
import { grantCredits } from "../credits/ledger.ts";
import { ofTenant } from "../database/of-tenant.ts";
import {
  type Database,
  systemTransaction,
  type Tenant,
  type Transaction,
  transaction,
} from "../database/transaction.ts";
import { chooseExtractor } from "../extraction/choose.ts";
import { selectShownLoops } from "../loops/rows.ts";
import { runInProcess } from "../loops/run.ts";
import { type LoopSettings, resolveLoop, startLoop } from "../loops/start.ts";
import { startWorker } from "../loops/worker.ts";

/** The types it looks for. */
const shape = {
  name: "Security updates",
  description: "Releases of packages, and the vulnerabilities that they fix.",
  entity_types: [
    { name: "Release", properties: { version: { type: "string" }, urgency: { type: "string" } } },
    { name: "Vulnerability", properties: {} },
  ],
  relationship_types: [{ name: "fixes", from: "Release", to: "Vulnerability" }],
};

/** The request of the loop, and its source. */
const firstLoop = { goal: "Which releases of openssl fix which vulnerabilities?", source: "openssl" };

/** Credits to start with: more than all changelogs cost. */
const credits = 1000;

/** Grants credits and runs a loop to its end; its delta is left open for review. */
export async function runFirstLoop(
  database: Database,
  tenant: Tenant,
  settings: LoopSettings,
): Promise<void> {
  const extractor = await chooseExtractor({ model: undefined });
  const log = { info: () => undefined, error: () => undefined };
  const { piecesPerIteration } = settings;
  // Runs in this process: no requests are served yet, and the text is our own.
  const run = runInProcess({ database, extractor, piecesPerIteration, log });
  const worker = await startWorker({ database, settings: { leaseMs: 5000, maxRunning: 1 }, log, run });
  try {
    await systemTransaction(database, async (tx) => await grantCredits(tx, tenant.organizationId, credits));
    const id = await transaction(database, tenant, async (tx) => await start(tx, tenant, settings));
    await ended(database, tenant, id);
  } finally {
    await worker.stop(0);
  }
}

async function start(tx: Transaction, tenant: Tenant, settings: LoopSettings): Promise<string> {
  const { id } = await putShape(tx, tenant, shape);
  const sources = await tx.all(
    sql<{
      readonly id: string;
    }>`select id from source s where ${ofTenant(tenant)} and name = ${firstLoop.source}
      and exists (select from document d where ${ofTenant(tenant, "d")} and d.source_id = s.id)`,
  );
  // Always reads with patterns, whatever is configured.
  const own = { ...settings, hasModel: false };
  const body = {
    goal: firstLoop.goal,
    context: { source_ids: sources.map((source) => source.id) },
    schema: { shape_ids: [id] },
  };
  return await startLoop(tx, tenant, await resolveLoop(tx, tenant, body, own), own);
}

/** Maximum wait for the loop, in milliseconds: it usually takes a second. After that the start continues without it. */
const timeoutMs = 20_000;

async function ended(database: Database, tenant: Tenant, id: string): Promise<void> {
  const query = selectShownLoops(tenant).where("id", "=", id).where("finished_at", "is not", null);
  for (const start = performance.now(); performance.now() - start < timeoutMs; await sleep(100))
    if ((await transaction(database, tenant, async (tx) => await tx.first(query))) !== undefined) return;
}
