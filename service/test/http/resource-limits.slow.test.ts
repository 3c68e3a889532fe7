// Tests what one request can cost: a caller with a key must not stop the service for others.

import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { limitPer } from "../../src/database/per-key-limit.ts";
import { createPool } from "../../src/database/pool.ts";
import { excerpt, maxOfEach, recognizer } from "../../src/search/highlight.ts";
import { startService } from "../support/service.ts";
import { longestTurnAtBest } from "../support/turns.ts";

const service = await startService();
const caller = await service.caller();

/** How long something takes, in milliseconds. */
async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

describe("other requests get their turns while a body is read", () => {
  const lines = "application/x-ndjson";
  const longest = 30 << 20;
  /** The sender of these bodies has its turns in the same process. */
  const mostMs = 250;
  const repeated = (text: string, bytes: number): string => text.repeat(Math.floor(bytes / text.length));
  const row = (values: string): string => `{"type":"T","properties":{"a":[${values}]}}\n`;
  const rowsOf = (value: string): string => row(`${`${value},`.repeat(60_000)}${value}`).repeat(120);
  const members = Array.from({ length: 2_000_000 }, (_, at) => `"${at.toString(36)}":1`).join();
  const someRow = JSON.stringify({
    type: "T",
    name: "name",
    properties: Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`p${at}`, `${at}`.repeat(10)])),
  });

  test.each<[string, string, string, number]>([
    ["of 120 rows of {}", lines, rowsOf("{}"), 413],
    ["of 120 rows of []", lines, rowsOf("[]"), 413],
    ["of 120 rows of [[]]", lines, rowsOf("[[]]"), 413],
    ["of millions of rows of []", lines, repeated("[]\n", longest), 422],
    ["of one row of 30 MiB", lines, row(`${repeated("[],", longest)}[]`), 422],
    ["of two million members", lines, `{"type":"T","properties":{${members}}}`, 422],
    ["of the maximum number of rows", lines, `${someRow}\n`.repeat(10_000), 200],
    ["of a list of []", "application/json", `[${repeated("[],", 4_000_000)}[]]`, 422],
    ["of numbers of 17 digits", "application/json", `[${repeated("12345678901234567,", 4_000_000)}1]`, 422],
    ["of one row of numbers of 17 digits", lines, row(`${repeated("0.12345678901234567,", 250_000)}1`), 200],
    ["of the maximum number of members", lines, row(`{${members.slice(0, 260_000)}":1}`), 200],
  ])("%s", { timeout: 60_000 }, async (_what, type, text, status) => {
    const body = Buffer.from(text);
    const headers = { authorization: `Bearer ${caller.key}`, "content-type": type };
    const send = async (): Promise<void> => {
      const response = await fetch(`${service.url}/v1/entities`, { method: "POST", headers, body });
      expect([response.status, (await response.text()).slice(0, 300)]).toEqual([status, expect.any(String)]);
    };
    expect(await longestTurnAtBest(send, mostMs)).toBeLessThan(mostMs);
  });
});

describe("other requests get their turns while a body with many mistakes is refused", () => {
  const numbers = Array.from({ length: 140_000 }, (_, at) => at);
  const members = Object.fromEntries(numbers.slice(0, 60_000).map((at) => [`m${at}`, at]));
  test.each<[string, string, object]>([
    ["in the kinds to search", "/v1/search", { query: "x", include: numbers }],
    ["in the types", "/v1/slices?dry_run=true", { name: "x", filter: { type: numbers } }],
    [
      "in the excluded changes",
      "/v1/deltas/0198c0de-7a11-7c3e-9b1f-3d2a5e6f7081/apply",
      { exclude: numbers },
    ],
    ["in its members", "/v1/slices", { name: "x", cql: "", ...members }],
  ])("%s", async (_what, path, body) => {
    const text = JSON.stringify(body);
    const send = async (): Promise<void> => {
      const { status, body: problem } = await caller.post(path, text);
      expect(status).toBe(422);
      expect(problem.errors.length).toBeLessThanOrEqual(20);
    };
    expect(await longestTurnAtBest(send, 250)).toBeLessThan(250);
  });
});

test("a kind that is requested twice is refused in plain words", async () => {
  const { body } = await caller.post("/v1/search", { query: "x", include: ["entities", "entities"] });
  expect(body.errors).toEqual([{ pointer: "/include", message: "must not have an item twice" }]);
});

test("a list of a million numbers is refused at once", async () => {
  const body = `[${"1,".repeat(1_000_000)}1]`;
  const ms = await timed(async () => {
    expect((await caller.post("/v1/entities", body)).status).toBe(422);
  });
  expect(ms).toBeLessThan(2000);
});

test("an entity with the maximum number of values is stored in a moment", async () => {
  const properties = { a: Array.from({ length: 80_000 }, () => []) };
  const ms = await timed(async () => {
    expect((await caller.post("/v1/entities", [{ type: "Many", properties }])).status).toBe(200);
  });
  expect(ms).toBeLessThan(2000);
});

test("an entity that no page could hold is refused with its position", async () => {
  const { status, body } = await caller.post("/v1/entities", [
    { type: "Small" },
    { type: "Large", properties: { text: "x".repeat(300_000) } },
  ]);
  expect(status).toBe(422);
  expect(body.errors).toEqual([
    { pointer: "/1/properties", message: expect.stringContaining("is larger than") },
  ]);
});

test("a subject that no page could hold is refused, even if only its stored numbers are too long", async () => {
  const subjects = [{ text: "x".repeat(262_144) }, { a: Array.from({ length: 1000 }, () => 5e-324) }];
  for (const subject of subjects) {
    const { status, body } = await caller.post("/v1/memories", {
      memories: [{ content: "x" }, { content: "x", subject }],
    });
    expect([status, body.errors]).toEqual([
      422,
      [{ pointer: "/memories/1/subject", message: expect.stringContaining("is larger than") }],
    ]);
  }
  const properties = { a: Array.from({ length: 1000 }, () => 5e-324) };
  expect((await caller.post("/v1/entities", [{ type: "Grows", properties }])).status).toBe(422);
});

test("names and types of rare characters are stored up to the maximum length", async () => {
  const rare = (length: number, from: number): string =>
    Array.from({ length }, (_, at) => String.fromCodePoint(from + at)).join("");
  const entity = { type: rare(500, 0x2_0000), name: rare(10_000, 0x2_1000) };
  const created = await caller.post("/v1/entities", [entity]);
  expect(created.status).toBe(200);
  const name = rare(500, 0x2_4000);
  expect((await caller.post("/v1/shapes", { name, entity_types: [{ name: entity.type }] })).status).toBe(201);
  const source = await caller.post("/v1/sources", { name });
  const document = { text: "x", title: name, external_id: name };
  expect((await caller.post(`/v1/sources/${source.body.id}/documents`, document)).status).toBe(201);
  const ends = { from: created.body.ids[0], to: created.body.ids[0] };
  expect((await caller.post("/v1/relationships", [{ type: entity.type, ...ends }])).status).toBe(200);
});

test("long texts with all words of a long query are found in a moment", async () => {
  const words = Array.from(
    { length: 32 },
    (_, at) => `w${String.fromCodePoint(97 + (at % 26))}x${String(at)}`,
  );
  const content = `${words.join(" ")} `.repeat(200).trim();
  for (let batch = 0; batch < 2; batch++)
    expect(
      (
        await caller.post("/v1/memories", {
          memories: Array.from({ length: 20 }, (_, at) => ({
            content: `n${String(20 * batch + at)} ${content}`,
          })),
        })
      ).status,
    ).toBe(201);
  const ms = await timed(async () => {
    const { status, body } = await caller.post("/v1/search", {
      query: words.join(" "),
      include: ["memories"],
    });
    expect([status, body.memories.length]).toEqual([200, 20]);
  });
  expect(ms).toBeLessThan(3000);
});

test("a search finds a word next to many unknown ones", async () => {
  await caller.post("/v1/entities", [{ type: "Library", name: "openssl" }]);
  const unknown = Array.from({ length: 20 }, (_, at) => `zzq${String(at)}`);
  const { body } = await caller.post("/v1/search", {
    query: `openssl ${unknown.join(" ")}`,
    include: ["entities"],
  });
  expect(body.entities).toMatchObject([{ name: "openssl" }]);
});

test("other requests get their turns while the slices of an entity are searched among many long ones", {
  timeout: 60_000,
}, async () => {
  const {
    body: { ids },
  } = await caller.post("/v1/entities", [{ type: "T0" }]);
  // Dates cost the most.
  const dates = Array.from({ length: 4000 }, (_, at) => `after:${String(at + 1)}d`);
  for (let at = 0; at < 40; at++)
    await caller.post("/v1/slices", { name: "long", cql: ["type:T0", ...dates].join(" ") });
  const find = async (): Promise<void> => {
    const { status, body } = await caller.get(`/v1/entities/${ids[0]}/slices`);
    expect([status, body.slices.length, body.next_cursor]).toEqual([200, 40, null]);
  };
  const findTwice = async (): Promise<unknown> => await Promise.all([find(), find()]);
  expect(await longestTurnAtBest(findTwice, 300)).toBeLessThan(300);
});

describe("a key with many slow requests", () => {
  test("does not delay the requests of another key, and gets its responses", async () => {
    const [slow, other] = [await service.caller(), await service.caller()];
    await slow.post("/v1/entities", [{ type: "Slow", name: "slow" }]);
    const pool = createPool(service.database.connection, { size: 1 });
    const client = await pool.connect();
    try {
      // Each search waits for this lock.
      await client.query("begin; lock table entity in access exclusive mode");
      const searches = Array.from(
        { length: 50 },
        async () => await slow.post("/v1/search", { query: "slow", include: ["entities"] }),
      );
      await sleep(200);
      const ms = await timed(async () => {
        for (let sent = 0; sent < 10; sent++) expect((await other.get("/v1/memories")).status).toBe(200);
      });
      expect(ms).toBeLessThan(2000);
      await client.query("rollback");
      for (const { status, body } of await Promise.all(searches))
        expect([status, body.entities?.length]).toEqual([200, 1]);
    } finally {
      client.release(true);
      await pool.end();
    }
  });

  test("delays no other organization, key lookup or health check, even together with another key of its project", async () => {
    const [one, outsider] = [await service.caller(), await service.caller()];
    const two = await service.caller({ ...one });
    await one.post("/v1/entities", [{ type: "Slow", name: "slow" }]);
    const pool = createPool(service.database.connection, { size: 1 });
    const client = await pool.connect();
    try {
      await client.query("begin; lock table entity in access exclusive mode");
      const slow = [one, two].flatMap((each) =>
        Array.from(
          { length: 20 },
          async () => await each.post("/v1/search", { query: "slow", include: ["entities"] }),
        ),
      );
      await sleep(200);
      for (let sent = 0; sent < 10; sent++) {
        expect(
          await timed(async () => expect((await outsider.get("/v1/memories")).status).toBe(200)),
        ).toBeLessThan(250);
        const headers = { authorization: `Bearer slice-${String(sent).padStart(43, "0")}` };
        const refused = async () =>
          expect((await outsider.call("GET", "/v1/memories", { headers })).status).toBe(401);
        expect(await timed(refused)).toBeLessThan(250);
        const ready = async () => expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
        expect(await timed(ready)).toBeLessThan(250);
      }
      await client.query("rollback");
      await Promise.all(slow);
    } finally {
      client.release(true);
      await pool.end();
    }
  });

  test("runs only some of them at a time, in order, and gets a refusal for those that wait too long", async () => {
    const limited = limitPer("key", 2);
    const run = async <Result>(id: string, work: () => Promise<Result>): Promise<Result> =>
      await limited(id, work, 200);
    const begunAt = performance.now();
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const add = async (at: number): Promise<number> =>
      await run("key", async () => {
        begun.push(at);
        await new Promise<void>((resolve) => ends.push(resolve));
        return at;
      });
    const works = [0, 1, 2, 3].map(async (at) => await add(at));
    const late = add(4);
    const failed = run("key", async () => await Promise.reject(new Error("failed")));
    await setImmediate();
    expect(begun).toEqual([0, 1]);
    await expect(run("other", async () => await Promise.resolve("done"))).resolves.toBe("done");
    for (const at of [0, 1]) ends[at]?.();
    await Promise.all(works.slice(0, 2));
    await setImmediate();
    expect(begun).toEqual([0, 1, 2, 3]);
    for (const waiting of [late, failed])
      await expect(waiting).rejects.toMatchObject({
        code: "rate_limited",
        options: { headers: { "retry-after": "1" } },
      });
    for (const end of ends) end();
    expect(await Promise.all(works)).toEqual([0, 1, 2, 3]);
    // The last two were slow, so the place of one of them is kept free for as long again.
    await sleep(performance.now() - begunAt);
    await expect(run("key", async () => await Promise.reject(new Error("failed")))).rejects.toThrow("failed");
    await expect(run("key", async () => await Promise.resolve("again"))).resolves.toBe("again");
  });

  test("leaves a slot idle for as long as its slow work took while its other work runs, and no slot of another owner", async () => {
    const limited = limitPer("key", 2);
    const slow = async (ms: number) => await limited("key", async () => await sleep(ms), 5000);
    const begun = performance.now();
    const beginnings = await Promise.all(
      [slow(1000), slow(300), slow(0), slow(0)].map(async (work) => {
        await work;
        return performance.now() - begun;
      }),
    );
    const [, second = 0, third = 0, fourth = 0] = beginnings;
    expect(second).toBeLessThan(450);
    expect(third).toBeGreaterThanOrEqual(590);
    // Quick work leaves its place at once.
    expect(fourth - third).toBeLessThan(100);
    const lookUp = limitPer("address", 2);
    const looking = performance.now();
    const slowly = [400, 100, 0].map(async (ms) => await lookUp("", async () => await sleep(ms), 5000));
    await Promise.all(slowly.slice(1));
    expect(performance.now() - looking, "nobody's slow lookup keeps others waiting").toBeLessThan(180);
    await slow(200);
    const alone = performance.now();
    await slow(0);
    expect(performance.now() - alone).toBeLessThan(100);
  });
});

describe("excerpts of as many long texts as a search can find", () => {
  const long = 8000;
  const words = Array.from({ length: 32 * 32 }, (_, at) => `zz${at.toString(36).padStart(3, "0")}`);
  const filled = (make: (at: number) => string): string =>
    Array.from({ length: long }, (_, at) => make(at))
      .join("")
      .slice(0, long);
  const texts = {
    "of many different words": filled((at) => `zz${at.toString(36).padStart(4, "0")} `),
    "of words that are all in the query": filled((at) => `${words[at % words.length] ?? ""} `),
    "of words of one letter": filled((at) => `${String.fromCodePoint(97 + (at % 26))} `),
    "of syllables": filled((at) => `${String.fromCodePoint(0xac_00 + at)} `),
    "of letters that stand for sentences": "\u{fdfa}".repeat(long),
    "of marks in the wrong order": `a${"\u0301".repeat(long / 2)}${"\u0316".repeat(long / 2)}`,
  };
  test.each(Object.entries(texts))("take a moment for texts %s", async (_what, text) => {
    const letters = Array.from({ length: 26 }, (_, at) => String.fromCodePoint(97 + at));
    const recognizes = recognizer([...words, ...letters].map((word) => ({ word, stem: word, n: 1 })));
    const hits = Array.from({ length: 300 }, () => [text, text]);
    const ms = await timed(async () => {
      const most = maxOfEach(hits.flat());
      for (const hit of hits) excerpt(hit, recognizes, most);
    });
    expect(ms).toBeLessThan(500);
  });

  test("are shortened where they are longest, and only if they are too long in total", () => {
    const lengths = (few: number, many: number): string[] => [
      "x".repeat(few),
      ...Array.from({ length: 599 }, () => "x".repeat(many)),
    ];
    expect(maxOfEach(lengths(8000, 100))).toBeGreaterThanOrEqual(8000);
    const most = maxOfEach(lengths(100, 8000));
    expect(most).toBeLessThan(1000);
    expect(most).toBeGreaterThan(500);
  });
});
