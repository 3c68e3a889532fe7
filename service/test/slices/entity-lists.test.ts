// Tests the list of the entities that a query is about, without a slice.

import fc from "fast-check";
import { expect, test } from "vitest";
import { newId } from "../../src/values/uuid.ts";
import { type Caller, callerWith, type Reply, startService } from "../support/service.ts";

const service = await startService();

const list = async (who: Caller, query: Readonly<Record<string, string>> = {}): Promise<Reply> =>
  await who.get(`/v1/entities?${new URLSearchParams(query).toString()}`);

const namesOf = ({ body }: Reply): readonly string[] =>
  body.entities.map(({ name }: { name: string }) => name);

/** Five people and companies of two sources, one a day. */
async function world(): Promise<Caller> {
  const who = await service.caller();
  const crm = (await who.post("/v1/shapes", { name: "CRM" })).body.id;
  const [gmail, slack] = [
    (await who.post("/v1/sources", { name: "gmail" })).body.id,
    (await who.post("/v1/sources", { name: "slack" })).body.id,
  ];
  const rows = [
    { type: "Person", name: "a", source_id: gmail, shape_id: crm },
    { type: "Person", name: "b", source_id: slack },
    { type: "Company", name: "c", source_id: gmail, shape_id: crm },
    { type: "Person", name: "d" },
    { type: "Person", name: "e", source_id: gmail },
  ];
  const dated = rows.map((row, day) => ({ ...row, created_at: `2026-01-0${String(day + 1)}T00:00:00Z` }));
  await who.post("/v1/entities", dated);
  return who;
}

test("without a query it has the whole project, newest first, page by page", async () => {
  const who = await world();
  const all = await list(who);
  expect([all.status, namesOf(all), all.body.next_cursor]).toEqual([200, ["e", "d", "c", "b", "a"], null]);
  const [newest] = all.body.entities;
  const {
    relationships: _links,
    provenance: _origin,
    request_id: _request,
    ...read
  } = (await who.get(`/v1/entities/${newest.id}`)).body;
  expect(newest).toEqual(read);
  const pages: string[][] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: Reply = await list(who, { limit: "2", ...(cursor !== "" && { cursor }) });
    pages.push([...namesOf(page)]);
    cursor = page.body.next_cursor;
  }
  expect(pages).toEqual([["e", "d"], ["c", "b"], ["a"]]);
});

test("a query limits it, and the answer has what the query means, as that of a slice has", async () => {
  const who = await world();
  const cql = 'type:Person source:gmail source:slakc after:2020-01-01 edge:knows hello shape:"CRN"';
  const { body } = await list(who, { cql });
  const dry = (await who.post("/v1/slices?dry_run=true", { name: "x", cql })).body;
  const { entities, next_cursor, request_id: _request, ...scope } = body;
  expect([entities, next_cursor]).toEqual([[], null]);
  const { scope_warnings, unresolved, filter_definition } = dry;
  // There is no body that a diagnostic could point into.
  const diagnostics = dry.diagnostics.map(({ path: _path, ...each }: { path: string }) => each);
  expect(scope).toEqual({ scope_warnings, unresolved, filter_definition, diagnostics });
  expect(unresolved).toEqual({ shapes: ["CRN"], sources: ["slakc"] });
  expect(namesOf(await list(who, { cql: "type:Person source:gmail" }))).toEqual(["e", "a"]);
  expect(namesOf(await list(who, { cql: "after:2026-01-03 before:2026-01-05" }))).toEqual(["d", "c"]);
  expect((await who.get("/v1/slices")).body.slices).toEqual([]);
});

test("a query that is not valid is refused with its diagnostics, and so are other parameters", async () => {
  const who = await world();
  const refused = await list(who, { cql: "after:2026-02-29" });
  expect([refused.status, refused.body.code]).toEqual([422, "invalid_cql"]);
  expect(refused.body.diagnostics).toMatchObject([{ code: "date-nonexistent", severity: "error" }]);
  for (const [query, pointer] of [
    ["cql=a&cql=b", "/cql"],
    ["cql=a%00b", "/cql"],
    ["limit=0", "/limit"],
    ["limit=201", "/limit"],
    ["cursor=x", "/cursor"],
    ["slice_id=x", "/slice_id"],
  ]) {
    const { status, body } = await who.get(`/v1/entities?${query ?? ""}`);
    expect([query, status, body.code, body.errors[0].pointer]).toEqual([
      query,
      422,
      "invalid_request",
      pointer,
    ]);
  }
  // Bytes that are not UTF-8 are a text like any other.
  expect((await who.get("/v1/entities?cql=%ff")).status).toBe(200);
});

test("a limited key gets what it sees, and is told if the query reaches beyond", async () => {
  const root = await world();
  const slice = "type:Person source:gmail";
  const made = (await root.post("/v1/keys", { slice, permission: "read" })).body;
  const key = callerWith(service.url, { ...root, key: made.key, keyId: made.id });
  const all = await list(key);
  expect([namesOf(all), all.body.key_scope.cql]).toEqual([["e", "a"], slice]);
  expect(all.body.diagnostics.map(({ code }: { code: string }) => code)).toContain("beyond-key-scope");
  const people = await list(key, { cql: "type:Person" });
  expect(namesOf(people)).toEqual(["e", "a"]);
  expect(people.body.diagnostics).toMatchObject([
    {
      code: "beyond-key-scope",
      severity: "information",
      data: { example: { type: "Person" } },
      href: `${service.url}/docs/diagnostics#beyond-key-scope`,
    },
  ]);
  const inside = await list(key, { cql: `${slice} shape:CRM` });
  expect([namesOf(inside), inside.body.diagnostics]).toEqual([["a"], []]);
  const beyond = await list(key, { cql: "source:slack" });
  expect([namesOf(beyond), beyond.body.unresolved.sources]).toEqual([[], ["slack"]]);
  const user = (await root.post("/v1/keys", { subject_id: "user-17" })).body;
  const ofUser = callerWith(service.url, { ...root, key: user.key, keyId: user.id });
  expect(namesOf(await list(ofUser))).toEqual([]);
});

test("the pages of any query have the entities of its slice, each once, whatever is added meanwhile", async () => {
  const who = await service.caller();
  const types = ["A", "B", "C"];
  const day = fc.integer({ min: 1, max: 4 });
  const rows = fc.array(fc.record({ type: fc.constantFrom(...types), day }), { minLength: 1, maxLength: 12 });
  const queries = fc.constantFrom(
    "",
    "type:A",
    "type:A type:B",
    "after:2026-01-02",
    "type:C before:2026-01-03",
  );
  const property = fc.asyncProperty(
    rows,
    queries,
    fc.integer({ min: 1, max: 5 }),
    async (added, cql, limit) => {
      const found: string[] = [];
      const marked = added.map((row) => ({
        type: row.type,
        id: newId(),
        created_at: `2026-01-0${String(row.day)}T00:00:00Z`,
      }));
      await who.post("/v1/entities", marked);
      const slice = (await who.post("/v1/slices", { name: "x", cql })).body.id;
      const { entities: expected } = (await who.get(`/v1/slices/${slice}/entities?limit=200`)).body;
      for (let cursor: string | null = ""; cursor !== null; ) {
        const page: Reply = await list(who, { cql, limit: String(limit), ...(cursor !== "" && { cursor }) });
        found.push(...page.body.entities.map(({ id }: { id: string }) => id));
        expect(page.body.entities.length).toBeLessThanOrEqual(limit);
        cursor = page.body.next_cursor;
        // Newer than all: on no later page.
        if (found.length === limit)
          await who.post("/v1/entities", [{ type: "A", created_at: "2026-02-01T00:00:00Z" }]);
      }
      expect(found).toEqual(expected.map(({ id }: { id: string }) => id));
      const { body } = await who.get("/v1/entities?limit=200");
      for (const { id } of body.entities) await who.call("DELETE", `/v1/entities/${String(id)}`);
    },
  );
  await fc.assert(property, { numRuns: 15 });
});
