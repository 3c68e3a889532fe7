// Tests when a slice changes next by time alone, as a limited key sees it.

import { expect, test } from "vitest";
import { transaction } from "../../src/database/transaction.ts";
import { letSee } from "../../src/live/changes-from.ts";
import { quietUntil } from "../../src/live/quiet.ts";
import { pointNow } from "../../src/slices/point.ts";
import { viewOf } from "../../src/slices/view.ts";
import { startService } from "../support/service.ts";
import { written } from "./following.ts";

const service = await startService();

test("what a key sees next is known, also where its limits have nothing in common now", async () => {
  const who = await service.caller();
  const midnight = Math.floor(Date.now() / 86_400_000) * 86_400_000;
  const created_at = new Date(midnight + 10_000).toISOString();
  await written(who, [{ type: "Deal", created_at }]);
  const slices = ["after:today", "type:Deal before:12h"];
  const tenant = { ...who, limits: { slices, subjectId: undefined } };
  const until = await transaction(
    service.database,
    tenant,
    async (tx) => {
      const { end: _end, ...now } = await pointNow(tx, tenant);
      // What is older than twelve hours at noon is not of today.
      const noon = { ...now, instant: midnight + 12 * 60 * 60_000 };
      const view = await viewOf(tx, tenant, "type:Deal", now.version);
      letSee(tx, view, [noon, noon]);
      return await quietUntil({ tx, tenant, view, isGone: () => false }, noon);
    },
    "repeatable read read only",
  );
  expect(until - midnight).toBe(12 * 60 * 60_000 + 10_001);
});
