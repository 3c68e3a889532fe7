// Tests that a failed search leaves no statement running, as its connection is then used by another request.

import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { allSettledOrThrow } from "../../src/database/all-settled.ts";
import { type Transaction, transaction } from "../../src/database/transaction.ts";
import { search } from "../../src/search/search.ts";
import { addMemory } from "../support/corpus.ts";
import { openStore } from "../support/store.ts";

const { database, tenant } = await openStore();
afterAll(async () => await database.close());

test("allSettledOrThrow returns all results, in order", async () => {
  expect(await allSettledOrThrow([sleep(5, "a"), "b", sleep(1, 3)])).toEqual(["a", "b", 3]);
});

test("allSettledOrThrow throws an error once all others have ended", async () => {
  let ended = false;
  const slow = sleep(20).then(() => (ended = true));
  await expect(allSettledOrThrow([Promise.reject(new Error("broken")), slow])).rejects.toThrow("broken");
  expect(ended).toBe(true);
});

test("a failed search sends no further statement", async () => {
  for (const content of ["alpha", "twofold"])
    await addMemory(database, tenant, { content, thread: "a talk" });
  const names: unknown[] = [];
  await transaction(database, tenant, async (real) => {
    const all: Transaction["all"] = async (query, name) => {
      names.push(name);
      if (name === "search.entities.ranked.4") throw new Error("broken");
      return await real.all(query, name);
    };
    // The memories have a thread, so that after this statement there are others, for what stands next to them and for what is the same.
    const request = {
      query: "alpha twof",
      include: ["entities", "memories"],
      limit: 10,
      filter: undefined,
    } as const;
    await expect(search({ ...real, all }, tenant, database.roles, request)).rejects.toThrow("broken");
    const before = names.length;
    await sleep(100);
    expect(names.slice(before)).toEqual([]);
    const ofMemories = "search.memories.ranked.4";
    const after = ["search.memories.around.2", "search.said"];
    expect(names.slice(names.indexOf(ofMemories))).toEqual([ofMemories, ...after]);
  });
});
