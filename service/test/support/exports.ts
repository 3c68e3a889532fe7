// Fills projects, exports them, and imports what was exported.

import { expect } from "vitest";
import { fileOf } from "./admin.ts";
import { runHere } from "./program.ts";
import type { Caller, startService } from "./service.ts";

/** An export without its first line, which says when it was made. */
export const withoutFirst = (text: string): string => text.slice(text.indexOf("\n"));

/** The commands that import the tables of an export, in their order. */
export const commands = ["shape", "source", "document", "entity", "relationship", "slice", "memory"];

/** Helpers for the projects of a service. */
export function exportsOf(service: Awaited<ReturnType<typeof startService>>) {
  const made = async (who: Caller, path: string, body: unknown): Promise<any> => {
    const reply = await who.post(path, body);
    expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
    return reply.body;
  };

  /** Someone whose project has a row of each kind, and memories of each scope. */
  async function someone(): Promise<Caller> {
    const who = await service.caller();
    const shape_id = (await made(who, "/v1/shapes", { name: "Bugs", entity_types: [{ name: "Bug" }] })).id;
    const source_id = (await made(who, "/v1/sources", { name: "log", shape_id })).id;
    await made(who, `/v1/sources/${source_id}/documents`, {
      title: "one",
      text: "Ä bug\n",
      external_id: "1",
    });
    const bug = (name: string): object => ({
      type: "Bug",
      name,
      shape_id,
      source_id,
      properties: { b: [1.5] },
    });
    const { ids } = await made(who, "/v1/entities", [bug("first"), bug("second"), { type: "Person" }]);
    await made(who, "/v1/relationships", [{ type: "blocks", from: ids[0], to: ids[1] }]);
    await made(who, "/v1/slices", { name: "bugs", cql: "type:Bug shape:Bugs" });
    for (const scope of ["project", "commons", "agent"])
      await made(who, "/v1/memories", { content: `${scope} of ${who.keyId}`, scope });
    return who;
  }

  const textOf = async (who: Caller, query = ""): Promise<string> => {
    const headers = { authorization: `Bearer ${who.key}` };
    const response = await fetch(`${service.url}/v1/export${query}`, { headers });
    expect(response.status).toBe(200);
    return await response.text();
  };

  /** What a command of the program makes of the lines. */
  async function imported(what: string, who: Caller, text: string): Promise<string> {
    const writer = what.startsWith("memory") ? ["--key", who.keyId] : [];
    const args = [what, "import", "--project", who.projectId, ...writer, fileOf(text.trimEnd()), "--json"];
    const { status, stdout, stderr } = await runHere(args, { DATABASE_URL: service.database.url });
    return status === 0 ? stdout.trim() : stderr.trim();
  }

  return { imported, made, someone, textOf };
}
