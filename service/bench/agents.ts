// What agents cost: a call of a tool over the route that it calls, and the memory of the protocol.

import { startMeasured } from "./cpu-server.ts";
import { residentMegabytes, serve } from "./processes.ts";
import { type Sent, send } from "./requests.ts";
import { atMost, medians, type Section } from "./section.ts";
import { addProject } from "./store.ts";

/** CPU time over that of the route. */
export const agents: Section = {
  id: "agents",
  title: "A tool that an agent calls",
  how: `The service in a process of its own, on a project with one entity and one memory, asked in turn over 4 connections that stay open: a route, and the tool that calls it, with messages of the revision of 2026 and of
those of 2025; \`process.cpuUsage\` of the server before and after. A tool calls its route within the process, with all that a request has; the rest is the message, its checks, and a server
of the protocol's library for it.`,
  measure: async (run) => {
    const database = await run.postgres.create();
    const { key } = await addProject(database);
    const env = { ...process.env, DATABASE_URL: database.url };
    const server = await startMeasured("service", "{}", env);
    const { url } = server;
    await send({ url: `${url}/v1/entities`, key, body: [{ type: "Person", name: "Ada" }] });
    await send({ url: `${url}/v1/memories`, key, body: { content: "Ada prefers tea." } });
    const rows = [];
    for (const [route, { path, body, tool, input }] of Object.entries(calls)) {
      const asked = [{ url: url + path, key, body }, ...messages(url, key, tool, input)];
      const variants = asked.map(
        (sent) => async () => await server.costOf(run, async () => await send(sent), load),
      );
      await medians(run.rounds(3), variants);
      const [alone = Number.NaN, ...called] = await medians(run.rounds(11), variants);
      const [modern = Number.NaN, legacy = Number.NaN] = called;
      rows.push({
        route,
        tool,
        "route, µs": alone,
        "tool of 2026, µs": modern,
        "tool of 2025, µs": legacy,
        "worse over route, ×": Math.max(...called) / alone,
      });
    }
    await server.stop();
    const worst = Math.max(...rows.map((row) => row["worse over route, ×"]));
    return {
      goals: [atMost("CPU of a tool call over its route", 3, "×", worst)],
      rows,
    };
  },
};

/** Megabytes before an agent asks, after its first message, and after many. */
export const agentsMemory: Section = {
  id: "agents-memory",
  title: "Memory of agents",
  how: `What is resident (RSS) of \`serve\` without a worker, in a process of its own: once it has answered ten requests for something else, after its first message of an agent, with which it loads the protocol, and after 2000 more of each
revision, one after the other. V8 keeps the heap that these needed: after a collection of what is no longer used it is as large as before.`,
  measure: async (run) => {
    const database = await run.postgres.create();
    const { key } = await addProject(database);
    const { url, pid, stop } = await serve(["--no-worker"], { ...process.env, DATABASE_URL: database.url });
    for (let sent = 0; sent < 10; sent++) await send({ url: `${url}/v1/stats`, key, method: "GET" });
    const unused = residentMegabytes(pid);
    const both = messages(url, key, "check_scope", { cql: "type:Person" });
    for (const each of both.slice(0, 1)) await send(each);
    const used = residentMegabytes(pid);
    for (let sent = 0; sent < run.rounds(2000); sent++) for (const each of both) await send(each);
    const busy = residentMegabytes(pid);
    await stop();
    return {
      goals: [atMost("memory that the first message of an agent adds", 40, "MB", used - unused)],
      rows: [{ "no agent, MB": unused, "after a message, MB": used, "after many, MB": busy }],
    };
  },
};

/** A key may not have as many searches at once as other requests. */
const load = { requests: 1000, connections: 4 };

/** Routes, and the tools that call them and no other. */
const calls = {
  "POST /v1/slices?dry_run": {
    path: "/v1/slices?dry_run=true",
    body: { name: "check_scope", cql: "type:Person after:2010-01-01" },
    tool: "check_scope",
    input: { cql: "type:Person after:2010-01-01" },
  },
  "POST /v1/search": {
    path: "/v1/search",
    body: { query: "ada", include: ["entities", "memories", "documents"], limit: 10 },
    tool: "search",
    input: { query: "ada" },
  },
} as const;

/** A call of a tool in both revisions. */
function messages(url: string, key: string, tool: string, input: object): readonly Sent[] {
  const [version, meta] = ["2026-07-28", "io.modelcontextprotocol"];
  const accept = "application/json, text/event-stream";
  const message = (params: object): object => ({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  const to = { url: `${url}/mcp`, key };
  const about = {
    [`${meta}/protocolVersion`]: version,
    [`${meta}/clientInfo`]: { name: "bench", version: "1.0.0" },
    [`${meta}/clientCapabilities`]: {},
  };
  return [
    {
      ...to,
      headers: { accept, "mcp-protocol-version": version, "mcp-method": "tools/call", "mcp-name": tool },
      body: message({ name: tool, arguments: input, _meta: about }),
    },
    {
      ...to,
      headers: { accept, "mcp-protocol-version": "2025-11-25" },
      body: message({ name: tool, arguments: input }),
      jsonIn: (text) => text.replace(/^event: message\ndata: /, ""),
    },
  ];
}
