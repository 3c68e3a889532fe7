// Tests writes of many entities into a database that is new: PostgreSQL has no statistics of its tables yet.

import { expect, test } from "vitest";
import { startService } from "../support/service.ts";

const service = await startService();

test.each([
  ["new ones", () => ({})],
  ["ones with IDs", () => ({ id: crypto.randomUUID() })],
])("as many more %s take no longer, however many there are", async (_, own) => {
  const who = await service.caller();
  const write = async (count: number): Promise<number> => {
    const begun = performance.now();
    const rows = Array.from({ length: count }, (_, at) => ({ ...own(), type: "Person", name: String(at) }));
    expect((await who.post("/v1/entities", rows)).status).toBe(200);
    return performance.now() - begun;
  };
  // Often enough that PostgreSQL keeps the plans of small writes.
  for (let left = 60; left > 0; left--) await write(1);
  const first = await write(300);
  for (let left = 40; left > 0; left--) await write(300);
  const last = [await write(300), await write(300)];
  // Five times as long where each row was looked for among all of its project.
  expect(Math.min(...last)).toBeLessThan(3 * first);
});
