// Tests the largest graphs: each list of one may be as long as the body of its own path.

import { expect, test } from "vitest";
import { startService } from "../support/service.ts";

const service = await startService();

test("ten thousand entities and as many relationships fit", async () => {
  const who = await service.caller();
  const entities = Array.from({ length: 10_000 }, (_, at) => ({
    type: "a",
    name: `n${String(at)}`,
    properties: { at, b: [at, at] },
  }));
  const relationships = entities.map((_, at) => ({
    type: "next",
    from: `#${String(at)}`,
    to: `#${String((at + 1) % 10_000)}`,
  }));
  const { status, body } = await who.post("/v1/graph", { entities, relationships });
  expect([status, body.entities?.created, body.relationships?.created]).toEqual([200, 10_000, 10_000]);
});
