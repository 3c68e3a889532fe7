// A property: no sequence of calls with a key that may only propose applies, forgets or widens anything.

import fc from "fast-check";
import { expect, test } from "vitest";
import { type Agent, agentAt } from "../support/agents.ts";
import { grant, registerWorker } from "../support/loops.ts";
import { type Caller, startService } from "../support/service.ts";

const service = await startService();

/** What a sequence may name: what is there, and what its own calls have returned. */
interface World {
  readonly owner: Caller;
  readonly agent: Agent;
  readonly ids: string[];
}

async function createWorld(): Promise<World> {
  const owner = await service.caller();
  await grant(service.database, owner.organizationId, 20);
  const source = (await owner.post("/v1/sources", { name: "notes" })).body.id;
  const document = (await owner.post(`/v1/sources/${source}/documents`, { title: "May", text: "Ada moved." }))
    .body.id;
  await owner.post("/v1/shapes", {
    name: "People",
    entity_types: [{ name: "Person", properties: {} }],
    relationship_types: [],
  });
  const { ids } = (
    await owner.post("/v1/entities", [
      { type: "Person", name: "Ada", source: "notes" },
      { type: "Company", name: "Acme" },
    ])
  ).body;
  const memories = [];
  for (const subject_id of ["ada", "grace"])
    memories.push(
      (await owner.post("/v1/memories", { content: `${subject_id} likes tea.`, subject_id })).body.id,
    );
  const { id: delta } = (await owner.post("/v1/deltas", { entities: [{ type: "Person", name: "Grace" }] }))
    .body;
  const { key } = (await owner.post("/v1/keys", { permission: "propose" })).body;
  const agent = await agentAt(service.url, key, {
    path: "?tools=review",
    person: () => ({ action: "accept", content: { consent: true } }),
  });
  const slice = (await owner.post("/v1/slices", { name: "People", cql: "type:Person" })).body.id;
  return { owner, agent, ids: [source, document, ...ids, ...memories, delta, slice] };
}

/** All that counts, as the owner sees it. What is recalled as new may move: a duplicate says that it was said again. */
async function whatCounts({ owner }: World): Promise<object> {
  const list = async (path: string, member: string): Promise<unknown> =>
    (await owner.get(path)).body[member].map((row: any) => ({ ...row, recalled_as_new_at: null }));
  const decided = [];
  for (const status of ["applied", "discarded", "reverted"])
    decided.push(await list(`/v1/deltas?status=${status}`, "deltas"));
  return {
    decided,
    entities: await list("/v1/entities", "entities"),
    memories: await list("/v1/memories?superseded=true", "memories"),
    slices: await list("/v1/slices", "slices"),
    shapes: await list("/v1/shapes", "shapes"),
    sources: await list("/v1/sources", "sources"),
    keys: await list("/v1/keys", "keys"),
    relationships: (await owner.get("/v1/stats")).body.relationships,
  };
}

type Step = readonly [string, (world: World) => Readonly<Record<string, unknown>>];

/** A place in the list of IDs, which grows. */
const place = fc.nat();
const idAt =
  (at: number) =>
  ({ ids }: World): string =>
    ids[at % ids.length] ?? "";

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom("ada likes tea.", "Ada moved."),
      fc.option(place),
      fc.constantFrom("ada", undefined),
    )
    .map(
      ([content, supersedes, subject_id]): Step => [
        "remember",
        (world) => ({
          content,
          ...(subject_id !== undefined && { subject_id }),
          ...(supersedes !== null && { supersedes: [idAt(supersedes)(world)] }),
        }),
      ],
    ),
  fc.tuple(place, place).map(
    ([from, to]): Step => [
      "propose_facts",
      (world) => ({
        entities: [{ type: "Person", name: "Ada", properties: { seen: true } }],
        relationships: [{ type: "knows", from: idAt(from)(world), to: idAt(to)(world) }],
      }),
    ],
  ),
  place.map((): Step => ["propose_facts", () => ({ entities: [{ type: "Person", name: "Ada" }] })]),
  fc.boolean().map((dry_run): Step => ["start_loop", () => ({ goal: "Who moved?", dry_run })]),
  fc
    .tuple(fc.constantFrom("forget", "apply_delta", "discard_delta", "get_loop", "get_entity"), place)
    .map(([tool, at]): Step => [tool, (world) => ({ id: idAt(at)(world) })]),
  place.map((at): Step => ["changes_since", (world) => ({ slice: idAt(at)(world) })]),
  place.map((at): Step => ["get_changes", (world) => ({ delta: idAt(at)(world) })]),
  fc.constantFrom<Step[]>(["search", () => ({ query: "ada" })], ["list_deltas", () => ({})]),
);

test("a key that may only propose cannot apply, forget or widen anything, whatever it calls", async () => {
  await registerWorker(service.database);
  const property = fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 12 }), async (sequence) => {
    const world = await createWorld();
    const before = await whatCounts(world);
    for (const [tool, input] of sequence) {
      const { body } = await world.agent.call(tool, input(world)).catch(() => ({ body: {} }));
      for (const id of [body?.id, body?.delta, body?.loop_id]) if (typeof id === "string") world.ids.push(id);
    }
    expect(await whatCounts(world)).toEqual(before);
  });
  await fc.assert(property, { numRuns: 40 });
});
