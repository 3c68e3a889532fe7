// Changes that a loop stages, and those that its delta already has.

import { sql } from "kysely";
import { digestOf } from "../changes/merge-key.ts";
import { ofTenant, tenantOfRow } from "../database/of-tenant.ts";
import type { ChangeTable, Evidence } from "../database/tables.ts";
import type { Transaction } from "../database/transaction.ts";
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

/** Merges evidence; each place counts once. */
export function withEvidence(known: readonly Evidence[], more: readonly Evidence[]): readonly Evidence[] {
  const places = new Set(known.map(placeOf));
  return [...known, ...more.filter((each) => !places.has(placeOf(each)))].slice(0, maxEvidence);
}

function placeOf({ document_id, start, end }: Evidence): string {
  return `${document_id} ${start} ${end}`;
}

/** A change in the delta. */
export type StagedChange = Pick<ChangeTable, "object_id" | "operation"> & {
  readonly position: number;
  readonly value: JsonObject;
  readonly before: JsonObject | null;
  readonly evidence: readonly Evidence[];
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
    >`select object_id, operation, position, value, before, evidence, merge_key from change
      where ${ofTenant(tenantOfRow(row))} and delta_id = ${row.delta_id} and object = ${object} and merge_key = any(${[...byDigest.keys()]}::text[])`,
    "loops.staged",
  );
  return new Map(rows.map((staged) => [byDigest.get(staged.merge_key) ?? "", staged]));
}

/** A change that a loop stages; without a position it is new in the delta. */
export interface LoopChange {
  readonly position: number | undefined;
  readonly operation: ChangeTable["operation"];
  readonly object: ChangeTable["object"];
  readonly object_id: string;
  readonly merge_key: string;
  readonly value: JsonObject;
  readonly before: JsonObject | null;
  readonly evidence: readonly Evidence[];
}
