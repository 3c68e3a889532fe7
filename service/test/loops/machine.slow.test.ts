// Tests loops under any order of starts, claims, commits, crashes, late workers, cancels and applies, also two at once.

import fc from "fast-check";
import { expect, test } from "vitest";
import { giveBack } from "../../src/loops/lease.ts";
import {
  claimBy,
  commitRead,
  createWorld,
  expire,
  type Held,
  holds,
  isCurrent,
  isOver,
  maxRunning,
  piecesPerIteration,
  read,
  requireSound,
  type Seen,
  takeOverBy,
  type World,
} from "../support/loop-world.ts";
import { registerWorker } from "../support/loops.ts";
import { startService } from "../support/service.ts";

const service = await startService({ piecesPerIteration });
await registerWorker(service.database);

/** On a busy machine fewer runs are made, but as many as it takes to come to what the test is about. */
const mostMs = 45_000;

/** How often it came to what the test is about. */
const happened = { committed: 0, lost: 0, resumed: 0, completed: 0, failed: 0, canceled: 0 };

/** What has not come up often enough to say that it was tested. */
function rare(): readonly string[] {
  return Object.entries(happened).flatMap(([what, times]) => (times > 4 ? [] : [what]));
}

/** What can happen; the number picks to whom. */
type Happening = (world: World, pick: number) => Promise<void>;

function pickFrom<Item>(items: readonly Item[], pick: number): Item | undefined {
  return items[pick % Math.max(1, items.length)];
}

function loopAt({ seen }: World, pick: number): Seen | undefined {
  return pickFrom([...seen.values()], pick);
}

function callerOf({ callers }: World, { row }: Seen) {
  const caller = callers.find(({ projectId }) => projectId === row.project_id);
  if (caller === undefined) throw new Error("This loop is nobody's.");
  return caller;
}

const start: Happening = async ({ callers }, pick) => {
  const loop = { max_iterations: 1 + (pick % 4), quality_threshold: (pick % 3) / 2 };
  // Every third one asks what others have asked, so that it may find all read.
  const goal = pick % 3 === 0 ? "x" : crypto.randomUUID();
  const reply = await pickFrom(callers, pick)?.post("/v1/loops", { goal, loop });
  expect([202, 402]).toContain(reply?.status);
};

/** Goes on with the delta of a loop that may be running, or applied by now. */
const startOn: Happening = async (world, pick) => {
  const seen = loopAt(world, pick);
  if (seen === undefined) return;
  const head_delta_id = seen.row.delta_id;
  // It asks something else, so that there is something to read.
  const body = { goal: crypto.randomUUID(), head_delta_id };
  const reply = await callerOf(world, seen).post("/v1/loops", body);
  expect([202, 402, 409]).toContain(reply.status);
  if (isWriting(world, seen)) expect(reply.status).toBe(409);
};

function isWriting({ seen }: World, { row }: Seen): boolean {
  return [...seen.values()].some((each) => each.row.delta_id === row.delta_id && !isOver(each));
}

const claims: Happening = async (world, pick) => {
  const holder = pickFrom(world.holders, pick);
  if (holder !== undefined) await claimBy(world, holder);
};

const takesOver: Happening = async (world, pick) => {
  const holder = pickFrom(world.holders, pick);
  if (holder !== undefined) await takeOverBy(world, holder);
};

const reads: Happening = async (world, pick) => {
  const held = pickFrom(world.held, pick);
  if (held !== undefined) await read(world, held, pick % 3 === 0);
};

/** Also what was read before the loop was lost, canceled or given back, and what was committed already. */
const commits: Happening = async (world, pick) => {
  const held = pickFrom(world.held, pick);
  if (held?.read !== undefined) await commitHeld(world, held, held.read);
};

async function commitHeld(world: World, held: Held, stale: NonNullable<Held["read"]>): Promise<void> {
  const was = held.row;
  const isMine = isCurrent(world, held);
  expect(await commitRead(world, held)).toBe(isMine ? "committed" : "lost");
  happened[isMine ? "committed" : "lost"] += 1;
  await requireSame(world, held, isMine);
  // Once more, as after an answer of the database that was lost.
  expect(await commitRead(world, { row: was, read: stale })).toBe("lost");
}

async function requireSame(world: World, { row }: Held, isChanged: boolean): Promise<void> {
  if (isChanged) return;
  const before = world.seen.get(row.id);
  await requireSound(world);
  expect(world.seen.get(row.id)).toEqual(before);
}

const worksOn: Happening = async (world, pick) => {
  const held = pickFrom(
    world.held.filter((each) => isCurrent(world, each)),
    pick,
  );
  if (held === undefined) return;
  await read(world, held, pick % 4 === 0);
  expect(await commitRead(world, held)).toBe("committed");
  happened.committed += 1;
};

const crashes: Happening = async (world, pick) => {
  const seen = loopAt(world, pick);
  if (seen !== undefined) await expire(world, [seen.row.id]);
};

/** A worker is suspended for so long that another one has its loop when it resumes. */
const loses: Happening = async (world, pick) => {
  const held = pickFrom(
    world.held.filter((each) => holds(world, each)),
    pick,
  );
  if (held === undefined) return;
  await expire(world, [held.row.id]);
  await takesOver(world, pick);
  await requireSound(world);
  if (held.read !== undefined) await commitHeld(world, held, held.read);
};

const givesBack: Happening = async (world, pick) => {
  const held = pickFrom(world.held, pick);
  if (held === undefined) return;
  await giveBack(service.database, held.row, { isFailure: pick % 2 === 0 });
  await requireSame(world, held, holds(world, held));
};

const cancels: Happening = async (world, pick) => {
  const seen = loopAt(world, pick);
  if (seen === undefined) return;
  const reply = await callerOf(world, seen).post(`/v1/loops/${seen.row.id}/cancel`, {});
  // In a race it may have ended meanwhile.
  if (isOver(seen)) expect(reply.body.code).toBe("loop_finished");
  else expect([200, 409]).toContain(reply.status);
};

const ends =
  (how: "apply" | "discard"): Happening =>
  async (world, pick) => {
    const seen = loopAt(world, pick);
    if (seen === undefined) return;
    const reply = await callerOf(world, seen).post(`/v1/deltas/${seen.row.delta_id}/${how}`, {});
    expect([200, 409]).toContain(reply.status);
    if (reply.status === 409)
      expect(["delta_in_use", "delta_not_open", "delta_conflict"]).toContain(reply.body.code);
  };

const happenings: Readonly<Record<string, Happening>> = {
  start,
  startOn,
  claims,
  takesOver,
  reads,
  commits,
  worksOn,
  crashes,
  loses,
  givesBack,
  cancels,
  applies: ends("apply"),
  discards: ends("discard"),
};

/** What can happen while something else does: whose outcome is checked only by what holds always. */
const racing: Readonly<Record<string, Happening>> = {
  start,
  startOn: async (world, pick) => {
    const seen = loopAt(world, pick);
    if (seen === undefined) return;
    const body = { goal: "x", head_delta_id: seen.row.delta_id };
    expect((await callerOf(world, seen).post("/v1/loops", body)).status).toBeLessThan(500);
  },
  takesOver,
  commits: async (world, pick) => {
    const held = pickFrom(world.held, pick);
    if (held?.read !== undefined) await commitRead(world, held);
  },
  crashes,
  givesBack: async (world, pick) => {
    const held = pickFrom(world.held, pick);
    if (held !== undefined) await giveBack(service.database, held.row, { isFailure: false });
  },
  cancels,
  applies: ends("apply"),
  discards: ends("discard"),
};

class Step implements fc.AsyncCommand<object, World> {
  readonly #name: string;
  readonly #run: (world: World) => Promise<void>;

  constructor(name: string, run: (world: World) => Promise<void>) {
    this.#name = name;
    this.#run = run;
  }

  check(): boolean {
    return true;
  }

  async run(_model: object, world: World): Promise<void> {
    await this.#run(world);
    await requireSound(world);
  }

  toString(): string {
    return this.#name;
  }
}

const nat = fc.nat(1000);
const single = Object.entries(happenings).map(([name, happen]) =>
  nat.map((pick) => new Step(`${name}(${pick})`, async (world) => await happen(world, pick))),
);
const other = fc.tuple(fc.constantFrom(...Object.keys(racing)), nat);
const together = fc
  .tuple(other, other, other)
  .map(
    (three) =>
      new Step(
        `together(${three.map(([name, pick]) => `${name}(${pick})`).join(", ")})`,
        async (world) =>
          void (await Promise.all(three.map(async ([name, pick]) => await racing[name]?.(world, pick)))),
      ),
  );

test("loops are consistent, are charged once, and end, for any order of events", async () => {
  // Most loops get far only if starts, claims and work are frequent.
  const steps = fc.commands([...single, ...single.slice(0, 7), single[6] ?? together, together, together], {
    maxCommands: 60,
    size: "max",
  });
  const begun = performance.now();
  const property = fc.asyncProperty(steps, async (commands) => {
    if (performance.now() - begun > mostMs && rare().length === 0) return;
    const world = await createWorld(service);
    try {
      await fc.asyncModelRun(() => ({ model: {}, real: world }), commands);
    } finally {
      await finish(world);
    }
    for (const { row, events } of world.seen.values()) {
      if (row.status !== "queued" && row.status !== "running") happened[row.status] += 1;
      happened.resumed += events.filter(({ kind }) => kind === "loop.resumed").length;
    }
  });
  await fc.assert(property, { numRuns: 80, endOnFailure: true });
  expect(rare()).toEqual([]);
}, 120_000);

/** Everything that is left ends, with workers that do nothing wrong. */
async function finish(world: World): Promise<void> {
  await requireSound(world);
  await expire(world, [...world.seen.keys()]);
  world.held.length = 0;
  for (let rounds = 0; ![...world.seen.values()].every(isOver); rounds++) {
    expect(rounds).toBeLessThan(200);
    for (const holder of world.holders.slice(0, maxRunning)) {
      await takeOverBy(world, holder);
      await requireSound(world);
      await claimBy(world, holder);
      await requireSound(world);
    }
    await worksOn(world, rounds);
    await requireSound(world);
  }
}
