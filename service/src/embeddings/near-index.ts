// Finds what is near a question by an index of pgvector: in a place that is too large for memory, where the operator has made one.

import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { build } from "../database/build.ts";
import { limitPer } from "../database/per-key-limit.ts";
import { type Database, systemTransaction } from "../database/transaction.ts";
import { Problem } from "../values/problem.ts";
import { isOf, keyOf, type Place } from "./load.ts";
import { mostNear, type Near, type Wanting } from "./scan.ts";
import { toStored } from "./vector.ts";

/** Maximum dimensions of such an index, by pgvector. */
const maxDimensions = 4000;
/** Maximum questions at the same time, and of one organization: each takes one of the few system connections. */
const [maxAsked, maxOfOne] = [2, 1];
/** How long a search waits for an answer, with its wait for others, in milliseconds: some 20 are usual. */
const deadlineMs = 500;
/** How long it is believed whether a place has an index, in milliseconds, and of how many places. */
const [believedMs, mostPlaces] = [30_000, 10_000];
const settings = {
  statement_timeout: `${String(deadlineMs)}ms`,
  // The predicate of an index is compared with the values of a question.
  plan_cache_mode: "force_custom_plan",
  // Those that are looked at: with as many as are found, two of ten of the nearest are missed, and with twice as many one.
  "hnsw.ef_search": String(2 * mostNear),
  // What a key does not look for takes no place from what it does.
  "hnsw.iterative_scan": "relaxed_order",
};

/** Makes numbers of 16 bits of bytes, which these hold exactly. Its body is parsed here: an index is built with another search path. */
const toHalf = `create or replace function slice_half(bytes bytea) returns halfvec immutable strict parallel safe
  return (select array_agg(((get_byte(bytes, at) + 128) % 256 - 128)::real order by at)::halfvec from generate_series(0, length(bytes) - 1) at)`;

/** What is indexed of a row. */
function half({ dimensions }: Place["model"]): RawBuilder<unknown> {
  return sql`slice_half(vector)::halfvec(${sql.lit(dimensions)})`;
}

/** What the index of a place is called. */
export function nearIndexName(place: Place): string {
  return `near_${createHash("sha256").update(keyOf(place)).digest("hex").slice(0, 16)}`;
}

/** The statements that make the index of a place, for the owner of the tables; undefined if a vector has too many dimensions for one. */
export function nearIndexStatements(place: Place): readonly string[] | undefined {
  const { kind, model } = place;
  if (model.dimensions > maxDimensions) return undefined;
  const index = sql`create index concurrently ${sql.ref(nearIndexName(place))} on ${kind.table}
    using hnsw ((${half(model)}) halfvec_cosine_ops) where ${isOf(place, (value) => sql.lit(value))}`;
  return [
    "create extension if not exists vector",
    "alter extension vector update",
    toHalf,
    "grant execute on function slice_half to public",
    index.compile(build).sql,
  ];
}

/** The nearest rows of a place, the nearest first; undefined if it has no index, and none if its index has no answer in time. */
export type FindByIndex = (
  place: Place,
  question: Float32Array,
  wanting: Wanting,
) => Promise<readonly Near[] | undefined>;

/** Asks the indexes of places; a search never fails for it. */
export function createFindByIndex(database: Pick<Database, "system">): FindByIndex {
  const unhurried = { refuse: () => new Problem("rate_limited"), isBusy: () => false };
  const ofAll = limitPer("organization", maxAsked, unhurried);
  const ofOne = limitPer("organization", maxOfOne, unhurried);
  const indexes = new Indexes(database);
  return async (place, question, wanting) => {
    if (!indexes.has(place)) return undefined;
    const ask = async () => await nearest(database, place, question, wanting);
    const inLine = async () => await ofAll("", ask, deadlineMs);
    const answer = ofOne(place.organizationId, inLine, deadlineMs).catch(() => undefined);
    // Also where it waits for a connection; its turn ends when its work does.
    return (await Promise.race([answer, sleep(deadlineMs, undefined, { ref: false })])) ?? [];
  };
}

/** Which places have an index, as far as is known: no search waits to know. */
class Indexes {
  readonly #database: Pick<Database, "system">;
  readonly #known = new Map<string, { readonly isMade: boolean; readonly until: number }>();

  constructor(database: Pick<Database, "system">) {
    this.#database = database;
  }

  has(place: Place): boolean {
    const key = keyOf(place);
    const known = this.#known.get(key);
    const now = performance.now();
    if (known === undefined || now > known.until) {
      if (this.#known.size >= mostPlaces) this.#known.clear();
      const isMade = known?.isMade ?? false;
      const note = (made: boolean): void =>
        void this.#known.set(key, { isMade: made, until: now + believedMs });
      note(isMade);
      void isMadeIn(this.#database, place).then(note, () => undefined);
    }
    return known?.isMade ?? false;
  }
}

async function isMadeIn(database: Pick<Database, "system">, place: Place): Promise<boolean> {
  const made = sql`select from pg_index where indexrelid = to_regclass(${nearIndexName(place)}) and indisvalid`;
  const row = await systemTransaction(database, async (tx) => await tx.first(made, "embedding.near.index"));
  return row !== undefined;
}

/** Asks the index of a place. Throws what the database says. */
export async function nearest(
  database: Pick<Database, "system">,
  place: Place,
  question: Float32Array,
  wanting: Wanting,
): Promise<readonly Near[]> {
  const { kind, model } = place;
  const { vector, scale } = toStored(question);
  const asked = `[${new Int8Array(vector.buffer, vector.byteOffset, vector.length).join(",")}]`;
  return await systemTransaction(database, async (tx) => {
    await tx.set(settings);
    const rows = await tx.all(
      sql<{ readonly id: string; readonly distance: number }>`
        select ${kind.id} as id, ${half(model)} <=> ${asked}::halfvec as distance from ${kind.table}
        where ${isOf(place)} and ${isWanted(place, wanting)} order by distance limit ${mostNear}`,
    );
    // In the unit of those in memory; what points the other way is not near.
    return rows
      .map(({ id, distance }) => ({ id, nearness: (1 - distance) / scale }))
      .filter(({ nearness }) => nearness > 0);
  });
}

/** Whether a row may be found, as `wants` decides for those in memory. */
function isWanted({ kind }: Place, { keyId, isOwn, subjectId }: Wanting): RawBuilder<unknown> {
  if (!kind.hasCommons) return sql`true`;
  const isOther = isOwn ? sql`` : sql`scope <> 'agent' or `;
  const isAbout = subjectId === undefined ? sql`` : sql` and subject_id = ${subjectId}`;
  return sql`(${isOther}key_id = ${keyId}::uuid)${isAbout}`;
}
