// Tests the client against a real service: its resources, lists, problems, and queries that are checked offline.

import { expect, expectTypeOf, test } from "vitest";
import { contractAt } from "../../../service/test/support/contract.ts";
import { startService } from "../../../service/test/support/service.ts";
import { methodsOf } from "../scripts/document.ts";
import { filesOf, staleIn } from "../scripts/files.ts";
import { createClient, isProblem } from "../src/index.ts";
import { keepRequests } from "./support/requests.ts";

const service = await startService();

async function connect(options: Parameters<typeof service.caller>[0] = {}) {
  const caller = await service.caller(options);
  const { fetch, kept } = keepRequests();
  return { ...caller, kept, client: createClient({ baseUrl: service.url, key: caller.key, fetch }) };
}

test("the generated files are current", async () => {
  const { document } = await contractAt(service.url);
  expect((await staleIn(await filesOf(document))).map(({ path }) => path)).toEqual([]);
});

test("each operation of the document is a method, which sends what the document says", async () => {
  const { document } = await contractAt(service.url);
  const asked: string[] = [];
  const answer = {
    next_cursor: null,
    ...Object.fromEntries(methodsOf(document).map(({ list }) => [list, []])),
  };
  const { fetch, kept } = keepRequests(async () => await Promise.resolve(Response.json(answer)));
  const client: any = createClient({
    baseUrl: "http://localhost/base/",
    key: "slice-x",
    project: "p",
    fetch,
  });
  for (const { resource, name, ids, verb, path, body, list, repeated } of methodsOf(document)) {
    const owner = resource === undefined ? client : client[resource];
    const given = [...ids, ...(body === "none" ? [] : [{}])];
    const called = owner[name](...given, {});
    expect(list === undefined ? await called : await Array.fromAsync(called)).toBeDefined();
    const [last] = kept.slice(-1);
    expect(`${last?.method ?? ""} ${last?.url.pathname ?? ""}`).toBe(
      `${verb} /base${path.replaceAll(/[{}]/g, "")}`,
    );
    expect(last?.headers.has("idempotency-key")).toBe(repeated === "with a key");
    expect(last?.headers.get("x-service-project")).toBe("p");
    asked.push(`${verb} ${path}`);
  }
  expect(new Set(asked).size).toBe(asked.length);
  expect(asked.length).toBeGreaterThan(55);
});

test("an application stores, scopes, searches and forgets", async () => {
  const { client } = await connect();
  const { ids } = await client.entities.write([
    { type: "Person", name: "Ada" },
    { type: "Person", name: "Grace" },
    { type: "Bug", name: "A moth" },
  ]);
  const slice = await client.slices.create({ name: "People", cql: "type:Person" });
  const names: (string | null)[] = [];
  for await (const { name } of client.slices.entities(slice.id ?? "", { limit: 1 })) names.push(name);
  expect(new Set(names)).toEqual(new Set(["Ada", "Grace"]));
  const preview = await client.slices.create({ name: "x", cql: "type:Bug" }, { dry_run: true });
  expect(preview).toMatchObject({ id: null, matched: 1 });
  const { id } = await client.memories.write({ content: "Ada prefers tea.", subject_id: "ada" });
  expect(await client.memories.get(id ?? "")).toMatchObject({ subject: { id: "ada" } });
  expect((await client.search({ query: "tea" })).memories?.map(({ content }) => content)).toEqual([
    "Ada prefers tea.",
  ]);
  expect((await client.recall({ query: "tea", budget: { characters: 500 } })).text).toContain(
    "Ada prefers tea.",
  );
  expect(await client.memories.erase({ subject_id: "ada" })).toMatchObject({
    request_id: expect.any(String),
  });
  expect(await Array.fromAsync(client.memories.list())).toEqual([]);
  expect(await client.entities.delete(ids[0] ?? "")).toBeUndefined();
  const rows = await Array.fromAsync(client.export());
  expect(rows.at(-1)).toMatchObject({ kind: "end" });
});

test("a change of what has changed since is refused", async () => {
  const { client } = await connect();
  const { id } = await client.memories.write({ content: "Ada prefers tea." });
  const read = await client.memories.get(id ?? "");
  await client.memories.update(read.id, { content: "Ada prefers mate." }, { ifMatch: String(read.version) });
  const late = client.memories.update(
    read.id,
    { content: "Ada prefers coffee." },
    { ifMatch: String(read.version) },
  );
  await expect(late).rejects.toMatchObject({ code: "version_conflict", problem: { version: 2 } });
  const { ids } = await client.entities.write([{ type: "Person", name: "Ada" }]);
  const entity = await client.entities.get(ids[0] ?? "");
  await client.entities.update(entity.id, { name: "Ada L." }, { ifMatch: entity.updated_at });
  await expect(
    client.entities.update(entity.id, { name: "Ada" }, { ifMatch: entity.updated_at }),
  ).rejects.toMatchObject({ code: "version_conflict" });
});

test("lists ask for the next page when it is reached, and not before", async () => {
  const { client, kept } = await connect();
  await client.memories.write({ memories: ["a", "b", "c", "d", "e"].map((content) => ({ content })) });
  const before = kept.length;
  const list = client.memories.list({ limit: 2 });
  expect(kept.length).toBe(before);
  for await (const { content } of list) if (content === "c") break;
  expect(kept.length).toBe(before + 2);
  const sizes = (await Array.fromAsync(list.pages())).map(({ memories }) => memories.length);
  expect(sizes).toEqual([2, 2, 1]);
});

test("a problem has a code, which narrows its type, and what a program needs to fix the request", async () => {
  const { client } = await connect();
  const error = await client.slices.create({ name: "x", cql: "after:2026-02-30" }).catch((e: unknown) => e);
  expect(isProblem(error)).toBe(true);
  expect(isProblem(error, "not_found")).toBe(false);
  if (!isProblem(error, "invalid_cql", "not_found")) throw error;
  expectTypeOf(error.code).toEqualTypeOf<"invalid_cql" | "not_found">();
  expect(error).toMatchObject({ status: 422, request_id: expect.stringMatching(/^req_/) });
  expect(error.diagnostics[0]).toMatchObject({ severity: "error", span: { start: 6, end: 16 } });
  const wrong = await client.memories.write({ content: "" }).catch((thrown: unknown) => thrown);
  expect(isProblem(wrong, "invalid_request") && wrong.errors[0]?.pointer).toBe("/content");
  expect(isProblem(new Error("x"))).toBe(false);
});

test("an organization's key names its project once, for all calls", async () => {
  const { key, projectId } = await service.caller({ projectId: null });
  const without = createClient({ baseUrl: service.url, key });
  await expect(without.memories.write({ content: "a" })).rejects.toMatchObject({ code: "project_required" });
  const within = createClient({ baseUrl: service.url, key, project: projectId });
  expect(await within.memories.write({ content: "a" })).toMatchObject({ project_id: projectId });
});

test.each(["", ".", ".."])("%j is no ID: the path would be another one", async (id) => {
  const { client, kept } = await connect();
  await expect((async () => await client.memories.delete(id))()).rejects.toThrow(TypeError);
  expect(kept).toEqual([]);
  await expect(client.memories.get("../memories?x=1#")).rejects.toMatchObject({
    code: expect.any(String),
    status: 404,
  });
});

test("a scope is checked offline, with a catalog that is read again only when it has changed", async () => {
  const { client, kept } = await connect();
  await client.entities.write([{ type: "Person", name: "Ada" }]);
  await client.shapes.create({ name: "Sales CRM" });
  kept.length = 0;
  expect(await client.scope("type:Person")).toEqual({ cql: "type:Person", diagnostics: [] });
  const typo = await client.scope('shape:"Sales CRN"');
  expect(typo.diagnostics[0]?.fixes?.[0]?.edits[0]?.text).toContain("Sales CRM");
  expect((await client.scope("type:Person after:2026-02-30")).diagnostics[0]?.severity).toBe("error");
  const asked = kept.map(({ method, url, status }) => `${method} ${url.pathname} ${String(status)}`);
  expect(asked).toEqual(["GET /v1/catalog 200", "GET /v1/catalog 304", "GET /v1/catalog 304"]);
  await client.shapes.create({ name: "Sales CRN" });
  expect((await client.scope('shape:"Sales CRN"')).diagnostics).toEqual([]);
});

test("a key that no header can hold, or an address that is not a URL, fails at once", async () => {
  expect(() => createClient({ baseUrl: "nowhere", key: "slice-x" })).toThrow(TypeError);
  const client = createClient({ baseUrl: service.url, key: "slice-\n-x" });
  await expect(client.stats()).rejects.toThrow(TypeError);
});
