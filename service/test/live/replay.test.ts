// Replays the changes of slices from any cursor while everything changes at random: at the end each follower knows who is in its slice.

import { afterAll, expect, test } from "vitest";
import { randomFrom } from "../support/random.ts";
import { addScope, openStore } from "../support/store.ts";
import { World } from "./world.ts";

const { database } = await openStore();
afterAll(async () => await database.close());

test.each([1, 2, 3])("after some hundred random steps everyone is right (seed %i)", async (seed) => {
  const random = randomFrom(seed);
  const world = new World(database, await addScope(database), () => random.below(1 << 30) / (1 << 30));
  for (let step = 0; step < 600; step++) await world.step();
  await world.check();
  for (const count of Object.values(world.told)) expect(count).toBeGreaterThan(5);
});
