// Serves the export of a project.

import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { Type } from "typebox";
import { exact, projectMember } from "../http/schemas.ts";
import type { V1 } from "../http/v1/routes.ts";
import { tenantOf } from "../http/v1/tenant.ts";
import { Problem } from "../values/problem.ts";
import { openExport } from "./export-stream.ts";
import { exportedNames } from "./export-tables.ts";

const query = exact({
  ...projectMember,
  from: Type.Optional(
    Type.Enum(exportedNames, {
      default: "shapes",
      description: "The first table; those before it are left out. Resumes an export that ended in it.",
    }),
  ),
});

const someId = "0198c0de-7a11-7c3e-9b1f-3d2a5e6f7081";
const example = [
  {
    kind: "export",
    version: 1,
    project_id: someId,
    at: "2026-11-20T12:00:00.000Z",
    from: "slices",
    request_id: "req_5d0c1f6e8a9b4c7d8e2f3a4b5c6d7e8f",
  },
  { kind: "table", table: "slices" },
  { id: someId, name: "bugs", cql: "type:Bug", promoted: false, created_at: "2026-11-20T12:00:00.000Z" },
  { kind: "table", table: "memories" },
  { kind: "end", counts: { slices: 1, memories: 0 }, left_out: { agent_memories: 0 } },
];

const lines = Type.String({
  description:
    "Lines of JSON. The first has the instant of the export; before the rows of each table is a line with its name; the last has the `kind` `end`, with the number of rows. An export without it is incomplete.",
  examples: [example.map((line) => `${JSON.stringify(line)}\n`).join("")],
});

/** Adds the path. */
export function exportRoute({ app, database }: V1): void {
  const schema = {
    operationId: "exportProject",
    summary: "Export the project as lines of JSON",
    description: `Shapes, sources, documents, entities, relationships, slices, memories and their earlier versions, as they are at one instant, as the import commands take them.
Memories of the scope \`agent\` are left out. A client that reads less than 256 KiB in 30 s is cut off, and one that takes longer than two hours.`,
    querystring: query,
    produces: ["application/x-ndjson"],
    response: { 200: lines },
  };
  const running = new Set<string>();
  // Of all organizations: slow ones together would take the pool for hours.
  const most = Math.max(1, Math.floor(database.pool.options.max / 5));
  app.get("/v1/export", { schema, config: { needs: "write" } }, async (request, reply) => {
    const tenant = tenantOf(request);
    const { organizationId } = tenant;
    // Nobody would read the stream of a HEAD request.
    if (request.method === "HEAD") return await sendLines(reply, Readable.from([]));
    const detail = running.has(organizationId) ? another : running.size < most ? undefined : others;
    if (detail !== undefined) throw new Problem("rate_limited", { detail, headers: { "retry-after": "10" } });
    running.add(organizationId);
    const end = (): void => void running.delete(organizationId);
    try {
      const stream = await openExport(database, tenant, {
        from: request.query.from ?? "shapes",
        requestId: request.id,
        onCut: (error) => request.log.error({ err: error }, "an export ended early"),
      });
      stream.once("close", end);
      return await sendLines(reply, stream);
    } catch (error) {
      end();
      throw error;
    }
  });
}

async function sendLines(reply: FastifyReply, stream: Readable): Promise<never> {
  const headers = { "content-type": "application/x-ndjson; charset=utf-8", "cache-control": "no-store" };
  return await reply.headers(headers).serializer(String).send(stream);
}

/** One at a time: each keeps a connection for as long as it takes. */
const another = "An export of this organization is running at this server; wait until it ends.";
const others =
  "As many exports run at this server as it allows at a time; wait until one ends, or ask another server.";
