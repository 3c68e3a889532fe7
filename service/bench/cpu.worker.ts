// A server whose CPU time is measured: bare Fastify, the service's layer over the same handler, or the whole service. Tells it when asked.

import { fastify } from "fastify";
import { Type } from "typebox";
import { openDatabase } from "../src/database/open.ts";
import type { App } from "../src/http/app.ts";
import { exact, idParams, projectMember, projectQuery } from "../src/http/schemas.ts";
import { createServer, type Server } from "../src/http/server.ts";
import { addV1, admission } from "../src/http/v1/v1.ts";
import { serviceRoutes } from "../src/service.ts";
import { lookUpLimits } from "../src/slices/limits.ts";
import { newSlice, resolvedSlice, sliceBody } from "../src/slices/schemas.ts";

const rateLimitPerMinute = 1_000_000;
const loops = { piecesPerIteration: 8, workerSilenceMs: 15_000 };
const [variant, answerText = "{}"] = process.argv.slice(2);

/** What both handlers answer: a real answer of the service. */
const answer: ReturnType<typeof JSON.parse> = JSON.parse(answerText);

const app = await start();
await app.listen({ port: 0, host: "127.0.0.1" });
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ microseconds: user + system });
});
process.send?.({ url: app.listeningOrigin });

async function start(): Promise<Server> {
  if (variant === "bare") return bare();
  const database = await openDatabase({ url: process.env["DATABASE_URL"] ?? "" });
  const routes =
    variant === "service"
      ? serviceRoutes({ database, rateLimitPerMinute, loops })
      : (server: Server): void =>
          addV1(server, { database, admit: admission(database, rateLimitPerMinute), lookUpLimits }, [
            ({ app: v1 }) => handlers(v1),
          ]);
  return await createServer({ logLevel: "info", log: process.stderr, routes });
}

function bare(): Server {
  const server = fastify();
  server.post("/v1/slices", async () => answer);
  server.get("/v1/slices/:id", async () => answer);
  return server;
}

/** The schemas of the service, and nothing done. */
function handlers(layer: App): void {
  const query = exact({ ...projectMember, dry_run: Type.Optional(Type.Boolean()) });
  const post = { querystring: query, body: sliceBody, response: { 200: newSlice } };
  layer.post("/v1/slices", { schema: post }, async (request) => ({ ...answer, request_id: request.id }));
  const get = { params: idParams, querystring: projectQuery, response: { 200: resolvedSlice } };
  layer.get("/v1/slices/:id", { schema: get }, async (request) => ({ ...answer, request_id: request.id }));
}
