// Changes that a loop stages, and those that its delta already has.

import { sql } from "kysely";
import { type Said, withSaid } from "../changes/said.ts";
import { ofTenant, tenantOfRow } from "../database/of-tenant.ts";
import type { ChangeTable, Evidence } from "../database/tables.ts";
import type { Transaction } from "../database/transaction.ts";
import { digestOf } from "../values/digest.ts";
import type { JsonObject } from "../values/json.ts";
import { entityKey } from "../values/name-key.ts";
import type { LoopRow } from "./rows.ts";

/** Maximum quotes kept per change; the first are kept. */
const maxEvidence = 20;

/** The members that identify an entity. */
export interface EntityName {
  readonly type: string;
  readonly name: string;
}

/** The key of an entity. */
export function keyOf({ type, name }: EntityName): string {
  return entityKey(type, name);
}

/** What supports a change. */
export interface Support {
  readonly evidence: readonly Evidence[];
  readonly confidence: number;
  readonly said: Said;
}

/** Merges what supports a change; each place counts once, and each new one halves the doubt. */
export function withSupport(known: Support | undefined, more: Support): Support {
  if (known === undefined) return more;
  const places = new Set(known.evidence.map(placeOf));
  const fresh = more.evidence.filter((each) => !places.has(placeOf(each)));
  const doubt = (1 - known.confidence) * 0.5 ** fresh.length;
  const other = (1 - more.confidence) * (fresh.length === 0 ? 1 : 0.5);
  return {
    evidence: [...known.evidence, ...fresh].slice(0, maxEvidence),
    confidence: 1 - Math.min(doubt, other),
    said: withSaid(known.said, more.said),
  };
}

function placeOf({ document_id, start, end }: Evidence): string {
  return `${document_id} ${start} ${end}`;
}

/** A change in the delta. */
export type StagedChange = Pick<ChangeTable, "object_id" | "operation"> &
  Support & {
    readonly position: number;
    readonly value: JsonObject;
    readonly before: JsonObject | null;
    /** What was staged, if a reviewer has edited it. */
    readonly proposed: JsonObject | null;
  };

/** The changes of the delta with these keys. */
export async function stagedIn(
  tx: Transaction,
  row: LoopRow,
  object: ChangeTable["object"],
  keys: readonly string[],
): Promise<ReadonlyMap<string, StagedChange>> {
  const byDigest = new Map(keys.map((key) => [digestOf(key), key]));
  const rows = await tx.all(
    sql<
      StagedChange & { readonly merge_key: string }
    >`select object_id, operation, position, value, before, proposed, evidence, confidence, said, merge_key from change
      where ${ofTenant(tenantOfRow(row))} and delta_id = ${row.delta_id} and object = ${object} and merge_key = any(${[...byDigest.keys()]}::text[])`,
    "loops.staged",
  );
  return new Map(rows.map((staged) => [byDigest.get(staged.merge_key) ?? "", staged]));
}

/** A change that a loop stages; without a position it is new in the delta. */
export interface LoopChange extends Support {
  readonly position: number | undefined;
  readonly operation: ChangeTable["operation"];
  readonly object: ChangeTable["object"];
  readonly object_id: string;
  readonly merge_key: string;
  readonly value: JsonObject;
  readonly before: JsonObject | null;
  readonly proposed: JsonObject | null;
  readonly about: string;
}
