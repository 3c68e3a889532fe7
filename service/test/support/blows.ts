// The most expensive requests that one key may send.

import { expect } from "vitest";
import type { Blow } from "./attacker.ts";
import type { Caller } from "./service.ts";

const json = "application/json";
const lines = "application/x-ndjson";

function fill(text: string, bytes: number): string {
  return text.repeat(Math.floor(bytes / text.length));
}

/** A shape of 0.9 MB. */
function largeShape(name: (type: number) => string, called = "large"): string {
  const entity_types = Array.from({ length: 500 }, (_, type) => ({
    name: name(type),
    properties: Object.fromEntries(
      Array.from({ length: 85 }, (_, at) => [`p${85 * type + at}`, { type: "s" }]),
    ),
  }));
  return JSON.stringify({ name: called, entity_types });
}

function words(count: number): string {
  return Array.from({ length: count }, () => Math.random().toString(36).slice(2, 7)).join(" ");
}

/** Stores what makes requests expensive, and returns these. */
export async function prepareBlows(attacker: Caller): Promise<readonly Blow[]> {
  const send = async (path: string, body: string, type = json) => {
    const reply = await attacker.call("POST", path, { body, headers: { "content-type": type } });
    expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
    return reply;
  };
  const rows = Array.from({ length: 30 }, () =>
    JSON.stringify({ type: "Big", name: "common", properties: { text: fill("lorem ", 200_000) } }),
  );
  for (let left = 7; left > 0; left--) await send("/v1/entities", `${rows.join("\n")}\n`, lines);
  for (let left = 20; left > 0; left--)
    await send(
      "/v1/memories",
      JSON.stringify({ content: "common note", scope: "commons", subject: { text: fill("x", 250_000) } }),
    );
  for (let left = 40; left > 0; left--)
    await send(
      "/v1/shapes",
      largeShape((type) => `T${type}`, `large ${left}`),
    );
  const slice = await send("/v1/slices", JSON.stringify({ name: "all", cql: "" }));
  const source = await send("/v1/sources", JSON.stringify({ name: "mail" }));
  await send(
    `/v1/sources/${source.body.id}/documents`,
    JSON.stringify({ text: fill(": \nFrom: \nA and B ", 96_000) }),
  );
  const small = await send(
    "/v1/shapes",
    JSON.stringify({ name: "small", entity_types: [{ name: "Person" }] }),
  );
  const random = Array.from({ length: 200 }, () =>
    JSON.stringify({ type: "Words", properties: { text: words(8000) } }),
  ).join("\n");
  const huge = 31 << 20;
  return [
    { method: "POST", path: "/v1/shapes", body: largeShape(() => "T") },
    { method: "POST", path: "/v1/loops", body: JSON.stringify({ goal: "x" }) },
    {
      method: "POST",
      path: "/v1/loops",
      body: JSON.stringify({ goal: "x", schema: { shape_ids: [small.body.id] } }),
    },
    { method: "POST", path: "/v1/entities", body: Buffer.from(`[${fill('{"a":{}},', huge)}{}]`) },
    { method: "POST", path: "/v1/entities", body: Buffer.from(`[${fill("[],", huge)}[]]`) },
    {
      method: "POST",
      path: "/v1/entities",
      type: lines,
      body: Buffer.from(fill(`{"type":"T","properties":{"a":[${fill("[],", 255_000)}[]]}}\n`, huge)),
    },
    {
      method: "POST",
      path: "/v1/entities",
      type: lines,
      body: Buffer.from(fill(`{"type":"T","properties":{"a":[${fill("{},", 255_000)}{}]}}\n`, huge)),
    },
    { method: "POST", path: "/v1/entities", type: lines, body: Buffer.from(`${random}\n`) },
    { method: "GET", path: "/v1/shapes?limit=200" },
    { method: "GET", path: "/v1/memories?limit=200" },
    { method: "GET", path: `/v1/slices/${slice.body.id}/entities?limit=200` },
    { method: "POST", path: "/v1/search", body: JSON.stringify({ query: "common", limit: 100 }) },
    {
      method: "POST",
      path: "/v1/memories",
      body: JSON.stringify({
        content: "x",
        scope: "commons",
        subject: { v: Array.from({ length: 149_000 }, () => "!") },
      }).replaceAll('"!"', "1e308"),
    },
  ];
}
