// Creates two organizations with three projects that have rows of every kind, and the secrets to look for in responses.

import { randomBytes } from "node:crypto";
import type { Extractor } from "../../src/extraction/extractor.ts";
import { runInProcess } from "../../src/loops/run.ts";
import { startWorker } from "../../src/loops/worker.ts";
import type { Permission } from "../../src/values/permission.ts";
import { newId } from "../../src/values/uuid.ts";
import { ended, grant, lineExtractor } from "./loops.ts";
import { type Caller, callerWith, type KeyOptions, type Reply, type TestService } from "./service.ts";

/** What can be named by its ID. */
export type Kind =
  | "change"
  | "delta"
  | "document"
  | "entity"
  | "loop"
  | "memory"
  | "relationship"
  | "shape"
  | "slice"
  | "source"
  | "webhook";

/** Something that is stored. */
export interface Thing {
  readonly kind: Kind;
  readonly id: string;
  readonly projectId: string;
  readonly organizationId: string;
  /** Whom it is for: the project, the whole organization, or a key. */
  readonly reach: "agent" | "commons" | "project";
  readonly keyId: string;
  /** Whether the limited keys of its project see it. */
  readonly isInside: boolean;
}

/** Who asks: a key that is fine, or one that is not. */
export interface Asker extends Caller {
  /** The project of the key; null for one of the whole organization. */
  readonly ofProject: string | null;
  readonly permission: Permission;
  readonly isValid: boolean;
  /** Whether it is limited to the type of one entity. */
  readonly isLimited: boolean;
}

/** A text that stands in what is stored and that nobody ever sends again: where it turns up, it has leaked. */
export interface Secret {
  readonly text: string;
  readonly projectId: string;
  readonly organizationId: string;
  readonly reach: Thing["reach"];
  readonly keyId: string;
  readonly isInside: boolean;
}

/** All of it. */
export interface Tenants {
  readonly service: TestService;
  readonly askers: readonly Asker[];
  readonly projects: readonly {
    readonly id: string;
    readonly organizationId: string;
    readonly word: string;
  }[];
  readonly things: readonly Thing[];
  readonly secrets: readonly Secret[];
}

/** The thread of all memories, of any writer. */
const thread = "conversation";

/** Words that are searched for: one a project, of which none is a near spelling of another. */
const words = ["hollyhock", "marzipan", "quicksilver"] as const;

/** Fills the database of a service. */
export async function createTenants(service: TestService): Promise<Tenants> {
  const first = await service.caller();
  const second = await service.caller({ organizationId: first.organizationId });
  const third = await service.caller();
  const things: Thing[] = [];
  const secrets: Secret[] = [];
  const slices: string[] = [];
  for (const [at, who] of [first, second, third].entries()) {
    slices.push(`type:"${await fill(who, words[at] ?? "", things, secrets)}"`);
    await runLoop(service, who, words[at] ?? "", { things, secrets });
    await addWebhook(service, who, words[at] ?? "", { things, secrets });
  }
  const more = await service.caller({ organizationId: first.organizationId, projectId: first.projectId });
  await fillPrivate(more, words[0], things, secrets);
  const add = async (caller: Caller, options: KeyOptions): Promise<Asker> => ({
    ...(await service.caller({ organizationId: caller.organizationId, ...options })),
    projectId: caller.projectId,
    ofProject: options.projectId ?? null,
    permission: options.permission ?? "write",
    isValid: true,
    isLimited: false,
  });
  const own = [first, second, third, more].map((who) => ({
    ...who,
    ofProject: who.projectId,
    permission: "write" as const,
    isValid: true,
    isLimited: false,
  }));
  const limit = async (maker: Caller, slice = "", permission: Permission = "write"): Promise<Asker> => {
    const { id, key } = made(await maker.post("/v1/keys", { slice, permission }));
    const who = callerWith(service.url, { ...maker, key, keyId: id });
    return { ...who, ofProject: maker.projectId, permission, isValid: true, isLimited: true };
  };
  const askers = [
    ...own,
    await add(first, { projectId: null }),
    await add(third, { projectId: null }),
    await add(first, { projectId: first.projectId, permission: "read" }),
    await add(first, { projectId: null, permission: "read" }),
    await add(first, { projectId: first.projectId, permission: "propose" }),
    await limit(first, slices[0]),
    await limit(first, slices[0], "propose"),
    await limit(third, slices[2]),
    ...(await invalidated(service, [
      await add(first, { projectId: first.projectId }),
      await add(third, { projectId: null }),
    ])),
  ];
  const projects = [first, second, third].map(({ projectId: id, organizationId }, at) => ({
    id,
    organizationId,
    word: words[at] ?? "",
  }));
  return { service, askers, projects, things, secrets };
}

/** One key that has expired, and one that was revoked. */
async function invalidated(
  { database }: TestService,
  [one, other]: readonly Asker[],
): Promise<readonly Asker[]> {
  await database.pool.query("update api_key set expires_at = now() - interval '1 second' where id = $1", [
    one?.keyId,
  ]);
  await database.pool.query("update api_key set revoked_at = now() where id = $1", [other?.keyId]);
  return [one, other].flatMap((asker) => (asker === undefined ? [] : [{ ...asker, isValid: false }]));
}

type Mark = (reach?: Thing["reach"], isInside?: boolean) => string;

function marker(who: Caller, word: string, secrets: Secret[]): Mark {
  return (reach = "project", isInside = false) => {
    const text = `secret${randomBytes(8).toString("hex")}`;
    const { projectId, organizationId, keyId } = who;
    secrets.push({ text, projectId, organizationId, reach, keyId, isInside });
    return `${word} ${text}`;
  };
}

type Add = (kind: Kind, id: string, reach?: Thing["reach"], isInside?: boolean) => string;

function adder(who: Caller, things: Thing[]): Add {
  const { projectId, organizationId, keyId } = who;
  return (kind, id, reach = "project", isInside = false) => {
    things.push({ kind, id, projectId, organizationId, reach, keyId, isInside });
    return id;
  };
}

function made({ status, body }: Reply): any {
  if (status >= 300) throw new Error(JSON.stringify(body));
  return body;
}

/** Fills a project, and returns the type of the one entity that its limited keys see. */
async function fill(who: Caller, word: string, things: Thing[], secrets: Secret[]): Promise<string> {
  const mark = marker(who, word, secrets);
  const inside = (): string => mark("project", true);
  const add = adder(who, things);
  const thing = {
    name: mark(),
    description: mark(),
    properties: { [mark()]: { type: "text", description: mark() } },
  };
  const shapes = {
    name: inside(),
    description: mark(),
    entity_types: [thing],
    relationship_types: [{ name: mark(), from: mark(), to: mark() }],
  };
  const shape_id = add("shape", made(await who.post("/v1/shapes", shapes)).id, "project", true);
  const source = made(await who.post("/v1/sources", { name: inside(), shape_id }));
  const source_id = add("source", source.id, "project", true);
  const document = { title: mark(), text: mark(), external_id: mark() };
  add("document", made(await who.post(`/v1/sources/${source_id}/documents`, document)).id);
  const entity = (secret: () => string) => ({
    type: secret(),
    name: secret(),
    shape_id,
    source_id,
    external_id: secret(),
    properties: { [secret()]: secret(), deep: [{ text: secret() }] },
  });
  const [seen, ...others] = [entity(inside), entity(mark), entity(mark)];
  const ids: string[] = made(await who.post("/v1/entities", [seen, ...others])).ids;
  for (const [at, id] of ids.entries()) add("entity", id, "project", at === 0);
  const [from, to] = ids;
  const relationship = { type: mark(), from, to, properties: { note: mark() } };
  add("relationship", made(await who.post("/v1/relationships", [relationship])).ids[0]);
  for (const cql of ["", `shape:"${word}"`, `"${mark()}"`])
    add("slice", made(await who.post("/v1/slices", { name: mark(), cql })).id);
  await fillPrivate(who, word, things, secrets);
  return seen?.type ?? "";
}

interface Filled {
  readonly things: Thing[];
  readonly secrets: Secret[];
}

/** A loop that has ended, with something in its delta, its events and its checkpoint. */
async function runLoop(
  { database }: TestService,
  who: Caller,
  word: string,
  { things, secrets }: Filled,
): Promise<void> {
  const mark = marker(who, word, secrets);
  const add = adder(who, things);
  const type = mark();
  const shape = made(
    await who.post("/v1/shapes", { name: mark(), entity_types: [{ name: type, properties: {} }] }),
  ).id;
  const found = { type, name: mark(), properties: {}, quote: mark() };
  const source = made(await who.post("/v1/sources", { name: mark() })).id;
  await who.post(`/v1/sources/${source}/documents`, { title: mark(), text: found.quote });
  await grant(database, who.organizationId, 100);
  const usage = { inputTokens: 0, outputTokens: 0 };
  const extractor: Extractor = {
    ...lineExtractor,
    read: async () => await Promise.resolve({ entities: [found], relationships: [], usage }),
  };
  const log = { info: () => undefined, error: () => undefined };
  const run = runInProcess({ database, extractor, piecesPerIteration: 8, log });
  const worker = await startWorker({ database, settings: { leaseMs: 5000, maxRunning: 8 }, log, run });
  const asked = { goal: mark(), context: { source_ids: [source] }, schema: { shape_ids: [shape] } };
  const { loop_id, result } = made(await who.post("/v1/loops", asked));
  add("loop", loop_id);
  add("delta", result.delta_id);
  await ended(who, loop_id);
  await worker.stop(0);
}

/** A webhook with a delivery, which has the same ID. */
async function addWebhook(
  { database }: TestService,
  who: Caller,
  word: string,
  { things, secrets }: Filled,
): Promise<void> {
  const mark = marker(who, word, secrets);
  const [, path] = mark().split(" ");
  const slice = made(await who.post("/v1/slices", { name: mark(), cql: "" })).id;
  const url = `https://hooks.example.com/${path}`;
  const id = adder(who, things)("webhook", made(await who.post("/v1/webhooks", { slice_id: slice, url })).id);
  adder(who, things)("slice", slice);
  await database.pool.query(
    `insert into delivery (organization_id, project_id, webhook_id, id, key_id, kind, changes, body, status, give_up_at)
    values ($1, $2, $3, $3, $4, 'slice.changes', 1, $5, 'delivered', now())`,
    [who.organizationId, who.projectId, id, who.keyId, mark()],
  );
}

/** What a key writes for the project, for the organization, and for itself: at once, and to be reviewed. */
async function fillPrivate(who: Caller, word: string, things: Thing[], secrets: Secret[]): Promise<void> {
  const mark = marker(who, word, secrets);
  const add = adder(who, things);
  for (const reach of ["project", "commons", "agent"] as const) {
    const memory = {
      content: mark(reach),
      scope: reach,
      source_context: mark(reach),
      forget_reason: mark(reach),
      subject: { name: mark(reach) },
      thread,
    };
    const id = add("memory", made(await who.post("/v1/memories", memory)).id, reach);
    made(await who.call("PATCH", `/v1/memories/${id}`, { body: { content: mark(reach) } }));
    const old = add(
      "memory",
      made(await who.post("/v1/memories", { content: mark(reach), scope: reach, thread })).id,
      reach,
    );
    const newer = { content: mark(reach), scope: reach, thread, supersedes: [old] };
    add("memory", made(await who.post("/v1/memories", newer)).id, reach);
    // Applied by somebody, one for the whole organization would be seen by it: a test of its own has that.
    const seenBy = reach === "commons" ? "project" : reach;
    const staged = { content: mark(seenBy), scope: seenBy, subject: { name: mark(seenBy) }, apply: false };
    const delta = add("delta", made(await who.post("/v1/memories", staged)).delta_id, seenBy);
    for (const { change_id } of made(await who.get(`/v1/deltas/${delta}/changes`)).changes)
      add("change", change_id, seenBy);
  }
}

/** Whether something may be seen in this project with this key. */
export function isFor(
  { reach, projectId, organizationId, keyId, isInside }: Omit<Thing, "id" | "kind">,
  project: string | undefined,
  who: Asker,
): boolean {
  if (project === undefined) return false;
  if (who.isLimited) return isInside && projectId === project;
  if (reach === "commons") return organizationId === who.organizationId;
  return projectId === project && (reach === "project" || keyId === who.keyId);
}

/** What of others is in an answer: their texts, and their IDs unless they were sent. */
export function leaksIn(
  tenants: Tenants,
  text: string,
  sent: string,
  project: string | undefined,
  who: Asker,
  showsOrganization = false,
): readonly string[] {
  const isShown = (each: Omit<Thing, "id" | "kind">): boolean =>
    isFor(each, project, who) ||
    (showsOrganization && who.ofProject === null && each.organizationId === who.organizationId);
  const secrets = tenants.secrets.filter((each) => text.includes(each.text) && !isShown(each));
  const ids = tenants.things.filter(
    ({ id, ...each }) => text.includes(id) && !sent.includes(id) && !isShown(each),
  );
  const projects = tenants.projects.filter(
    ({ id, organizationId }) =>
      organizationId !== who.organizationId && text.includes(id) && !sent.includes(id),
  );
  return [
    ...secrets.map((each) => each.text),
    ...ids.map(({ kind, id }) => `${kind} ${id}`),
    ...projects.map(({ id }) => `project ${id}`),
  ];
}

/** The ID of nothing. */
export const nothing = newId();
