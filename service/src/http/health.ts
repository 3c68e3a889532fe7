// Liveness and readiness of the process.

import type { FastifyInstance } from "fastify";
import { type Static, Type } from "typebox";
import { DatabaseError } from "../database/database-error.ts";
import { missingIn } from "../database/migrate.ts";
import { wasStorageFull } from "../database/storage.ts";
import type { Database } from "../database/transaction.ts";
import type { App } from "./app.ts";
import { isDraining } from "./close.ts";
import { answer } from "./schemas.ts";

const live = answer({ status: Type.Literal("ok") });

const state = Type.Enum(["ready", "draining", "database_unavailable", "schema_outdated", "schema_newer"]);
const ready = answer({
  status: state,
  row_level_security: Type.Boolean({
    description: "Whether the database itself also separates projects.",
  }),
  storage: Type.Enum(["ok", "full"], {
    description:
      "`full` if the disk of the database was full when this server last wrote, within a minute. It can still read, so it stays ready.",
  }),
  search: Type.Enum(["lexical", "meaning"], {
    description: "Whether searches rank by words alone, or by the meaning of memories as well.",
  }),
});

/** Adds `/livez` and `/readyz`, which need no key; the first does not depend on anything outside the process. */
export function health(server: FastifyInstance, database?: Database, hasMeaning = false): void {
  const app: App = server.withTypeProvider();
  const alive = {
    operationId: "getLivez",
    summary: "Whether the process is alive",
    tags: ["health"],
    response: { 200: live },
  };
  app.get("/livez", { schema: alive }, async (request, reply) => {
    reply.header("cache-control", "no-store");
    return { status: "ok" as const, request_id: request.id };
  });
  if (database === undefined) return;
  const able = {
    operationId: "getReadyz",
    summary: "Whether requests can be sent",
    tags: ["health"],
    response: { 200: ready, 503: ready },
  };
  app.get("/readyz", { schema: able }, async (request, reply) => {
    const status: Static<typeof state> = isDraining(server) ? "draining" : await readState(database);
    void reply.header("cache-control", "no-store").code(status === "ready" ? 200 : 503);
    const row_level_security = database.roles !== undefined;
    const storage = wasStorageFull([database.pool, database.system]) ? ("full" as const) : ("ok" as const);
    // An endpoint that does not answer makes searches worse, and does not keep requests from being sent.
    const search = hasMeaning ? ("meaning" as const) : ("lexical" as const);
    return { status, row_level_security, storage, search, request_id: request.id };
  });
}

async function readState({ system }: Database): Promise<Static<typeof state>> {
  try {
    const missing = await missingIn(system);
    return missing.length === 0 ? "ready" : "schema_outdated";
  } catch (error) {
    return error instanceof DatabaseError ? "schema_newer" : "database_unavailable";
  }
}
