// Tests the pages of lists: no item is missing or repeated, whatever is written meanwhile, and the cursor of another project shows nothing.

import { describe, expect, test } from "vitest";
import { cursors } from "../support/fuzz.ts";
import { type Caller, startService } from "../support/service.ts";

const service = await startService();
const someone = await service.caller();
const { pool } = service.database;

interface List {
  readonly name: string;
  readonly member: string;
  readonly path: string;
  /** The path for somebody else, whose project has nothing yet; missing if it is the same. */
  readonly pathOf?: (who: Caller) => Promise<string>;
  readonly add: (who: Caller, name: string) => Promise<any>;
}

const made = async (who: Caller, path: string, body: unknown): Promise<any> => {
  const reply = await who.post(path, body);
  expect(reply.status).toBeLessThan(300);
  return reply.body;
};
const whole = await made(someone, "/v1/slices", { name: "whole", cql: "type:Listed" });
const slicesOfNew = async (who: Caller): Promise<string> =>
  `/v1/entities/${(await made(who, "/v1/entities", [{ type: "Sliced" }])).ids[0]}/slices`;
const sources = new Map<string, string>();
const documentsOf = async (who: Caller): Promise<string> => {
  const id = sources.get(who.projectId) ?? (await made(who, "/v1/sources", { name: "Listed" })).id;
  sources.set(who.projectId, id);
  return `/v1/sources/${id}/documents`;
};
const lists: readonly List[] = [
  {
    name: "shapes",
    member: "shapes",
    path: "/v1/shapes",
    add: async (who, name) => (await made(who, "/v1/shapes", { name })).id,
  },
  {
    name: "sources",
    member: "sources",
    path: "/v1/sources",
    add: async (who, name) => (await made(who, "/v1/sources", { name })).id,
  },
  {
    name: "slices",
    member: "slices",
    path: "/v1/slices",
    add: async (who, name) => (await made(who, "/v1/slices", { name, cql: "" })).id,
  },
  {
    name: "memories",
    member: "memories",
    path: "/v1/memories",
    add: async (who, content) => (await made(who, "/v1/memories", { content })).id,
  },
  {
    name: "deltas",
    member: "deltas",
    path: "/v1/deltas",
    add: async (who, content) => (await made(who, "/v1/memories", { content, apply: false })).delta_id,
  },
  {
    name: "documents of a source",
    member: "documents",
    path: await documentsOf(someone),
    pathOf: documentsOf,
    add: async (who, text) => (await made(who, await documentsOf(who), { text })).id,
  },
  {
    name: "slices of an entity",
    member: "slices",
    path: await slicesOfNew(someone),
    pathOf: slicesOfNew,
    add: async (who, name) => {
      // Those that it is not in stand between those that it is in.
      await made(who, "/v1/slices", { name, cql: "type:Other" });
      return (await made(who, "/v1/slices", { name, cql: "type:Sliced after:1d" })).id;
    },
  },
  {
    name: "entities of a slice",
    member: "entities",
    path: `/v1/slices/${whole.id}/entities`,
    pathOf: async (who) =>
      `/v1/slices/${(await made(who, "/v1/slices", { name: "w", cql: "" })).id}/entities`,
    add: async (who, name) => (await made(who, "/v1/entities", [{ type: "Listed", name }])).ids[0],
  },
];

/** All pages, and what to do between two of them. */
async function walk(
  who: Caller,
  { path, member }: List,
  limit: number,
  between: () => Promise<unknown> = async () => undefined,
): Promise<readonly any[]> {
  const items: any[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { status, body } = await who.get(
      `${path}?limit=${limit}${cursor === "" ? "" : `&cursor=${cursor}`}`,
    );
    expect(status).toBe(200);
    expect(body[member].length).toBeLessThanOrEqual(limit);
    items.push(...body[member]);
    cursor = body.next_cursor;
    if (cursor !== null) await between();
  }
  return items;
}

const idsOf = (items: readonly any[]): readonly string[] => items.map(({ id }) => id);

describe.each(lists)("the list of $name", (list) => {
  const { path, member, add } = list;
  const names = Array.from({ length: 12 }, (_, at) => `thing ${at}`);

  test("has each item once, the newest first, for every page size", async () => {
    const added = [];
    for (const name of names) added.push(await add(someone, name));
    const all = await walk(someone, list, 200);
    expect(idsOf(all)).toEqual(expect.arrayContaining(added));
    const order = all.map(({ created_at, id }) => ({ created_at, id }));
    expect(
      order.toSorted((a, b) =>
        a.created_at === b.created_at ? (a.id < b.id ? -1 : 1) : a.created_at < b.created_at ? 1 : -1,
      ),
    ).toEqual(order);
    for (const limit of [1, 2, 5, all.length, all.length + 1])
      expect(idsOf(await walk(someone, list, Math.min(limit, 200)))).toEqual(idsOf(all));
  });

  test("loses no items of one instant between two pages", async () => {
    const table = {
      shapes: "shape",
      sources: "source",
      slices: "slice",
      memories: "memory",
      deltas: "delta",
      entities: "entity",
      documents: "document",
    }[member];
    const who = await service.caller();
    const own = { ...list, path: (await list.pathOf?.(who)) ?? path };
    const ids = [];
    for (const name of names) ids.push(await add(who, name));
    await pool.query(`update ${table} set created_at = '2026-01-01T00:00:00Z' where project_id = $1`, [
      who.projectId,
    ]);
    const seen = idsOf(await walk(who, own, 5));
    expect(seen).toEqual(expect.arrayContaining(ids));
    expect(new Set(seen).size).toBe(seen.length);
  });

  test("keeps its items in place while others are added", async () => {
    const before = idsOf(await walk(someone, list, 200));
    const seen = idsOf(await walk(someone, list, 3, async () => await add(someone, "later")));
    expect(seen).toEqual(before);
  });

  test("enforces the range of its limit", async () => {
    for (const limit of [0, -1, 201, 1.5, "1e1", "x", "", "10000000000000000000"]) {
      const { status, body } = await someone.get(`${path}?limit=${limit}`);
      expect([limit, status, body.errors?.map((each: any) => each.pointer)]).toEqual([
        limit,
        422,
        expect.arrayContaining(["/limit"]),
      ]);
    }
    for (const limit of [1, 200]) expect((await someone.get(`${path}?limit=${limit}`)).status).toBe(200);
    expect((await someone.get(`${path}?limit=1&limit=2`)).status).toBe(422);
  });

  test.each(["", "x".repeat(301), "null", ...cursors.slice(1)])("refuses the cursor %s", async (cursor) => {
    const { status, body } = await someone.get(`${path}?cursor=${encodeURIComponent(cursor)}`);
    expect([status, body.code, body.errors?.[0].pointer]).toEqual([422, "invalid_request", "/cursor"]);
  });

  test("shows nothing of another project for its cursor", async () => {
    const stranger = await service.caller();
    const theirs = (await someone.get(`${path}?limit=1`)).body.next_cursor;
    const own = (await list.pathOf?.(stranger)) ?? path;
    const { status, body } = await stranger.get(`${own}?cursor=${theirs}`);
    expect([status, body[member].filter(({ name }: any) => name !== "w"), body.next_cursor]).toEqual([
      200,
      [],
      null,
    ]);
  });
});

describe("a page of at most 8 MiB", () => {
  const pageBytes = 8 << 20;
  const text = "x".repeat(1_000_000);
  const many = "from generate_series(1, 20)";

  test.each<[string, string, string, (id: string) => readonly unknown[]]>([
    [
      "shapes",
      "/v1/shapes",
      `insert into shape (organization_id, project_id, id, name, description) select (select organization_id from project where id = $1), $1, gen_random_uuid(), 'big', $2 ${many}`,
      () => [text],
    ],
    [
      "memories",
      "/v1/memories",
      `insert into memory (project_id, id, organization_id, key_id, content, scope)
        select k.project_id, gen_random_uuid(), k.organization_id, k.id, $2, case when n % 2 = 0 then 'project' else 'commons' end
        from api_key k, generate_series(1, 20) n where k.project_id = $1`,
      () => [text],
    ],
    [
      "slices",
      "/v1/slices",
      `insert into slice (organization_id, project_id, id, name, cql) select (select organization_id from project where id = $1), $1, gen_random_uuid(), 'big', $2 ${many}`,
      () => [text],
    ],
    [
      "changes",
      "/v1/deltas/ID/changes",
      `insert into change (organization_id, project_id, delta_id, key_id, private, position, id, operation, object, object_id, value)
        select organization_id, project_id, d.id, key_id, private, n, gen_random_uuid(), 'create', 'memory', gen_random_uuid(), jsonb_build_object('content', $2::text)
        from delta d, generate_series(1, 20) n where d.project_id = $1 and d.id = $3`,
      (id) => [text, id],
    ],
  ])("ends early for large %s, and the next page continues", async (member, path, statement, values) => {
    const who = await service.caller();
    const delta = await made(who, "/v1/memories", { content: "x", apply: false });
    await pool.query(statement, [who.projectId, ...values(delta.delta_id)]);
    const seen: unknown[] = [];
    let pages = 0;
    for (let cursor = ""; cursor !== "null"; pages++) {
      const { body } = await who.get(`${path.replace("ID", delta.delta_id)}?limit=200${cursor}`);
      expect(JSON.stringify(body).length).toBeLessThan(pageBytes + 1000);
      seen.push(...body[member].map(({ id, change_id }: any) => id ?? change_id));
      cursor = body.next_cursor === null ? "null" : `&cursor=${body.next_cursor}`;
    }
    expect([pages, new Set(seen).size, seen.length]).toEqual([
      3,
      member === "changes" ? 21 : 20,
      member === "changes" ? 21 : 20,
    ]);
  });

  test("limits the relationships of an entity, and each list of a search", async () => {
    const who = await service.caller();
    const { ids } = await made(who, "/v1/entities", [{ type: "Hub", name: "hub" }]);
    await pool.query(
      `insert into relationship (organization_id, project_id, id, type, from_id, to_id, props)
        select (select organization_id from project where id = $1), $1, gen_random_uuid(), 'big', $3, $3, jsonb_build_object('text', $2::text) ${many}`,
      [who.projectId, text, ids[0]],
    );
    expect((await who.get(`/v1/entities/${ids[0]}`)).body.relationships).toHaveLength(8);
    const { body } = await who.post("/v1/search", { query: "big", include: ["relationships"], limit: 100 });
    expect(body.relationships).toHaveLength(8);
  });

  /** Loops that read and look for so much that no page could hold 20 of them. */
  const addLoops = async ({ projectId, organizationId, keyId }: Caller): Promise<readonly string[]> => {
    const { rows } = await pool.query(
      `with d as (insert into delta (organization_id, project_id, id, key_id) select (select organization_id from project where id = $1), $1, gen_random_uuid(), $3 ${many} returning id)
        insert into loop (project_id, id, organization_id, key_id, kind, effort, goal, shape_ids, delta_id, plan, pieces,
          max_iterations, quality_threshold, reserved, status)
        select $1, gen_random_uuid(), $2, $3, 'graph_extraction', 'agentic', 'x', array_fill($1::uuid, array[1000]), d.id, to_jsonb($4::text), 1,
          1, 1, 0, 'completed' from d returning id`,
      [projectId, organizationId, keyId, text],
    );
    return rows.map(({ id }) => id);
  };

  test("has the checkpoints of a loop in order, and the next page continues", async () => {
    const who = await service.caller();
    const [id = ""] = await addLoops(who);
    await pool.query(
      `insert into checkpoint (organization_id, project_id, loop_id, iteration, id, sequence, quality, entities, relationships, documents, credits,
          input_tokens, output_tokens, state)
        select (select organization_id from project where id = $1), $1, $2, n, gen_random_uuid(), n, 1, 0, 0, 0, 0, 0, 0, jsonb_build_object('text', $3::text) from generate_series(1, 20) n`,
      [who.projectId, id, text],
    );
    const path = `/v1/loops/${id}/checkpoints`;
    const whole = await who.get(path);
    expect([whole.body.checkpoints.length, typeof whole.body.next_cursor]).toEqual([8, "string"]);
    for (const limit of [3, 200]) {
      const list = { name: "checkpoints", member: "checkpoints", path, add: async () => undefined };
      const seen = await walk(who, list, limit);
      expect(seen.map(({ iteration }) => iteration)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
    }
    expect((await who.get(`${path}?cursor=x`)).status).toBe(422);
  });

  test("does not count what a loop reads and looks for", async () => {
    const who = await service.caller();
    const ids = await addLoops(who);
    const { body } = await who.get("/v1/loops");
    expect([idsOf(body.loops.map(({ loop_id: id }: any) => ({ id }))).toSorted(), body.next_cursor]).toEqual([
      ids.toSorted(),
      null,
    ]);
  });

  test("has at least one item, however large", async () => {
    const who = await service.caller();
    await pool.query(
      `insert into shape (organization_id, project_id, id, name, description) select (select organization_id from project where id = $1), $1, gen_random_uuid(), 'huge', repeat('x', 9000000)
        from generate_series(1, 3)`,
      [who.projectId],
    );
    const { body } = await who.get("/v1/shapes");
    expect([body.shapes.length, typeof body.next_cursor]).toEqual([1, "string"]);
  });
});

test("a delta counts its changes", async () => {
  const who = await service.caller();
  const memories = [{ content: "a" }, { content: "b" }];
  const { delta_id } = await made(who, "/v1/memories", { memories, apply: false });
  const counts = { entities: 0, relationships: 0, memories: 2 };
  expect((await who.get(`/v1/deltas/${delta_id}`)).body.counts).toEqual(counts);
  expect((await who.get("/v1/deltas")).body.deltas).toMatchObject([{ id: delta_id, counts }]);
});

test("the changes of a delta are listed in order, page by page", async () => {
  const memories = Array.from({ length: 7 }, (_, at) => ({ content: `${at}` }));
  const { delta_id } = await made(someone, "/v1/memories", { memories, apply: false });
  const list: List = {
    name: "changes",
    member: "changes",
    path: `/v1/deltas/${delta_id}/changes`,
    add: async () => undefined,
  };
  for (const limit of [1, 3, 7, 200]) {
    const changes = await walk(someone, list, limit);
    expect(changes.map(({ value }) => value.content)).toEqual(memories.map(({ content }) => content));
  }
  for (const cursor of [
    "",
    "x",
    ...cursors.filter((each) => !["WyI3Il0", "WyI5OTk5OTk5OTkiXQ"].includes(each)),
  ])
    expect((await someone.get(`${list.path}?cursor=${encodeURIComponent(cursor)}`)).status).toBe(422);
});

test("deleted entities, forgotten memories and deleted slices leave no gaps for the others", async () => {
  for (const list of lists.filter(({ member }) => ["slices", "memories", "entities"].includes(member))) {
    const before = idsOf(await walk(someone, list, 200)).filter((id) => id !== whole.id);
    const gone: string[] = [];
    const seen = idsOf(
      await walk(someone, list, 3, async () => {
        const id = before.at(gone.length * 3 + 2) ?? "";
        if (id !== "" && (await someone.call("DELETE", `/v1/${list.member}/${id}`)).status === 204)
          gone.push(id);
      }),
    );
    expect(gone.length).toBeGreaterThan(2);
    expect(before.filter((id) => !gone.includes(id) && !seen.includes(id))).toEqual([]);
    expect(new Set(seen).size).toBe(seen.length);
  }
});
