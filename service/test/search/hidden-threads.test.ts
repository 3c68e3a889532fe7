// A property test: what a key may not recall changes nothing of what a search answers to it, wherever it stands in a thread.

import fc from "fast-check";
import { expect, test } from "vitest";
import { memoriesFound, narrowed, write } from "../support/memories.ts";
import { type Caller, startService } from "../support/service.ts";

const service = await startService();

const scopes = ["agent", "commons", "project"] as const;
const words = fc.constantFrom("harbor", "harbor quay", "quay", "Lisbon");
const spoken = { words, scope: fc.constantFrom(...scopes) };
const hidden = ["other key", "other project", "other organization", "expired", "superseded"] as const;

/** The memories of one thread in their order. */
const memories = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ by: fc.constant("reader" as const), ...spoken }) },
    { weight: 1, arbitrary: fc.record({ by: fc.constantFrom(...hidden), ...spoken }) },
    // In the thread of the reader, and hidden by nothing but its scope.
    {
      weight: 2,
      arbitrary: fc.record({
        by: fc.constant("other key" as const),
        words,
        scope: fc.constant("agent" as const),
      }),
    },
  ),
  { minLength: 3, maxLength: 8 },
);

type Memory = (typeof memories extends fc.Arbitrary<infer Value> ? Value : never)[number];

/** Whether the reader may recall it: with a key of the project, or one that is limited to what its end user has said, as this reader has. */
function isVisible({ by, scope }: Memory, isLimited: boolean): boolean {
  if (by === "reader") return true;
  if (by === "other key") return scope !== "agent" && !isLimited;
  return by === "other project" && scope === "commons" && !isLimited;
}

/** Writes memories, or those alone that the reader may recall, and returns what searches then answer. */
async function answersAbout(all: readonly Memory[], isLimited: boolean, isWhole: boolean): Promise<unknown> {
  const root = await service.caller();
  const { organizationId, projectId } = root;
  const reader = isLimited ? await narrowed(service.url, root, { subject_id: "ada" }) : root;
  const writers: Readonly<Record<Memory["by"], Caller>> = {
    reader,
    expired: reader,
    superseded: reader,
    "other key": await service.caller({ organizationId, projectId }),
    "other project": await service.caller({ organizationId }),
    "other organization": await service.caller(),
  };
  const secret: string[] = [];
  for (const [at, memory] of all.entries()) {
    const isSeen = isVisible(memory, isLimited);
    if (!isSeen && !isWhole) continue;
    const { by, scope } = memory;
    // How often words are written is known of what is gone, as well: it is the reader's own.
    const isGone = by === "expired" || by === "superseded";
    const content = isGone ? `gone ${at}` : `${memory.words} ${at}`;
    const id = await write(writers[by], {
      content,
      scope,
      thread: "chat",
      valid_at: `2020-01-01T00:00:0${at}Z`,
    });
    if (!isSeen) secret.push(id, content);
    if (by === "superseded") await write(reader, { content: `place ${at}`, scope, supersedes: [id] });
    if (by === "expired")
      await service.database.pool.query("update memory set forget_after = now() where id = $1", [id]);
  }
  const answers: unknown[] = [];
  for (const body of [{ query: "harbor" }, { query: "harbor quay", limit: 1 }, { query: "quay -Lisbon" }]) {
    const found = await memoriesFound(reader, { ...body, context: 2, explain: true });
    for (const text of secret) expect(JSON.stringify(found)).not.toContain(text);
    answers.push(found.map(shown));
  }
  return answers;
}

function shown({ content, score, score_parts, similar, context }: any): unknown {
  const contents = (items: readonly any[]): readonly string[] => items.map((each) => each.content);
  return {
    content,
    score,
    score_parts,
    similar,
    before: contents(context.before),
    after: contents(context.after),
  };
}

test("a search answers as if what the key may not recall were not there", async () => {
  const property = fc.asyncProperty(memories, fc.boolean(), async (all, isLimited) => {
    expect(await answersAbout(all, isLimited, true)).toEqual(await answersAbout(all, isLimited, false));
  });
  await fc.assert(property, { numRuns: 25 });
}, 120_000);
