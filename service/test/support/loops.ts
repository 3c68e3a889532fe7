// Loops of tests: an extractor that reads plain lines, and workers that are stopped after the test.

import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished } from "vitest";
import type { Database } from "../../src/database/transaction.ts";
import type { Extractor, Reading, TextPiece } from "../../src/extraction/extractor.ts";
import { runInProcess } from "../../src/loops/run.ts";
import { startWorker, type Worker, type WorkerSettings } from "../../src/loops/worker.ts";
import type { OwnDatabase } from "./database.ts";
import type { Caller, Reply } from "./service.ts";

/** Reads lines such as `Person: Ada (age 36)` and `Ada works_at Acme`. */
export const lineExtractor: Extractor = {
  name: "pattern",
  version: "lines",
  read: async (piece) => await Promise.resolve(readLines(piece)),
};

/** What the lines of a piece say. */
export function readLines({ text }: TextPiece): Reading {
  const entities: Reading["entities"][number][] = [];
  const relationships: Reading["relationships"][number][] = [];
  for (const quote of text.split("\n")) {
    const entity = /^(?<type>\w+): (?<name>[^(]+?)(?: \((?<property>\w+) (?<value>[^)]+)\))?$/.exec(
      quote,
    )?.groups;
    const { type, name, property, value } = entity ?? {};
    if (type !== undefined && name !== undefined)
      entities.push({
        type,
        name,
        quote,
        properties: property === undefined ? {} : { [property]: value ?? "" },
      });
    const { from, verb, to } = /^(?<from>\S+) (?<verb>[a-z]+_[a-z]+) (?<to>\S+)$/.exec(quote)?.groups ?? {};
    if (from !== undefined && verb !== undefined && to !== undefined)
      relationships.push({ type: verb, from, to, quote });
  }
  return { entities, relationships, usage: { inputTokens: 0, outputTokens: 0 } };
}

/** What a worker of a test differs in from others. */
export interface WorkerOptions extends Partial<Omit<WorkerSettings, "extractor">> {
  readonly extractor?: Extractor;
  readonly piecesPerIteration?: number;
  /** What it says goes wrong. */
  readonly errors?: unknown[];
}

/** Starts a worker, until the test is over. */
export async function startTestWorker(database: Database, options: WorkerOptions = {}): Promise<Worker> {
  const { extractor = lineExtractor, errors = [], piecesPerIteration = 8, ...given } = options;
  const settings = { leaseMs: 2000, maxRunning: 8, ...given, extractor: extractor.name };
  const log = { info: () => undefined, error: (details: unknown) => errors.push(details) };
  const run = runInProcess({ database, extractor, piecesPerIteration, log });
  const worker = await startWorker({ database, settings, log, run });
  onTestFinished(async () => await worker.stop(0));
  return worker;
}

/** Registers a worker that claims nothing, for a day: loops can start, and stay queued. */
export async function registerWorker({ pool }: OwnDatabase): Promise<void> {
  await pool.query("insert into worker (id, seen_at) values (gen_random_uuid(), now() + interval '1 day')");
}

/** What finds people and companies, and who works where. */
export const peopleShape = {
  name: "People",
  entity_types: [
    { name: "Person", properties: { age: { type: "string" }, email: { type: "string" } } },
    { name: "Company", properties: {} },
  ],
  relationship_types: [{ name: "works_at", from: "Person", to: "Company" }],
};

/** A project with that shape, a source with these documents, and credits. */
export async function projectWith(
  caller: Caller,
  database: Database,
  documents: readonly string[],
  credits = 1000,
) {
  const shape = await caller.post("/v1/shapes", peopleShape);
  const source = await caller.post("/v1/sources", { name: "notes" });
  for (const text of documents) await caller.post(`/v1/sources/${source.body.id}/documents`, { text });
  await grant(database, caller.organizationId, credits);
  return { shapeId: String(shape.body.id), sourceId: String(source.body.id) };
}

/** Gives an organization credits. */
export async function grant(database: Database, organizationId: string, credits: number): Promise<void> {
  if (credits === 0) return;
  await database.pool.query(
    "insert into ledger (organization_id, id, kind, amount) values ($1, gen_random_uuid(), 'grant', $2)",
    [organizationId, credits],
  );
}

const final: ReadonlySet<unknown> = new Set(["completed", "failed", "canceled"]);

/** The loop once it has ended. */
export async function ended(caller: Caller, loopId: string, withinMs = 15_000) {
  const start = performance.now();
  for (;;) {
    const { body } = await caller.get(`/v1/loops/${loopId}`);
    if (final.has(body.status)) return body;
    if (performance.now() - start > withinMs) throw new Error(`The loop is still ${String(body.status)}.`);
    await sleep(30);
  }
}

/** Asks for a loop until it is started, or refused for itself: where many start at once on a busy machine, some wait too long for their turn. */
export async function startPatiently(caller: Caller, body: object): Promise<Reply> {
  for (;;) {
    const reply = await caller.post("/v1/loops", body);
    if (reply.status !== 429 && reply.status !== 503) return reply;
  }
}

/** Starts a loop, and returns it once it has ended. */
export async function run(caller: Caller, body: object = {}) {
  const started = await caller.post("/v1/loops", { goal: "x", ...body });
  expect(started.status).toBe(202);
  return await ended(caller, started.body.loop_id);
}

/** The changes in the delta of a loop. */
export async function changesOf(caller: Caller, loop: any) {
  return (await caller.get(`/v1/deltas/${loop.result.delta_id}/changes?limit=200`)).body.changes;
}

/** The sum of what the iterations of a loop have counted. */
export async function countedBy(caller: Caller, loop: any, member: string): Promise<number> {
  const { events } = (await caller.get(`${loop.events}?limit=1000`)).body;
  return events
    .filter(({ kind }: { readonly kind: string }) => kind === "changes.staged")
    .reduce((sum: number, { data }: any) => sum + data[member], 0);
}
