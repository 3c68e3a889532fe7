// Loops whose workers advance one step at a time, and the invariants to check after each step.

import { expect } from "vitest";
import { transaction } from "../../src/database/transaction.ts";
import { Unreadable } from "../../src/extraction/extractor.ts";
import { commit, LeaseLost } from "../../src/loops/commit.ts";
import type { Iteration } from "../../src/loops/iteration.ts";
import { claim, type Holder, takeOver } from "../../src/loops/lease.ts";
import { collectTypes, readShapes } from "../../src/loops/loop-types.ts";
import { piecesOf } from "../../src/loops/pieces.ts";
import { load, readAll } from "../../src/loops/read.ts";
import type { LoopRow } from "../../src/loops/rows.ts";
import { tenantOfLoop } from "../../src/loops/rows.ts";
import { nextPieces, readProgress } from "../../src/loops/state.ts";
import { lineExtractor, projectWith, readLines } from "./loops.ts";
import type { Caller, TestService } from "./service.ts";

/** As many loops of an organization run at a time. */
export const maxRunning = 2;
/** As many pieces an iteration reads. */
export const piecesPerIteration = 1;

const credits = 40;

/** A loop that a worker believes it has, and the iteration that it has read. */
export interface Held {
  row: LoopRow;
  read: Iteration | undefined;
}

/** What the database says of a loop. */
export interface Seen {
  readonly row: LoopRow;
  readonly events: readonly { readonly sequence: number; readonly kind: string; readonly data: any }[];
  readonly ledger: readonly { readonly kind: string; readonly amount: number }[];
  readonly checkpoints: readonly { readonly iteration: number; readonly sequence: number }[];
  readonly entities: number;
  readonly relationships: number;
  /** The status of its delta. */
  readonly delta: string;
  /** Whether the counts of its delta are those of the changes in it. */
  readonly isCounted: boolean;
}

/** Two organizations, three workers, and what was seen of their loops last. */
export interface World {
  readonly service: TestService;
  readonly callers: readonly Caller[];
  readonly holders: readonly Holder[];
  readonly held: Held[];
  seen: ReadonlyMap<string, Seen>;
}

/** A world without loops. What another one has left is over, as workers claim whatever there is. */
export async function createWorld(service: TestService): Promise<World> {
  await service.database.pool.query(
    "update loop set status = 'canceled' where status in ('queued', 'running')",
  );
  const texts = ["Person: Ada (age 36)\nCompany: Acme", "Person: ada\nAda works_at Acme", "Person: Grace"];
  const callers = await Promise.all([service.caller(), service.caller()]);
  for (const caller of callers) await projectWith(caller, service.database, texts, credits);
  const holders = [1, 2, 3].map(() => ({ id: crypto.randomUUID(), leaseMs: 60_000, maxRunning }));
  return { service, callers, holders, held: [], seen: new Map() };
}

/** A worker claims a loop. It has to be the oldest of an organization that has the fewest running, and may have more. */
export async function claimBy(world: World, holder: Holder): Promise<void> {
  const row = await claim(world.service.database, holder);
  const queued = [...world.seen.values()].filter(({ row: { status } }) => status === "queued");
  const free = queued.filter((each) => runningOf(world, each.row.organization_id) < maxRunning);
  const least = Math.min(...free.map((each) => runningOf(world, each.row.organization_id)));
  if (row === undefined) return expect(free).toEqual([]);
  expect(runningOf(world, row.organization_id)).toBe(least);
  const own = queued.filter((each) => each.row.organization_id === row.organization_id);
  const ages = own.map((each) => `${String(each.row.created_at)} ${each.row.id}`);
  expect(ages.toSorted()[0]).toContain(row.id);
  world.held.push({ row, read: undefined });
}

function runningOf({ seen }: World, organizationId: string): number {
  return [...seen.values()].filter(
    ({ row }) => row.organization_id === organizationId && row.status === "running",
  ).length;
}

/** A worker takes over a loop, if there is one whose lease has ended. */
export async function takeOverBy(world: World, holder: Holder): Promise<void> {
  const row = await takeOver(world.service.database, holder);
  if (row !== undefined) world.held.push({ row, read: undefined });
}

/** A worker reads the next pieces of a loop that it believes to have; those that say so cannot be read. */
export async function read({ service: { database } }: World, held: Held, isBroken = false): Promise<void> {
  const { row } = held;
  const pieces = piecesOf(row.plan);
  const { progress, wanted, loaded } = await transaction(database, tenantOfLoop(row), async (tx) => {
    const known = await readProgress(tx, { ...tenantOfLoop(row), id: row.id });
    const places = nextPieces(known.state, pieces.length, piecesPerIteration);
    return {
      progress: known,
      wanted: collectTypes(row.goal, await readShapes(tx, tenantOfLoop(row), row.shape_ids)),
      loaded: places.length === 0 ? [] : await load(tx, tenantOfLoop(row), pieces, places),
    };
  });
  const extractor = {
    ...lineExtractor,
    read: async (piece: Parameters<typeof readLines>[0]) => {
      if (isBroken) throw new Unreadable("no answer");
      return await Promise.resolve(readLines(piece));
    },
  };
  const { signal } = new AbortController();
  const outcomes = await readAll(loaded, { row, extractor, wanted, signal });
  held.read = { progress, outcomes, wanted, extractor, ms: 1 };
}

/** Whether a worker still has the loop that it believes to have. */
export function holds({ seen }: World, { row }: Held): boolean {
  const now = seen.get(row.id)?.row;
  return now?.status === "running" && now.lease_token === row.lease_token;
}

/** Whether it has it, and knows of its last iteration. */
export function isCurrent(world: World, held: Held): boolean {
  return holds(world, held) && world.seen.get(held.row.id)?.row.iteration === held.row.iteration;
}

/** Commits what was read, and says whether it was lost. */
export async function commitRead({ service }: World, held: Held): Promise<"committed" | "lost"> {
  if (held.read === undefined) throw new Error("Nothing was read.");
  try {
    held.row = await commit(service.database, held.row, held.read);
    return "committed";
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
    return "lost";
  }
}

/** Lets the leases of these loops end. */
export async function expire({ service }: World, ids: readonly string[]): Promise<void> {
  await service.database.pool.query(
    "update loop set lease_until = now() - interval '1 second' where status = 'running' and id = any($1)",
    [ids],
  );
}

/** Looks at everything, and checks that it is as it may be after what was seen before. */
export async function requireSound(world: World): Promise<void> {
  const before = world.seen;
  world.seen = await see(
    world.service,
    world.callers.map(({ projectId }) => projectId),
  );
  for (const [id, now] of world.seen) {
    requireTransition(before.get(id), now);
    requireWhole(now);
  }
  await requireAccounts(world);
}

/** Checks that the events of a loop have no gap, that its credits add up, and that it counts what it has staged. */
export function requireWhole(seen: Seen): void {
  requireEvents(seen);
  requireCredits(seen);
  // Nothing is applied or discarded while something may still be added to it.
  if (!isOver(seen)) expect(seen.delta).toBe("open");
  expect(seen.isCounted).toBe(true);
  expect([seen.entities, seen.relationships]).toEqual([seen.row.entities, seen.row.relationships]);
}

const next: Readonly<Record<string, readonly string[]>> = {
  queued: ["queued", "running", "failed", "canceled"],
  running: ["running", "completed", "failed", "canceled"],
};

function requireTransition(before: Seen | undefined, now: Seen): void {
  if (before === undefined) return expect(now.row.status).toBe("queued");
  const { status } = before.row;
  if (next[status] === undefined) return expect({ ...now, delta: before.delta }).toEqual(before);
  expect(next[status]).toContain(now.row.status);
  expect(now.events.slice(0, before.events.length)).toEqual(before.events);
  expect(now.row.iteration).toBeGreaterThanOrEqual(before.row.iteration);
  expect(now.row.lease_token).toBeGreaterThanOrEqual(before.row.lease_token);
}

const terminal = new Set(["loop.completed", "loop.failed", "loop.canceled"]);

/** Whether a loop has ended. */
export function isOver({ row }: Seen): boolean {
  return next[row.status] === undefined;
}

function requireEvents(seen: Seen): void {
  const { row, events, checkpoints } = seen;
  const kinds = events.map(({ kind }) => kind);
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, at) => at + 1));
  expect(row.last_sequence).toBe(events.length);
  expect(kinds[0]).toBe("loop.queued");
  expect(kinds.filter((kind) => kind === "loop.started")).toHaveLength(row.started_at === null ? 0 : 1);
  if (isOver(seen)) expect(kinds.slice(-2)).toEqual(["credits.settled", `loop.${row.status}`]);
  const ends = kinds.filter((kind) => terminal.has(kind) || kind === "credits.settled");
  expect(ends).toHaveLength(isOver(seen) ? 2 : 0);
  expect(checkpoints.map(({ iteration }) => iteration)).toEqual(
    Array.from({ length: row.iteration }, (_, at) => at + 1),
  );
  const saved = events.filter(({ kind }) => kind === "checkpoint.saved").map(({ sequence }) => sequence);
  expect(checkpoints.map(({ sequence }) => sequence)).toEqual(saved);
  const reviewed = events.findLast(({ kind }) => kind === "quality.reviewed");
  expect(row.quality).toBe(reviewed?.data.quality ?? null);
}

function requireCredits(seen: Seen): void {
  const { row, events, ledger } = seen;
  expect(row.spent).toBeLessThanOrEqual(row.reserved);
  const paid = events.reduce(
    (sum, { kind, data }) => sum + (kind === "iteration.completed" ? data.credits : 0),
    0,
  );
  expect(row.spent).toBe(paid);
  const reserve = { kind: "reserve", amount: 0 - row.reserved };
  const settle = { kind: "settle", amount: row.reserved - row.spent };
  expect(ledger).toEqual(isOver(seen) ? [reserve, settle] : [reserve]);
}

async function requireAccounts(world: World): Promise<void> {
  const { pool } = world.service.database;
  for (const { organizationId, get } of world.callers) {
    const { rows } = await pool.query("select running from account where organization_id = $1", [
      organizationId,
    ]);
    const running = runningOf(world, organizationId);
    expect(rows[0]?.running ?? 0).toBe(running);
    expect(running).toBeLessThanOrEqual(maxRunning);
    const own = [...world.seen.values()].filter(({ row }) => row.organization_id === organizationId);
    const spent = own.reduce((sum, each) => sum + (isOver(each) ? each.row.spent : each.row.reserved), 0);
    const open = own.filter((each) => !isOver(each)).reduce((sum, each) => sum + each.row.reserved, 0);
    expect((await get("/v1/credits")).body).toMatchObject({ balance: credits - spent, reserved: open });
    const writing = own.filter((each) => !isOver(each)).map(({ row }) => row.delta_id);
    expect(new Set(writing).size).toBe(writing.length);
  }
}

/** The loops of these projects. */
export async function see(
  service: Pick<TestService, "database">,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, Seen>> {
  const { rows } = await service.database.pool.query<{ readonly id: string } & Seen>(
    `select l.id, to_jsonb(l) as row,
       (select coalesce(jsonb_agg(jsonb_build_object('sequence', sequence, 'kind', kind, 'data', data) order by sequence), '[]')
        from event where organization_id = l.organization_id and loop_id = l.id) as events,
       (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'amount', amount) order by kind), '[]')
        from ledger where organization_id = l.organization_id and loop_id = l.id) as ledger,
       (select coalesce(jsonb_agg(jsonb_build_object('iteration', iteration, 'sequence', sequence) order by iteration), '[]')
        from checkpoint where organization_id = l.organization_id and loop_id = l.id) as checkpoints,
       (select count(*)::int from change where organization_id = l.organization_id and loop_id = l.id and object = 'entity') as entities,
       (select count(*)::int from change where organization_id = l.organization_id and loop_id = l.id and object = 'relationship') as relationships,
       (select status from delta where organization_id = l.organization_id and id = l.delta_id) as delta,
       (select (d.entities, d.relationships) = (
          select count(*) filter (where object = 'entity'), count(*) filter (where object = 'relationship')
          from change where organization_id = d.organization_id and delta_id = d.id
        ) from delta d where d.organization_id = l.organization_id and d.id = l.delta_id) as "isCounted"
     from loop l where project_id = any($1)`,
    [projectIds],
  );
  return new Map(rows.map(({ id, ...seen }) => [id, seen]));
}
