// Tests which memories a page takes for the same, and that those do not hide others.

import { expect, test } from "vitest";
import { type Caller, callerWith, startService } from "../support/service.ts";

const service = await startService();

const search = async (who: Caller, query: string, more: object = {}) =>
  await who.post("/v1/search", { query, include: ["memories"], ...more });

async function contents(who: Caller, query: string, more: object = {}): Promise<readonly string[]> {
  return (await search(who, query, more)).body.memories.map(({ content }: any) => content);
}

test.each([
  ["Balance is 500", "Balance is -500"],
  ["Temperature was +5", "Temperature was -5"],
  ["Rollout needs x > 5", "Rollout needs x < 5"],
  ["Gauge a = b", "Gauge a != b"],
  ["Grade is B+", "Grade is B-"],
  ["Pump ratio 1.5", "Pump ratio 1:5"],
  ["Ada takes vitamin A", "Ada takes vitamin"],
])("%s is not %s", async (one, other) => {
  const who = await service.caller();
  for (const content of [one, other]) await who.post("/v1/memories", { content });
  expect((await contents(who, one)).toSorted()).toEqual([one, other].toSorted());
});

test("memories that differ after their first 50,000 characters are not the same", async () => {
  const who = await service.caller();
  const begin = `mango ${"word ".repeat(12_000)}`;
  for (const code of ["4711", "4712"]) await who.post("/v1/memories", { content: `${begin}code ${code}` });
  expect(await contents(who, "mango")).toHaveLength(2);
});

test.each([
  ["user.1", "user-1"],
  ["aBcD", "AbCd"],
])("what is said of %s is not said of %s", async (one, other) => {
  const who = await service.caller();
  for (const subject_id of [one, other])
    await who.post("/v1/memories", { content: "Prefers window seats", subject_id });
  expect(await contents(who, "window seats")).toHaveLength(2);
});

test("copies of a long memory stop nobody's searches", { timeout: 120_000 }, async () => {
  const who = await service.caller();
  const made = (await who.post("/v1/keys", { subject_id: "ada" })).body;
  const user = callerWith(service.url, { ...who, key: made.key, keyId: made.id });
  const other = await service.caller({ organizationId: who.organizationId });
  await other.post("/v1/memories", { content: "harvest moon festival" });
  const words = Array.from({ length: 12_000 }, (_, at) => (at + 46_656).toString(36).slice(-3));
  const content = `harvest moon ${words.join(" ")}`;
  const memories = Array.from({ length: 9 }, () => ({ content, scope: "commons", deduplicate: false }));
  for (let at = 0; at < 8; at++) expect((await user.post("/v1/memories", { memories })).status).toBe(201);
  expect((await search(other, "harvest moon")).status).toBe(200);
});

const partial = ["Why did Zorblax refuse the invoice?", "invoi"];

test.each(partial)("500 copies that were written first do not hide another: %s", async (query) => {
  const who = await service.caller();
  const memories = Array.from({ length: 100 }, () => ({
    content: "The invoice was sent.",
    deduplicate: false,
  }));
  for (let at = 0; at < 5; at++) await who.post("/v1/memories", { memories });
  await who.post("/v1/memories", { content: "Acme disputes the invoice." });
  expect(await contents(who, query)).toContain("Acme disputes the invoice.");
});
