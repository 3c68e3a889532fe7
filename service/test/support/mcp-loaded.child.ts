// Counts the modules of the protocol that a service has loaded: before an agent asks, and after. Prints one line of JSON.

import { registerHooks } from "node:module";

let loaded = 0;
registerHooks({
  load: (url, context, next) => {
    if (url.includes("/@modelcontextprotocol/")) loaded += 1;
    return next(url, context);
  },
});
// All that a server loads when it starts.
await import("../../src/cli/serve.ts");
const { createServer } = await import("../../src/http/server.ts");
const { addMcp } = await import("../../src/mcp/routes.ts");

const someId = "0198c0de-7a11-7c3e-9b1f-3d2a5e6f7081";
const access = { keyId: someId, organizationId: someId, permission: "read", limits: undefined };
const app = await createServer({
  logLevel: "silent",
  log: { write: () => undefined },
  routes: (server) =>
    addMcp(server, {
      admit: async (request) => await Promise.resolve(request.setDecorator("access", access)),
      findTenant: async () =>
        await Promise.resolve({
          keyId: someId,
          organizationId: someId,
          projectId: someId,
          limits: undefined,
          baseUrl: undefined,
        }),
      origins: [],
    }),
});
const url = await app.listen({ port: 0, host: "127.0.0.1" });
const before = loaded;
const response = await fetch(`${url}/mcp`, {
  method: "POST",
  headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
});
const text = await response.text();
process.stdout.write(
  `${JSON.stringify({ before, after: loaded, hasTools: text.includes("check_scope") })}\n`,
);
await app.close();
