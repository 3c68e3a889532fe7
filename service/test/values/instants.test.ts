// Tests instants in requests at the edges of the range: each is accepted and returned to the millisecond, or refused with its position.

import { describe, expect, test } from "vitest";
import { startService } from "../support/service.ts";

const service = await startService();
const someone = await service.caller();
const source = await someone.post("/v1/sources", { name: "source" });
const ends = await someone.post("/v1/entities", [{ type: "End" }]);
const [end] = ends.body.ids;

const taken = [
  ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"],
  ["0001-01-01T14:00:00+14:00", "0001-01-01T00:00:00.000Z"],
  ["2024-02-29T00:00:00-15:59", "2024-02-29T15:59:00.000Z"],
  ["2026-11-20T12:00:00.123456789Z", "2026-11-20T12:00:00.123Z"],
  ["2026-11-20T12:00:00.9996Z", "2026-11-20T12:00:01.000Z"],
  ["9999-12-31T23:59:59.9994Z", "9999-12-31T23:59:59.999Z"],
] as const;

const refused = [
  "0001-01-01T00:00:00+14:00",
  "9999-12-31T23:59:59.9995Z",
  "9999-12-31T23:59:59-12:00",
  "9998-12-31T00:00:00+16:00",
  "9998-12-31T00:00:00+10:60",
  "2026-02-29T00:00:00Z",
  "2026-02-30T00:00:00Z",
  "2026-13-01T00:00:00Z",
  "2026-11-20T24:00:00Z",
  "2026-11-20T23:59:60Z",
  "2026-11-20T12:00:00",
  "2026-11-20 12:00:00Z",
  "2026-11-20",
  "now",
  "",
];

describe.each<[string, string, (created_at: string) => unknown, string]>([
  ["an entity", "/v1/entities", (created_at) => [{ type: "Thing", created_at }], "/0/created_at"],
  [
    "a relationship",
    "/v1/relationships",
    (created_at) => [{ type: "knows", from: end, to: end, created_at }],
    "/0/created_at",
  ],
  [
    "a document",
    `/v1/sources/${source.body.id}/documents`,
    (created_at) => ({ text: "text", created_at }),
    "/created_at",
  ],
])("the date of %s", (_, path, bodyWith, pointer) => {
  test.each(taken)("given as %s is returned as %s", async (given, shown) => {
    const { status, body } = await someone.post(path, bodyWith(given));
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    expect(await shownOf(path, body)).toBe(shown);
  });

  test.each(refused)("is refused if it is %j", async (given) => {
    const { status, body } = await someone.post(path, bodyWith(given));
    expect([status, body.code]).toEqual([422, "invalid_request"]);
    expect(body.errors.map((each: any) => each.pointer)).toContain(pointer);
  });
});

async function shownOf(path: string, body: any): Promise<string> {
  if (path === "/v1/entities") return (await someone.get(`/v1/entities/${body.ids[0]}`)).body.created_at;
  if (path !== "/v1/relationships") return body.created_at;
  const { relationships } = (await someone.get(`/v1/entities/${end}`)).body;
  return relationships.find(({ id }: any) => id === body.ids[0]).created_at;
}

test("a memory may be forgotten at the last instant of the range, and not after it", async () => {
  const { body } = await someone.post("/v1/memories", {
    content: "x",
    forget_after: "9999-12-31T23:59:59.999Z",
  });
  expect((await someone.get(`/v1/memories/${body.id}`)).body.forget_after).toBe("9999-12-31T23:59:59.999Z");
  const late = await someone.post("/v1/memories", {
    content: "x",
    forget_after: "9999-12-31T23:59:59-01:00",
  });
  expect([late.status, late.body.errors[0].pointer]).toEqual([422, "/forget_after"]);
});
