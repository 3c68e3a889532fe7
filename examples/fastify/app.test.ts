// Asks the route without a network: `npm test`.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Slice } from "slice-cql";
import { createApp } from "./app.ts";

const saved: Slice[] = [];
const app = createApp({
  lookUp: async () => ({ shapes: [{ id: "s1", name: "Sales CRM" }] }),
  save: async (slice) => void saved.push(slice),
});

async function post(cql: string): Promise<{ readonly status: number; readonly codes: readonly string[] }> {
  const payload = { name: "Deals", cql };
  const response = await app.inject({ method: "POST", url: "/v1/slices", payload });
  const { diagnostics }: { readonly diagnostics: readonly { readonly code: string }[] } = response.json();
  return { status: response.statusCode, codes: diagnostics.map(({ code }) => code) };
}

void test("a slice is stored", async () => {
  assert.deepEqual(await post('type:Deal shape:"Sales CRM"'), { status: 201, codes: [] });
  assert.deepEqual(saved.at(-1)?.filter_definition, {
    entityTypes: ["Deal"],
    propertyFilters: [{ path: "shape_id", operator: "in", value: ["s1"] }],
  });
});

void test("what does not affect membership comes with the stored slice", async () => {
  assert.deepEqual(await post("type:Deal sort:name"), { status: 201, codes: ["scope-term"] });
});

void test("a warning is refused, and nothing is stored", async () => {
  const before = saved.length;
  assert.deepEqual(await post("type:Deal shape:Sales"), { status: 422, codes: ["unresolved-shape"] });
  assert.equal(saved.length, before);
});

void test("an error is refused, and nothing is stored", async () => {
  const before = saved.length;
  assert.deepEqual(await post("type:Deal after:7days"), { status: 422, codes: ["offset-unit-unknown"] });
  assert.equal(saved.length, before);
});
