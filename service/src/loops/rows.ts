// Loops: from rows to what the API shows.

import type { Selectable } from "kysely";
import type { Static } from "typebox";
import type { KnownDocuments } from "../changes/evidence.ts";
import { build } from "../database/build.ts";
import type { CheckpointTable, LoopTable } from "../database/loop-tables.ts";
import { ofTenant, type TenantKey } from "../database/of-tenant.ts";
import type { Tenant } from "../database/transaction.ts";
import { noteOn } from "./expected-extractor.ts";
import type { checkpointsAnswer, loop, loopStarted } from "./schemas.ts";
import { shownState } from "./shown-state.ts";

/** A stored loop. */
export type LoopRow = Selectable<LoopTable>;

/** The columns that are shown. What a loop reads and looks for is left out, as it may be long. */
const shown = [
  "project_id",
  "id",
  "kind",
  "effort",
  "goal",
  "delta_id",
  "max_iterations",
  "quality_threshold",
  "status",
  "iteration",
  "quality",
  "coverage",
  "evidence",
  "stopped",
  "extractor",
  "entities",
  "relationships",
  "reserved",
  "spent",
  "error_code",
  "error_message",
  "created_at",
  "started_at",
  "finished_at",
] as const;

/** The shown columns of a loop. */
export type ShownLoop = Pick<LoopRow, (typeof shown)[number]>;

/** Selects the shown columns of the loops of a project. */
export function selectShownLoops(tenant: TenantKey) {
  return build.selectFrom("loop").select(shown).where(ofTenant(tenant));
}

/** Selects all columns of the loops of a project. */
export function selectLoops(tenant: TenantKey) {
  return build.selectFrom("loop").selectAll().where(ofTenant(tenant));
}

/** The tenant of a loop's run. It has a share of its own, so requests of the same key do not keep it waiting. */
export function tenantOfLoop({ organization_id, project_id, key_id }: LoopRow): Tenant {
  return { organizationId: organization_id, projectId: project_id, keyId: key_id, share: "loops" };
}

/** Converts a loop to the response of its start. */
export function toLoopStarted(row: ShownLoop): Omit<Static<typeof loopStarted>, "request_id"> {
  const path = `/v1/loops/${row.id}`;
  return {
    loop_id: row.id,
    status: row.status,
    goal: row.goal,
    project_id: row.project_id,
    extractor: row.extractor,
    ...noteOn(row.extractor),
    result: {
      type: "delta",
      delta_id: row.delta_id,
      entity_count: row.entities,
      relationship_count: row.relationships,
    },
    poll: path,
    checkpoints: `${path}/checkpoints`,
    events: `${path}/events`,
  };
}

/** Converts a loop to its API format. */
export function toLoop(row: ShownLoop): Static<typeof loop> {
  const { kind, effort, iteration, max_iterations, quality, quality_threshold, error_code, error_message } =
    row;
  const { coverage, evidence, stopped } = row;
  return {
    ...toLoopStarted(row),
    kind,
    effort,
    iteration,
    max_iterations,
    quality,
    coverage,
    evidence,
    quality_threshold,
    stopped,
    credits: { reserved: row.reserved, spent: row.spent },
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    error: error_code === null ? null : { code: error_code, message: error_message ?? "" },
  };
}

/** Converts a checkpoint to its API format. */
export function toCheckpoint(
  row: Selectable<CheckpointTable>,
  known: KnownDocuments,
): Static<typeof checkpointsAnswer>["checkpoints"][number] {
  return {
    checkpoint_id: row.id,
    iteration: row.iteration,
    sequence: row.sequence,
    created_at: row.created_at.toISOString(),
    quality: row.quality,
    counts: { entities: row.entities, relationships: row.relationships, documents: row.documents },
    usage: { credits: row.credits, input_tokens: row.input_tokens, output_tokens: row.output_tokens },
    state: shownState(row.state, known),
  };
}
