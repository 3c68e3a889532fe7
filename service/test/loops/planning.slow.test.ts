// Tests what planning a loop can cost: it happens in the server, before anything is charged.

import { expect, test } from "vitest";
import { startService } from "../support/service.ts";
import { longestTurnAtBest } from "../support/turns.ts";

const service = await startService();

/** How long others may wait, in milliseconds. */
const mostMs = 250;

test.each([
  ["letters that stand for sentences", `${"\u{fdfa}".repeat(800)} `.repeat(420)],
  ["marks in the wrong order", `${"\u0301\u0316".repeat(250)} `.repeat(990)],
  ["letters that begin words", "q".repeat(990_000)],
])(
  "other requests get their turns while passages are searched in %s",
  { timeout: 60_000 },
  async (_what, text) => {
    const who = await service.caller();
    const source_ids = [(await who.post("/v1/sources", { name: "long" })).body.id];
    for (let count = 0; count < 8; count++)
      await who.post(`/v1/sources/${source_ids[0]}/documents`, { text: `zebra ${text}` });
    const goal = `zebra ${Array.from({ length: 49 }, (_, at) => `qq${at}`).join(" ")}`;
    const plan = async (): Promise<void> => {
      const body = { kind: "hydrate", goal, context: { source_ids }, dry_run: true };
      const answer = await who.post("/v1/loops", body);
      expect([answer.status, answer.body.plan]).toMatchObject([200, { sources: 1 }]);
    };
    expect(await longestTurnAtBest(plan, mostMs)).toBeLessThan(mostMs);
  },
);
