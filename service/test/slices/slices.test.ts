// Tests slices through the API: what is stored, counted and reported.

import { compile, createCatalog } from "slice-cql";
import { describe, expect, test } from "vitest";
import { transaction } from "../../src/database/transaction.ts";
import { slicesWith } from "../../src/slices/containing.ts";
import { startService } from "../support/service.ts";

const service = await startService();

/** A project with three entities of two types, a shape and a source. */
async function project() {
  const caller = await service.caller();
  const shape = await caller.post("/v1/shapes", { name: "Sales CRM" });
  const source = await caller.post("/v1/sources", { name: "gmail", shape_id: shape.body.id });
  await caller.post("/v1/entities", [
    { type: "Person", name: "Ada", shape_id: shape.body.id, created_at: "2026-01-01T00:00:00Z" },
    { type: "Person", name: "Grace", source_id: source.body.id, created_at: "2026-02-01T00:00:00.123Z" },
    { type: "Company", name: "Analytical Engines", properties: { city: "London" } },
  ]);
  return { caller, shapeId: shape.body.id, sourceId: source.body.id };
}

describe("POST /v1/slices", () => {
  test("stores the body, and counts exactly", async () => {
    const { caller, shapeId } = await project();
    const cql = 'type:Person shape:"Sales CRM" after:2020-01-01';
    const created = await caller.post("/v1/slices", { name: "People", cql });
    expect(created.status).toBe(201);
    expect(created.headers.get("location")).toBe(`/v1/slices/${created.body.id}`);
    expect(created.body).toEqual({
      id: expect.stringMatching(/^[\da-f-]{14}7/),
      name: "People",
      type: "dynamic",
      cql,
      matched: 1,
      promoted: false,
      project_id: caller.projectId,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      scope_warnings: [],
      unresolved: { shapes: [], sources: [] },
      filter_definition: {
        entityTypes: ["Person"],
        propertyFilters: [{ path: "shape_id", operator: "in", value: [shapeId] }],
        dateRange: { field: "created_at", start: "2020-01-01T00:00:00.000Z" },
      },
      diagnostics: [],
      request_id: created.headers.get("x-request-id"),
    });
    const read = await caller.get(`/v1/slices/${created.body.id}`);
    expect(read.body).toMatchObject({ cql, matched: 1, resolved_at: expect.any(String) });
  });

  test("reports what does not affect membership, and which names are unknown", async () => {
    const { caller } = await project();
    const { status, body } = await caller.post("/v1/slices", {
      name: "x",
      cql: 'shape:"Sales CRN" sort:name hello',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      matched: 0,
      scope_warnings: ["sort:name", "hello"],
      unresolved: { shapes: ["Sales CRN"], sources: [] },
    });
    expect(JSON.stringify(body.diagnostics)).toContain("Sales CRM");
  });

  test("reports that a name of two words lacks its quotes, even if its first word is a name too", async () => {
    const { caller } = await project();
    await caller.post("/v1/shapes", { name: "Sales" });
    const { body } = await caller.post("/v1/slices", { name: "x", cql: "shape:Sales CRM" });
    expect(body.diagnostics).toMatchObject([{ code: "unquoted-name", data: { names: ["Sales CRM"] } }]);
  });

  test("reports a type that no entity has, like a client with the catalog", async () => {
    const { caller } = await project();
    const { body } = await caller.post("/v1/slices", { name: "x", cql: "type:Company type:Persn" });
    expect(body).toMatchObject({ matched: 1, diagnostics: [{ code: "unknown-type" }] });
    expect(JSON.stringify(body.diagnostics)).toContain("write `Person`");
    const { shapes, sources, types } = (await caller.get("/v1/catalog")).body;
    const catalog = createCatalog({ shapes, sources, types });
    const { diagnostics } = compile("type:Company type:Persn", {
      docsUrl: `${service.url}/docs/diagnostics`,
      catalog,
    });
    expect(body.diagnostics).toEqual(diagnostics.map((each) => ({ ...each, path: "/cql" })));
  });

  test("accepts a filter as data instead of text, and the text takes precedence", async () => {
    const { caller } = await project();
    const asData = await caller.post("/v1/slices", { name: "x", filter: { type: ["Company"] } });
    expect(asData.body).toMatchObject({ cql: "type:Company", matched: 1 });
    const both = await caller.post("/v1/slices", {
      name: "x",
      cql: "type:Person",
      filter: { type: ["Company"] },
    });
    expect(both.body).toMatchObject({ cql: "type:Person", matched: 2 });
    expect(both.body.diagnostics).toMatchObject([{ code: "filter-ignored" }]);
  });

  test("stores nothing in a dry run, which a read-only key may do", async () => {
    const { caller } = await project();
    const reader = await service.caller({ ...caller, permission: "read" });
    const { status, body } = await reader.post("/v1/slices?dry_run=true", { name: "x", cql: "" });
    expect({ status, id: body.id, matched: body.matched }).toEqual({ status: 200, id: null, matched: 3 });
    expect(JSON.stringify(body.diagnostics)).toContain("whole project");
    expect((await caller.get("/v1/slices")).body.slices).toEqual([]);
    const refused = await reader.post("/v1/slices", { name: "x", cql: "" });
    expect(refused).toMatchObject({ status: 403, body: { code: "read_only_key" } });
  });

  test.each([
    [{ name: "x" }, "invalid_request", [{ pointer: "/cql" }]],
    [{ name: "x", cql: "type:" }, "invalid_cql", undefined],
    [{ cql: "" }, "invalid_request", [{ pointer: "/name", message: "is required" }]],
    [{ name: "x", cql: "", color: "red" }, "invalid_request", [{ pointer: "/color" }]],
    [{ name: "x", cql: "", filter: { kind: ["A"] } }, "invalid_request", [{ pointer: "/filter/kind" }]],
    [{ name: "x", filter: { type: [] } }, "invalid_request", [{ pointer: "/filter/type" }]],
    [
      { name: "x", filter: {} },
      "invalid_request",
      [{ pointer: "/filter", message: "must have at least 1 member" }],
    ],
    [
      { cql: 7, Name: "x" },
      "invalid_request",
      [
        { pointer: "/Name", message: "is not a known member" },
        { pointer: "/name", message: "is required" },
        { pointer: "/cql", message: "must be a string" },
      ],
    ],
    [{ name: 5, cql: "" }, "invalid_request", [{ pointer: "/name", message: "must be a string" }]],
    [[], "invalid_request", [{ pointer: "" }]],
  ])("refuses %j with %s", async (sent, code, errors) => {
    const caller = await service.caller();
    const { status, body } = await caller.post("/v1/slices", sent);
    expect({ status, code: body.code }).toEqual({ status: 422, code });
    if (errors === undefined) expect(body.diagnostics.length).toBeGreaterThan(0);
    else expect(body.errors).toMatchObject(errors);
  });
});

describe("a stored slice", () => {
  test("lists its entities, the newest first, page by page", async () => {
    const { caller } = await project();
    const { body } = await caller.post("/v1/slices", { name: "all", cql: "" });
    const first = await caller.get(`/v1/slices/${body.id}/entities?limit=2`);
    expect(first.body.entities.map(({ name }: { name: string }) => name)).toEqual([
      "Analytical Engines",
      "Grace",
    ]);
    expect(first.body.entities[0].properties).toEqual({ city: "London" });
    const second = await caller.get(
      `/v1/slices/${body.id}/entities?limit=2&cursor=${first.body.next_cursor}`,
    );
    expect(second.body.entities.map(({ name }: { name: string }) => name)).toEqual(["Ada"]);
    expect(second.body.next_cursor).toBeNull();
  });

  test("is renamed, promoted and deleted; its entities stay", async () => {
    const { caller } = await project();
    const { body } = await caller.post("/v1/slices", { name: "old", cql: "type:Person" });
    const path = `/v1/slices/${body.id}`;
    const renamed = await caller.call("PATCH", path, { body: { name: "new", promoted: true } });
    expect(renamed).toMatchObject({ status: 200, body: { name: "new", promoted: true, cql: "type:Person" } });
    expect((await caller.call("PATCH", path, { body: {} })).body.errors).toEqual([
      { pointer: "", message: "must have `name` or `promoted`" },
    ]);
    expect((await caller.call("PATCH", path, { body: { cql: "x", project_id: 7 } })).body.errors).toEqual([
      { pointer: "/cql", message: "is not a known member" },
      { pointer: "", message: "must have `name` or `promoted`" },
      { pointer: "/project_id", message: "must be a string" },
    ]);
    expect((await caller.call("DELETE", path)).status).toBe(204);
    expect((await caller.get(path)).status).toBe(404);
    expect((await caller.call("DELETE", path)).status).toBe(404);
    const everything = await caller.post("/v1/slices?dry_run=true", { name: "x", cql: "" });
    expect(everything.body.matched).toBe(3);
  });

  test("is found by an entity in it", async () => {
    const { caller } = await project();
    const people = await caller.post("/v1/slices", { name: "people", cql: "type:Person" });
    await caller.post("/v1/slices", { name: "companies", cql: "type:Company" });
    const { body } = await caller.get(`/v1/slices/${people.body.id}/entities`);
    const found = await caller.get(`/v1/entities/${body.entities[0].id}/slices`);
    expect(found.body.slices.map(({ name }: { name: string }) => name)).toEqual(["people"]);
  });

  test("of an entity is found after more text than one page scans", async () => {
    const { caller } = await project();
    const old = await caller.post("/v1/slices", { name: "old", cql: "type:Person" });
    const { body } = await caller.get(`/v1/slices/${old.body.id}/entities`);
    await service.database.pool.query(
      `insert into slice (organization_id, project_id, id, name, cql)
        select (select organization_id from project where id = $1), $1, gen_random_uuid(), 'long', 'type:' || repeat('x', 65000) from generate_series(1, 100)`,
      [caller.projectId],
    );
    const path = `/v1/entities/${body.entities[0].id}/slices`;
    const first = await caller.get(path);
    expect(first.body).toMatchObject({ slices: [], next_cursor: expect.any(String) });
    const second = await caller.get(`${path}?cursor=${first.body.next_cursor}`);
    expect(second.body).toMatchObject({ slices: [{ name: "old" }], next_cursor: null });
  });

  test("of an entity is found after more resolved names than one page scans", async () => {
    const { caller } = await project();
    const old = await caller.post("/v1/slices", { name: "old", cql: "type:Person" });
    const { body } = await caller.get(`/v1/slices/${old.body.id}/entities`);
    await service.database.pool.query(
      `with named as (insert into shape (organization_id, project_id, id, name) select (select organization_id from project where id = $1), $1, gen_random_uuid(), 'x' from generate_series(1, 200))
        insert into slice (organization_id, project_id, id, name, cql)
        select (select organization_id from project where id = $1), $1, gen_random_uuid(), 'many', 'shape:x' from generate_series(1, 1000)`,
      [caller.projectId],
    );
    const path = `/v1/entities/${body.entities[0].id}/slices`;
    const first = await caller.get(path);
    expect(first.body).toMatchObject({ slices: [], next_cursor: expect.any(String) });
    const second = await caller.get(`${path}?cursor=${first.body.next_cursor}`);
    expect(second.body).toMatchObject({ slices: [{ name: "old" }], next_cursor: null });
  });

  test("is no longer searched for once its caller has gone", async () => {
    const { caller } = await project();
    await caller.post("/v1/slices", { name: "people", cql: "type:Person" });
    const scope = { ...caller };
    const page = await transaction(
      service.database,
      scope,
      async (tx) =>
        await slicesWith(tx, scope, { type: "Person" }, { limit: 1, cursor: undefined, isGone: () => true }),
    );
    expect(page.items).toEqual([]);
  });

  test("that is no longer a valid query does not hide the other slices of an entity", async () => {
    const { caller } = await project();
    const { body } = await caller.post("/v1/slices", { name: "people", cql: "type:Person" });
    await service.database.pool.query(
      "insert into slice (organization_id, project_id, id, name, cql) select organization_id, id, gen_random_uuid(), 'imported', 'type:' from project where id = $1",
      [caller.projectId],
    );
    const entities = await caller.get(`/v1/slices/${body.id}/entities`);
    const found = await caller.get(`/v1/entities/${entities.body.entities[0].id}/slices`);
    expect(found.body.slices).toMatchObject([{ name: "people" }]);
  });
});

test.each(["shape", "source"])("at most 20 %ss may have one name", async (what) => {
  const caller = await service.caller();
  const create = async (name: string) => await caller.post(`/v1/${what}s`, { name });
  for (let at = 0; at < 20; at++) expect((await create("x")).status).toBe(201);
  const { status, body } = await create("x");
  expect([status, body.code, body.errors]).toEqual([
    422,
    "invalid_request",
    [{ pointer: "/name", message: expect.stringContaining("choose another name") }],
  ]);
  expect((await create("y")).status).toBe(201);
  expect((await caller.get(`/v1/${what}s`)).body[`${what}s`]).toHaveLength(21);
});

test("the catalog has what a client needs to validate offline, and is sent once", async () => {
  const { caller, shapeId, sourceId } = await project();
  const { body, headers } = await caller.get("/v1/catalog");
  expect(body).toMatchObject({
    shapes: [{ id: shapeId, name: "Sales CRM" }],
    sources: [{ id: sourceId, name: "gmail" }],
    types: ["Company", "Person"],
  });
  const again = await caller.call("GET", "/v1/catalog", {
    headers: { "if-none-match": headers.get("etag") ?? "" },
  });
  expect(again.status).toBe(304);
  await caller.post("/v1/shapes", { name: "Support" });
  const changed = await caller.call("GET", "/v1/catalog", {
    headers: { "if-none-match": headers.get("etag") ?? "" },
  });
  expect(changed.status).toBe(200);
});

test("the catalog of a project with too many types has the first ones and says so, and slices still know all types", async () => {
  const { caller } = await project();
  await caller.post("/v1/entities", [{ type: "~" }]);
  await service.database.pool.query(
    `insert into entity (organization_id, project_id, id, type, props)
      select organization_id, id, gen_random_uuid(), 'T' || at, '{}' from project, generate_series(1, 20000) at where id = $1`,
    [caller.projectId],
  );
  // As an import does.
  await service.database.pool.query("analyze entity");
  const { body } = await caller.get("/v1/catalog");
  expect(body).toMatchObject({ shapes: [{ name: "Sales CRM" }], truncated: true });
  expect([body.types.length, body.types.includes("~")]).toEqual([20_000, false]);
  const { diagnostics, matched } = (
    await caller.post("/v1/slices?dry_run=true", { name: "x", cql: "type:~ type:Persn" })
  ).body;
  expect([matched, diagnostics.length]).toEqual([1, 1]);
  expect(JSON.stringify(diagnostics)).toContain("write `Person`");
});
