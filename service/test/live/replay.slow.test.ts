// Replays the changes of slices at length, while the writer is killed, and with mistakes on purpose, which must all be found.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { type Database, systemTransaction } from "../../src/database/transaction.ts";
import { rewriting } from "../support/mutants.ts";
import { randomFrom } from "../support/random.ts";
import { addScope, openStore } from "../support/store.ts";
import { type Flaw, World } from "./world.ts";

const { database } = await openStore();
afterAll(async () => await database.close());

async function run(seed: number, steps: number, flaw: Flaw = {}, seen: Database = database): Promise<World> {
  const random = randomFrom(seed);
  const world = new World(seen, await addScope(database), () => random.below(1 << 30) / (1 << 30), flaw);
  for (let step = 0; step < steps; step++) await world.step();
  await world.check();
  return world;
}

const minute = 60_000;
/** A hundred thousand steps are twenty of these; `npm run nightly -- replay` takes as many. */
const runs = Number(process.env["REPLAY_RUNS"] ?? 1);

test.each(Array.from({ length: runs }, (_, at) => 100 + at))(
  "after five thousand random steps everyone is right (seed %i)",
  async (seed) => {
    const { told } = await run(seed, 5000);
    for (const count of Object.values(told)) expect(count).toBeGreaterThan(100);
  },
  20 * minute,
);

describe("a mistake is found", () => {
  const flaws: readonly (readonly [string, Flaw])[] = [
    ["no log of deletes", { forgetsDeletes: true }],
    ["a cursor without its instant", { blurs: (from, to) => ({ ...from, instant: to.instant }) }],
    ["a cursor without its version", { blurs: (from, to) => ({ ...from, version: to.version }) }],
    ["a cursor that forgets where a page ends", { blurs: ({ split: _split, ...from }) => from }],
    [
      "a sequence too far",
      { blurs: (from, to) => ({ ...from, sequence: Math.min(to.sequence, from.sequence + 1) }) },
    ],
  ];
  test.each(flaws)("%s", async (_, flaw) => {
    await expect(run(7, 2000, flaw)).rejects.toThrow(/has it|lacks it|is wrong about/);
  });

  test.each([
    ["and sequence > $", "and sequence >= $"],
    ["e.created_at >= $", "e.created_at > $"],
    ['"e"."created_at" >= $', '"e"."created_at" > $'],
    ['"c"."before_created_at" < $', '"c"."before_created_at" <= $'],
    ["and e.id > $", "and e.id >= $"],
  ])("a bound that is off by one: %s", async (is, wrong) => {
    let met = 0;
    const seen = rewriting(database, (text) => {
      if (text.includes(is)) met++;
      return text.replaceAll(is, wrong);
    });
    await expect(run(8, 3000, {}, seen)).rejects.toThrow(/has it|lacks it|is wrong about/);
    expect(met).toBeGreaterThan(0);
  });
});

test(
  "a writer that is killed at any moment leaves a log from which everyone is right",
  async () => {
    const tenant = await addScope(database);
    const random = randomFrom(9);
    const world = new World(database, tenant, () => random.below(1 << 30) / (1 << 30));
    const program = fileURLToPath(new URL("writer.child.ts", import.meta.url));
    // A busy machine writes little before a kill: then there are more of them.
    for (let round = 0; round < 30 || world.told.write <= 100; round++) {
      for (let step = 0; step < 10; step++) await world.look();
      const child = spawn(process.execPath, [program, database.url, JSON.stringify(tenant), String(round)], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      await once(child.stdout, "data");
      await sleep(random.below(150));
      child.kill("SIGKILL");
      await once(child, "exit");
      await expect
        .poll(
          async () => {
            const [row] = await systemTransaction(database, async (tx) =>
              tx.all(
                sql<{
                  readonly n: number;
                }>`select count(*) as n from pg_stat_activity where application_name = 'writer' and datname = current_database()`,
              ),
            );
            return row?.n;
          },
          { timeout: 30_000 },
        )
        .toBe(0);
      await world.check();
    }
  },
  10 * minute,
);
