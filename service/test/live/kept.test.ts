// Tests for how long changes are kept: as long as the setting says, from the start of a server on.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { startChild } from "../support/children.ts";
import { startService } from "../support/service.ts";
import { changes, said, sliced, written } from "./following.ts";

const service = await startService();

test("a server that keeps changes for no day deletes them when it starts, and what is followed goes on", async () => {
  const who = await service.caller();
  const { id, cursor } = await sliced(who, "type:Deal");
  await written(who, [{ type: "Deal" }]);
  const { next_cursor } = (await changes(who, id, cursor)).body;
  const child = await startChild(service.database.url, ["--no-worker"], { CHANGES_KEPT_DAYS: "0" });
  try {
    await expect
      .poll(async () => (await changes(who, id, cursor)).body.code, { timeout: 30_000 })
      .toBe("cursor_expired");
    expect((await changes(who, id, next_cursor)).body.changes).toEqual([]);
  } finally {
    await child.kill();
  }
});

test("after a recovery to an earlier instant, what the manual says makes all cursors expire, and new ones go on", async () => {
  const [who, silent] = [await service.caller(), await service.caller()];
  const { id, cursor } = await sliced(who, "type:Deal");
  const unwritten = await sliced(silent, "type:Deal");
  await written(who, [{ type: "Deal" }]);
  const { next_cursor } = (await changes(who, id, cursor)).body;
  const manual = readFileSync(new URL("../../docs/production.md", import.meta.url), "utf8");
  const statement = /^ *```sql\n(?<sql>.*?)^ *```/ms.exec(manual)?.groups?.["sql"] ?? "";
  await service.database.system.query(statement);
  for (const caller of [who, silent]) await written(caller, [{ type: "Deal" }, { type: "Deal" }]);
  for (const each of [cursor, next_cursor])
    expect((await changes(who, id, each)).body.code).toBe("cursor_expired");
  expect((await changes(silent, unwritten.id, unwritten.cursor)).body.code).toBe("cursor_expired");
  const now = (await changes(who, id)).body.next_cursor;
  const [deal] = await written(who, [{ type: "Deal" }]);
  expect(said(await changes(who, id, now))).toEqual([`entered ${deal}`]);
});
