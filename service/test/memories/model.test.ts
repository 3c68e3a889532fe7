// A property test: after any sequence of writes, changes, restores and deletes, memories are what a simple model says.

import fc from "fast-check";
import { expect, test } from "vitest";
import { type Caller, startService } from "../support/service.ts";

const service = await startService();

interface Version {
  readonly version: number;
  readonly content: string;
  readonly kind: string | null;
  readonly change: string;
}

interface Modeled {
  readonly id: string;
  readonly versions: Version[];
  supersededBy: string | null;
}

/** What a memory is by its model. */
const now = ({ versions }: Modeled): Version => {
  const last = versions.at(-1);
  if (last === undefined) throw new Error("A memory has no version.");
  return last;
};

const change = (memory: Modeled, kind: string, said: Partial<Version>): void =>
  void memory.versions.push({ ...now(memory), ...said, change: kind, version: now(memory).version + 1 });

const contents = fc.constantFrom("tea", "coffee", " tea", "water");
const kinds = fc.constantFrom("fact", "decision", null);
const at = fc.nat({ max: 7 });
const commands = fc.oneof(
  fc.record({ do: fc.constant("write" as const), content: contents, kind: kinds, deduplicate: fc.boolean() }),
  fc.record({ do: fc.constant("supersede" as const), at, content: contents, isStaged: fc.boolean() }),
  fc.record({ do: fc.constant("patch" as const), at, content: contents, isStaged: fc.boolean() }),
  fc.record({ do: fc.constant("patch" as const), at, kind: kinds, isStaged: fc.boolean() }),
  fc.record({ do: fc.constant("restore" as const), at, version: fc.option(fc.integer({ min: 1, max: 5 })) }),
  fc.record({ do: fc.constant("forget" as const), at }),
);

type Command = typeof commands extends fc.Arbitrary<infer Value> ? Value : never;

/** Does it, in the service and in the model, and compares what is answered. */
async function run(who: Caller, all: Modeled[], command: Command): Promise<void> {
  if (command.do === "write") return await write(who, all, command);
  const memory = all[command.at % Math.max(1, all.length)];
  if (memory === undefined) return;
  const path = `/v1/memories/${memory.id}`;
  if (command.do === "forget") {
    expect((await who.call("DELETE", path)).status).toBe(204);
    all.splice(all.indexOf(memory), 1);
    return;
  }
  if (command.do === "restore") return await restore(who, memory, command.version);
  const isCurrent = memory.supersededBy === null;
  const apply = !command.isStaged;
  if (command.do === "patch") {
    const body = "content" in command ? { content: command.content } : { kind: command.kind };
    const { status, body: answer } = await who.call("PATCH", path, { body: { ...body, apply } });
    expect([status, answer.code]).toEqual(isCurrent ? [200, undefined] : [409, "memory_superseded"]);
    if (!isCurrent) return;
    if (command.isStaged) await who.post(`/v1/deltas/${answer.delta_id}/apply`, {});
    change(memory, "updated", body);
    return;
  }
  const sent = { content: command.content, supersedes: [memory.id], apply };
  const { status, body } = await who.post("/v1/memories", sent);
  expect([status, body.code]).toEqual(isCurrent ? [201, undefined] : [422, "unknown_memory"]);
  if (!isCurrent) return;
  if (command.isStaged) await who.post(`/v1/deltas/${body.delta_id}/apply`, {});
  change(memory, "superseded", {});
  memory.supersededBy = body.id;
  all.push(created(body.id, command.content, null));
}

function created(id: string, content: string, kind: string | null): Modeled {
  return { id, versions: [{ version: 1, content, kind, change: "created" }], supersededBy: null };
}

async function write(
  who: Caller,
  all: Modeled[],
  { content, kind, deduplicate }: Extract<Command, { readonly do: "write" }>,
): Promise<void> {
  const same = all.find(
    (each) =>
      each.supersededBy === null && now(each).content.trim() === content.trim() && now(each).kind === kind,
  );
  const { status, body } = await who.post("/v1/memories", {
    content,
    ...(kind !== null && { kind }),
    deduplicate,
  });
  const isKnown = deduplicate && same !== undefined;
  expect([status, body.duplicate ?? false]).toEqual(isKnown ? [200, true] : [201, false]);
  if (isKnown) expect(body.id).toBe(same.id);
  else all.push(created(body.id, content, kind));
}

async function restore(who: Caller, memory: Modeled, version: number | null): Promise<void> {
  const wanted = memory.versions.find((each) => each.version === (version ?? now(memory).version));
  const isPossible = wanted !== undefined && (version !== null || memory.supersededBy !== null);
  const { status, body } = await who.post(`/v1/memories/${memory.id}/restore`, {
    ...(version !== null && { version }),
  });
  expect([status, body.errors?.[0].pointer]).toEqual(isPossible ? [200, undefined] : [422, "/version"]);
  if (!isPossible) return;
  change(memory, "restored", { content: wanted.content, kind: wanted.kind });
  memory.supersededBy = null;
}

/** Whether what the service shows is what the model says. */
async function compare(who: Caller, all: readonly Modeled[]): Promise<void> {
  const shown = (memories: readonly any[]): readonly string[] =>
    memories
      .map((each) => JSON.stringify([each.id, each.version, each.content, each.kind, each.superseded_by]))
      .toSorted();
  const modeled = (memories: readonly Modeled[]): readonly string[] =>
    memories
      .map((each) => {
        const { version, content, kind } = now(each);
        return JSON.stringify([each.id, version, content, kind, each.supersededBy]);
      })
      .toSorted();
  const current = all.filter(({ supersededBy }) => supersededBy === null);
  const search = await who.post("/v1/search", {
    query: "",
    memory: { scopes: ["project"] },
    include: ["memories"],
    limit: 100,
  });
  expect(shown((await who.get("/v1/memories?limit=200")).body.memories)).toEqual(modeled(current));
  // Those that say the same are one hit.
  const found = search.body.memories;
  expect(modeled(current)).toEqual(expect.arrayContaining([...shown(found)]));
  expect(new Set(found.map((each: any) => each.content.trim()))).toEqual(
    new Set(current.map((each) => now(each).content.trim())),
  );
  expect(found.reduce((sum: number, { similar }: any) => sum + 1 + similar, 0)).toBe(current.length);
  expect(shown((await who.get("/v1/memories?superseded=true&limit=200")).body.memories)).toEqual(
    modeled(all),
  );
  for (const { id, versions } of all) {
    const { body } = await who.get(`/v1/memories/${id}/history`);
    expect(body.versions).toMatchObject(versions);
    expect(body.versions).toHaveLength(versions.length);
  }
}

test("memories are what a model says after any sequence of changes", { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(commands, { minLength: 5, maxLength: 20 }), async (sequence) => {
      const who = await service.caller();
      const all: Modeled[] = [];
      for (const command of sequence) await run(who, all, command);
      await compare(who, all);
    }),
    { numRuns: 40 },
  );
});
