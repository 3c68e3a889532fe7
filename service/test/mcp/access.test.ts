// Tests who may connect, and what each key is shown and may call.

import { expect, test } from "vitest";
import { agentAt, generations } from "../support/agents.ts";
import { type Caller, startService } from "../support/service.ts";

const service = await startService();

const reading = ["search", "check_scope", "list_entities", "get_entity", "changes_since", "list_memories"];
const lists = {
  read: [...reading, "get_loop"],
  propose: [...reading, "remember", "propose_facts", "start_loop", "get_loop"],
  write: [...reading, "remember", "propose_facts", "start_loop", "get_loop", "forget"],
} as const;
const review = ["list_deltas", "get_changes", "apply_delta", "discard_delta"];

/** A message as a client of 2025 sends it. */
const message = { jsonrpc: "2.0", id: 1, method: "tools/list" };

interface Sent {
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

async function post(
  who: Pick<Caller, "key">,
  { path = "/mcp", headers = {}, body = message }: Sent = {},
): Promise<Response> {
  return await fetch(service.url + path, {
    method: "POST",
    headers: {
      authorization: `Bearer ${who.key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: JSON.stringify(body),
  });
}

test.each(generations)("a client of %s is shown what its key may call, in one order", async (generation) => {
  for (const permission of ["read", "propose", "write"] as const) {
    const { key } = await service.caller({ permission });
    expect(await (await agentAt(service.url, key, { generation })).tools()).toEqual(lists[permission]);
    const reviewer = await agentAt(service.url, key, { generation, path: "?tools=review" });
    const more = permission === "write" ? review : [];
    expect(await reviewer.tools()).toEqual([...lists[permission], ...more]);
  }
});

test("the tools of a key that may write fit in 6 KiB, and each says what it does and answers", async () => {
  const { key } = await service.caller();
  const { client } = await agentAt(service.url, key);
  const { tools } = (await client.listTools()) as any;
  expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThanOrEqual(6144);
  for (const { name, description, inputSchema, outputSchema, annotations } of tools) {
    expect([name, description.length > 10, inputSchema.type, outputSchema.type]).toEqual([
      name,
      true,
      "object",
      "object",
    ]);
    const isReading = annotations.readOnlyHint === true;
    expect([name, isReading, annotations.destructiveHint]).toEqual([
      name,
      lists.read.includes(name),
      isReading ? undefined : name === "forget",
    ]);
  }
});

test("a tool that is not listed is refused when it is called by name", async () => {
  const someId = "0198c0de-7a11-7c3e-9b1f-3d2a5e6f7081";
  const reader = await agentAt(service.url, (await service.caller({ permission: "read" })).key);
  const written = await reader.call("remember", { content: "x" });
  expect(written).toMatchObject({ isError: true, body: { code: "read_only_key" } });
  const path = "?tools=review";
  const proposer = await agentAt(service.url, (await service.caller({ permission: "propose" })).key, {
    path,
  });
  for (const tool of ["forget", "apply_delta", "discard_delta"])
    expect(await proposer.call(tool, { id: someId })).toMatchObject({
      isError: true,
      body: { code: "propose_only" },
    });
  const writer = await agentAt(service.url, (await service.caller()).key);
  for (const tool of [...review, "toString", "no_such_tool"])
    await expect(writer.call(tool, { id: someId })).rejects.toThrow("There is no tool with this name.");
});

test("what goes wrong before a tool runs is a problem of HTTP", async () => {
  const who = await service.caller();
  const other = await service.caller();
  const ofAll = await service.caller({ projectId: null });
  const unknown = `slice-${"x".repeat(43)}`;
  const cases = [
    [{ key: unknown }, {}, 401, "unauthenticated"],
    [ofAll, {}, 400, "project_required"],
    [ofAll, { path: `/mcp/${other.projectId}` }, 404, "not_found"],
    [ofAll, { path: "/mcp/x" }, 404, "not_found"],
    [
      ofAll,
      { path: `/mcp/${ofAll.projectId}`, headers: { "x-service-project": other.projectId } },
      400,
      "project_conflict",
    ],
    [who, { path: `/mcp/${other.projectId}` }, 403, "project_mismatch"],
    [ofAll, { path: "/mcp/" }, 400, "project_required"],
    [who, { path: "/mcp?tools=all" }, 422, "invalid_request"],
    [who, { path: "/mcp?project_id=x" }, 422, "invalid_request"],
    [who, { headers: { "content-type": "text/plain" } }, 415, "unsupported_media_type"],
    [who, { headers: { origin: "https://evil.example" } }, 403, "foreign_origin"],
    [who, { headers: { origin: "null" } }, 403, "foreign_origin"],
    [who, { body: [message, message] }, 422, "invalid_request"],
    [who, { body: 3 }, 422, "invalid_request"],
    [who, { body: { ...message, id: "\u0000" } }, 422, "invalid_request"],
  ] as const;
  for (const [sender, sent, status, code] of cases) {
    const response = await post(sender, sent);
    const body: any = await response.json();
    expect([sent, response.status, body.code]).toEqual([sent, status, code]);
    expect(response.headers.get("content-type")).toMatch(/^application\/problem\+json/);
    expect(response.headers.get("x-request-id")).toMatch(/^req_/);
    if (status === 401) expect(response.headers.get("www-authenticate")).toMatch(/^Bearer/);
  }
  const get = await fetch(`${service.url}/mcp`, { headers: { authorization: `Bearer ${who.key}` } });
  expect([get.status, get.headers.get("allow")]).toEqual([405, "POST"]);
});

test("what takes no answer gets none, and a slash at the end changes nothing", async () => {
  const who = await service.caller();
  const notification = { jsonrpc: "2.0", method: "notifications/initialized" };
  const response = await post(who, { body: notification });
  expect([response.status, await response.text()]).toEqual([202, ""]);
  // A call without an ID is one of these.
  const params = { name: "remember", arguments: { content: "x" } };
  await post(who, { body: { jsonrpc: "2.0", method: "tools/call", params } });
  expect((await who.get("/v1/memories")).body.memories).toEqual([]);
  expect((await post(who, { path: "/mcp/" })).status).toBe(200);
});

test("no list is said to change", async () => {
  for (const generation of generations) {
    const { client } = await agentAt(service.url, (await service.caller()).key, { generation });
    const { tools, resources, prompts } = client.getServerCapabilities() ?? {};
    for (const each of [tools, resources, prompts]) expect(each).toMatchObject({ listChanged: false });
  }
});

test("pages of this machine may call a service of this machine", async () => {
  const who = await service.caller();
  for (const origin of ["http://localhost", `http://127.0.0.1:${String(8080)}`, "http://[::1]"])
    expect((await post(who, { headers: { origin } })).status).toBe(200);
});

test("a key of an organization names its project in the path or in the header", async () => {
  const { key, projectId } = await service.caller({ projectId: null });
  for (const options of [{ path: `/${projectId}` }, { headers: { "x-service-project": projectId } }]) {
    const agent = await agentAt(service.url, key, options);
    expect((await agent.call("remember", { content: "Ada prefers tea." })).isError).toBe(false);
    expect((await agent.call("list_memories")).body.memories).toMatchObject([
      { content: "Ada prefers tea." },
    ]);
  }
});

test("a limited key searches without documents, which are the whole project's", async () => {
  const who = await service.caller();
  await who.post("/v1/entities", [{ type: "Person", name: "Ada" }]);
  const { key } = (await who.post("/v1/keys", { slice: "type:Person" })).body;
  const agent = await agentAt(service.url, key);
  expect((await agent.call("search", { query: "Ada" })).body.hits).toMatchObject([{ name: "Ada" }]);
  const beyond = await agent.call("search", { query: "Ada", include: ["documents"] });
  expect(beyond.body.code).toBe("beyond_scope");
});

test("resources, completion and what a client is told have no names beyond the limits of a key", async () => {
  const who = await service.caller();
  for (const name of ["gmail", "secret source"]) await who.post("/v1/sources", { name });
  await who.post("/v1/shapes", { name: "Secret shape", entity_types: [], relationship_types: [] });
  const { ids } = (
    await who.post("/v1/entities", [
      { type: "Person", name: "Ada", source: "gmail" },
      { type: "SecretType", name: "Eve", source: "secret source", shape: "Secret shape" },
    ])
  ).body;
  await who.post("/v1/slices", { name: "Secret slice", cql: "type:SecretType" });
  for (const [limits, sees] of [
    [{ slice: "type:Person" }, "type:Person"],
    [{ subject_id: "ada" }, undefined],
  ] as const) {
    const { client } = await agentAt(service.url, (await who.post("/v1/keys", limits)).body.key);
    const completed = [];
    for (const [ref, name] of [
      [{ type: "ref/prompt", name: "recall" }, "within"],
      [{ type: "ref/resource", uri: "slice://slices/{id}" }, "id"],
    ] as const)
      for (const value of ["", "s", "type:S"])
        completed.push(...(await client.complete({ ref, argument: { name, value } })).completion.values);
    if (sees !== undefined) expect(completed).toContain(sees);
    const shown = [
      client.getInstructions(),
      completed,
      await client.readResource({ uri: "slice://catalog" }),
      await client.getPrompt({ name: "recall", arguments: { topic: "Eve" } }),
    ];
    expect(JSON.stringify(shown)).not.toMatch(/secret/i);
    const beyond = [`entities/${String(ids[1])}`, "slices/Secret%20slice"];
    for (const each of beyond)
      await expect(client.readResource({ uri: `slice://${each}` })).rejects.toThrow();
  }
});
