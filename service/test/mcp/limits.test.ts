// Tests that a call of a tool takes one token of its key's rate limit, however many routes it calls.

import type { Client } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { agentAt } from "../support/agents.ts";
import { startService } from "../support/service.ts";

const service = await startService({ rateLimitPerMinute: 10 });

async function left(who: { readonly key: string }): Promise<number> {
  const response = await fetch(`${service.url}/v1/keys/current`, {
    headers: { authorization: `Bearer ${who.key}` },
  });
  return Number(response.headers.get("ratelimit-remaining"));
}

test("a call takes one token, and one without a token is a problem of HTTP", async () => {
  const who = await service.caller();
  // Its first message asks what the server is.
  const agent = await agentAt(service.url, who.key);
  const before = await left(who);
  // It looks up a slice and searches.
  expect((await agent.call("search", { query: "x", within: "type:Person" })).isError).toBe(false);
  expect(await left(who)).toBe(before - 2);
  for (let sent = await left(who); sent > 0; sent--) await agent.call("list_memories");
  await expect(agent.call("list_memories")).rejects.toMatchObject({ data: { status: 429 } });
});

test("to listen takes a token for each slice besides", async () => {
  const who = await service.caller();
  const slices = await Promise.all(
    ["type:Deal", "type:Lead"].map(async (cql) => (await who.post("/v1/slices", { name: cql, cql })).body.id),
  );
  const client = (await agentAt(service.url, who.key)).client as Client;
  const before = await left(who);
  const { close } = await client.listen({
    resourceSubscriptions: slices.map((id) => `slice://slices/${String(id)}`),
  });
  expect(await left(who)).toBe(before - 4);
  await close();
});

test("nobody else can send requests that take no token", async () => {
  const who = await service.caller();
  const before = await left(who);
  for (const value of ["", "true", "x".repeat(43)])
    await fetch(`${service.url}/v1/keys/current`, {
      headers: { authorization: `Bearer ${who.key}`, "x-slice-inside": value },
    });
  expect(await left(who)).toBe(before - 4);
});
