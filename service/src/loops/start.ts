// Starts a loop, or returns what it would do. Problems are reported in a fixed order: kind, effort, applying, goal, sources, shapes, delta, credits, dispatch.

import { sql } from "kysely";
import type { Static } from "typebox";
import { reserveCredits } from "../credits/ledger.ts";
import { build } from "../database/build.ts";
import type { LoopTable, Subject } from "../database/loop-tables.ts";
import { ofTenant, tenantColumns } from "../database/of-tenant.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { lockDelta, loopWriting } from "../deltas/read.ts";
import { findEntity } from "../entities/stored.ts";
import { instructionLengths } from "../extraction/choose.ts";
import type { ExtractorName } from "../values/loop-kinds.ts";
import { Problem } from "../values/problem.ts";
import { isUuid, newId } from "../values/uuid.ts";
import type { loopBody } from "./body-schema.ts";
import type { Plan } from "./documents.ts";
import { estimateLoop } from "./estimate.ts";
import { append } from "./events.ts";
import { expectedExtractor, noteOn, workersAlive } from "./expected-extractor.ts";
import { collectTypes, readShapes } from "./loop-types.ts";
import { piecesOf } from "./pieces.ts";
import { planReading } from "./plan.ts";
import { questionOf } from "./question.ts";
import { requireSupported } from "./supported.ts";

type Body = Static<typeof loopBody>;

/** How loops run here. */
export interface LoopSettings {
  readonly piecesPerIteration: number;
  /** Milliseconds after which a silent worker no longer counts as running. */
  readonly workerSilenceMs: number;
  /** Whether a model is configured in this process; workers may have one even if not. */
  readonly hasModel?: boolean;
}

/** A requested loop, with all its names looked up. */
export interface LoopRequest {
  readonly kind: LoopTable["kind"];
  readonly effort: LoopTable["effort"];
  readonly goal: string;
  readonly subject: Subject | undefined;
  readonly shapeIds: readonly string[];
  /** All if undefined. */
  readonly sourceIds: readonly string[] | undefined;
  readonly headDeltaId: string | undefined;
  readonly maxIterations: number;
  readonly qualityThreshold: number;
  readonly plan: Plan;
  readonly question: string;
  readonly extractor: ExtractorName;
  /** Whether it stages again what was rejected. */
  readonly reconsiders: boolean;
  readonly iterations: number;
  readonly credits: number;
  readonly unresolved: { readonly shapes: string[]; readonly sources: string[] };
}

const defaultMaxIterations = 10;
const defaultQualityThreshold = 0.8;

/** Looks up all that a loop names, and plans what it reads. Throws a {@link Problem} for the first thing that is wrong. */
export async function resolveLoop(
  tx: Transaction,
  tenant: Tenant,
  body: Body,
  settings: LoopSettings,
  requireMayContinue: (keyId: string) => void = () => undefined,
): Promise<LoopRequest> {
  const { kind, effort } = requireSupported(body);
  const { subject, goal } = await resolvePurpose(tx, tenant, body, kind);
  const sourceIds = await requireAll(tx, tenant, "source", body.context?.source_ids);
  const shapeIds = await requireAll(tx, tenant, "shape", body.schema?.shape_ids);
  const headDeltaId = body.head_delta_id;
  if (headDeltaId !== undefined) await requireOpen(tx, tenant, headDeltaId, requireMayContinue);
  const maxIterations = body.loop?.max_iterations ?? defaultMaxIterations;
  const about = kind === "hydrate" ? (aboutOf(subject) ?? goal) : undefined;
  const { piecesPerIteration } = settings;
  const maxPieces = maxIterations * piecesPerIteration;
  const shapes = await readShapes(tx, tenant, shapeIds);
  const wanted = collectTypes(goal, shapes);
  const { name: extractor, version } = await expectedExtractor(tx, settings);
  const question = questionOf({ kind, effort, goal, subject, shapes });
  const { reread: rereads = false, reconsider: reconsiders = false } = body.context ?? {};
  const skipped = { question: { digest: question, extractor, version }, headDeltaId, rereads, reconsiders };
  const plan = await planReading(tx, tenant, { sourceIds, about, skipped, maxPieces });
  const instructions = extractor === "model" ? await instructionLengths(wanted) : undefined;
  const pace = { effort, instructions, maxIterations, piecesPerIteration };
  const estimate = estimateLoop(piecesOf(plan.documents), pace);
  return {
    kind,
    effort,
    goal,
    subject,
    shapeIds: shapes.map(({ id }) => id),
    sourceIds,
    headDeltaId,
    maxIterations,
    qualityThreshold: body.loop?.quality_threshold ?? defaultQualityThreshold,
    plan,
    question,
    extractor,
    reconsiders,
    ...estimate,
    unresolved: {
      shapes: shapes.filter(({ entity_types }) => entity_types.length === 0).map(({ id }) => id),
      sources: sourceIds === undefined ? [] : await emptyAmong(tx, tenant, sourceIds),
    },
  };
}

/** The response of a dry run, without the request ID. */
export function describeLoop(
  { kind, goal, effort, shapeIds, plan, extractor, iterations, credits, unresolved }: LoopRequest,
  tenant: Tenant,
) {
  const { sources, documents, characters } = plan.totals;
  return {
    dry_run: true as const,
    status: "compiled" as const,
    kind,
    goal,
    project_id: tenant.projectId,
    extractor,
    ...noteOn(extractor),
    plan: { sources, documents, characters, shapes: shapeIds.length, iterations, effort },
    documents: plan.known,
    estimated_credits: credits,
    unresolved,
  };
}

/** Stores a loop for a worker to claim, and reserves its maximum cost. */
export async function startLoop(
  tx: Transaction,
  tenant: Tenant,
  compiled: LoopRequest,
  settings: LoopSettings,
): Promise<string> {
  const id = newId();
  const { keyId } = tenant;
  await reserveCredits(tx, { ...tenant, id }, compiled.credits);
  await requireWorker(tx, settings);
  await requireRoom(tx, tenant);
  const deltaId = compiled.headDeltaId ?? newId();
  if (compiled.headDeltaId === undefined)
    await tx.all(build.insertInto("delta").values({ ...tenantColumns(tenant), id: deltaId, key_id: keyId }));
  await tx.all(
    build.insertInto("loop").values({
      ...tenantColumns(tenant),
      id,
      key_id: keyId,
      kind: compiled.kind,
      effort: compiled.effort,
      goal: compiled.goal,
      subject: compiled.subject === undefined ? null : JSON.stringify(compiled.subject),
      shape_ids: compiled.shapeIds,
      source_ids: compiled.sourceIds ?? null,
      question: compiled.question,
      extractor: compiled.extractor,
      reconsiders: compiled.reconsiders,
      delta_id: deltaId,
      plan: JSON.stringify(compiled.plan.documents),
      pieces: compiled.plan.totals.pieces,
      max_iterations: compiled.maxIterations,
      quality_threshold: compiled.qualityThreshold,
      reserved: compiled.credits,
    }),
  );
  const { documents, characters } = compiled.plan.totals;
  const { extractor, credits } = compiled;
  const data = { documents, characters, estimated_credits: credits, extractor, ...noteOn(extractor) };
  await append(tx, { ...tenant, id }, 0, [{ kind: "loop.queued", data }]);
  return id;
}

function at(pointer: string, message: string) {
  return { errors: [{ pointer, message }] };
}

async function resolvePurpose(
  tx: Transaction,
  tenant: Tenant,
  { goal, context }: Body,
  kind: LoopTable["kind"],
) {
  const given = context?.subject;
  const named = typeof given === "string" ? { name: given } : (given ?? {});
  const hasOther = Object.keys(named).length > 0 || context?.purpose !== undefined;
  if (goal === undefined && !(kind === "hydrate" && hasOther))
    throw new Problem("goal_required", at("/goal", "is required"));
  const known = named.id === undefined ? named : { ...(await subjectWith(tx, tenant, named.id)), ...named };
  const subject = hasOther
    ? { ...known, ...(context?.purpose !== undefined && { purpose: context.purpose }) }
    : undefined;
  return { subject, goal: goal ?? goalFor(subject) };
}

function goalFor(subject: Subject | undefined): string {
  return subject?.purpose ?? `Gather what is known about ${subject?.name ?? subject?.type ?? "it"}.`;
}

function aboutOf(subject: Subject | undefined): string | undefined {
  const { name, type, purpose } = subject ?? {};
  const words = [name ?? type, purpose].filter((each) => each !== undefined);
  return words.length === 0 ? undefined : words.join(" ");
}

async function subjectWith(tx: Transaction, tenant: Tenant, id: string): Promise<Subject> {
  const found = await findEntity(tx, tenant, id);
  if (found === undefined)
    throw new Problem("invalid_request", at("/context/subject/id", "names no entity of the project"));
  return { type: found.type, ...(found.name !== null && { name: found.name }) };
}

/** Requires that the project has all these IDs, and returns them in lower case; undefined if none are given, which means all. */
async function requireAll(
  tx: Transaction,
  tenant: Tenant,
  table: "source" | "shape",
  ids: readonly string[] | undefined,
): Promise<readonly string[] | undefined> {
  if (ids === undefined) return undefined;
  const wanted = ids.map((id) => id.toLowerCase());
  const rows = await tx.all(
    build
      .selectFrom(table)
      .select("id")
      .where(ofTenant(tenant))
      .where("id", "=", sql<string>`any(${wanted.filter((id) => isUuid(id))}::uuid[])`),
  );
  const known = new Set(rows.map(({ id }) => id));
  const [code, member] =
    table === "source"
      ? (["unknown_source", "/context/source_ids"] as const)
      : (["unknown_shape", "/schema/shape_ids"] as const);
  const errors = wanted.flatMap((id, index) =>
    known.has(id) ? [] : [{ pointer: `${member}/${index}`, message: `names no ${table} of the project` }],
  );
  if (errors.length > 0) throw new Problem(code, { errors });
  return [...known];
}

async function requireOpen(
  tx: Transaction,
  tenant: Tenant,
  deltaId: string,
  requireMay: (keyId: string) => void,
): Promise<void> {
  const unknown = new Problem("unknown_delta", at("/head_delta_id", "names no delta of the project"));
  if (!isUuid(deltaId)) throw unknown;
  const delta = await lockDelta(tx, tenant, deltaId).catch((error: unknown) => {
    throw error instanceof Problem && error.code === "not_found" ? unknown : error;
  });
  requireMay(delta.key_id);
  if (delta.status !== "open")
    throw new Problem("delta_not_open", at("/head_delta_id", `is ${delta.status}`));
  // A loop adds to changes of the delta, and what was applied cannot be added to.
  if (delta.applied_changes > 0)
    throw new Problem("delta_not_open", at("/head_delta_id", "is applied in part"));
  if ((await loopWriting(tx, tenant, deltaId)) !== undefined)
    throw new Problem("delta_in_use", at("/head_delta_id", "is being written by another loop"));
}

async function emptyAmong(tx: Transaction, tenant: Tenant, sourceIds: readonly string[]): Promise<string[]> {
  const rows = await tx.all(
    sql<{ readonly id: string }>`select id from unnest(${[...sourceIds]}::uuid[]) wanted (id)
      where not exists (select from document d where ${ofTenant(tenant, "d")} and d.source_id = wanted.id) order by id`,
  );
  return rows.map(({ id }) => id);
}

/** Maximum waiting loops of a project: an empty one costs no credits, and each claim looks at all of them. */
const maxQueued = 1000;

async function requireRoom(tx: Transaction, tenant: Tenant): Promise<void> {
  const waiting = build
    .selectFrom("loop")
    .where(ofTenant(tenant))
    .where("status", "=", "queued")
    .limit(maxQueued);
  const row = await tx.first(
    build.selectFrom(waiting.as("q")).select((e) => e.fn.countAll<number>().as("queued")),
  );
  if ((row?.queued ?? 0) < maxQueued) return;
  const detail = `The project has ${maxQueued} loops that wait to run; wait until some have ended, or cancel some.`;
  throw new Problem("rate_limited", { detail, headers: { "retry-after": "60" }, limit: "waiting_loops" });
}

async function requireWorker(tx: Transaction, settings: LoopSettings): Promise<void> {
  if ((await tx.first(workersAlive(settings))) === undefined)
    throw new Problem("loop_dispatch_unavailable", { headers: { "retry-after": "5" } });
}
