// Reads vectors into memory: those of a project, or those for a whole organization, page by page.

import { type RawBuilder, type SqlBool, sql } from "kysely";
import { type Database, systemTransaction } from "../database/transaction.ts";
import type { EmbeddingKind } from "./kinds.ts";
import type { Model } from "./models.ts";
import type { Rows } from "./scan.ts";

/** Which vectors. */
export interface Place {
  readonly kind: EmbeddingKind;
  readonly organizationId: string;
  /** Undefined: those for the whole organization, of all its projects. */
  readonly projectId: string | undefined;
  readonly model: Model;
}

/** Tells places apart. */
export function keyOf({ kind, organizationId, projectId = "commons", model }: Place): string {
  return [kind.name, organizationId, projectId, model.id].join(" ");
}

/** Whether a row has a vector of a place. Its values are parameters, unless they are to be written out. */
export function isOf(
  { kind: { hasCommons }, organizationId, projectId, model }: Place,
  value: (value: number | string) => RawBuilder<unknown> = (each) => sql`${each}`,
): RawBuilder<SqlBool> {
  const isOfScope = hasCommons ? sql` and scope <> 'commons'` : sql``;
  const ofPlace =
    projectId === undefined
      ? sql`scope = 'commons'`
      : sql`project_id = ${value(projectId)}::uuid${isOfScope}`;
  return sql<SqlBool>`organization_id = ${value(organizationId)}::uuid and ${ofPlace} and model = ${value(model.id)}
    and vector is not null and octet_length(vector) = ${value(model.dimensions)}::int`;
}

/** Bytes that a row takes in memory: its vector, its ID, its scale and its marks. */
export function bytesOfRow({ hasCommons }: EmbeddingKind, { dimensions }: Model): number {
  return dimensions + 16 + 4 + (hasCommons ? 9 : 0);
}

/** How far was read: to the rows that were made at this instant, up to this ID. */
interface Mark {
  readonly at: Date;
  readonly id: string;
}

/** Rows, and how far these are. */
interface Page {
  readonly rows: Rows;
  readonly last: Mark;
}

/** About how many bytes of vectors a page has: it takes a connection, and the event loop, for some milliseconds. */
const pageBytes = 1_000_000;
/** Bytes that a page of rows takes in addition to them. */
const overhead = 500;

/** The vectors of a place, as far as they were read. */
export class Loaded {
  readonly #place: Place;
  readonly #database: Pick<Database, "system">;
  /** How long a transaction that stores vectors may take, in seconds. */
  readonly #commitSeconds: number;
  /** Those that were made so long ago that no other can be committed between them, and how far they were read. */
  readonly #settled: Rows[] = [];
  #after: Mark = { at: new Date(0), id: "00000000-0000-0000-0000-000000000000" };
  /** Those that were made since: they are read again. */
  #recent: Rows | undefined;
  #bytes = overhead;
  #isReading = false;
  #readAt = 0;

  constructor(database: Pick<Database, "system">, place: Place, commitSeconds: number) {
    this.#database = database;
    this.#place = place;
    this.#commitSeconds = commitSeconds;
  }

  /** Bytes that they take. */
  get bytes(): number {
    return this.#bytes + (this.#recent === undefined ? 0 : sizeOf(this.#recent));
  }

  /** Milliseconds since they were read, by the clock of the process; 0 while they are. */
  get age(): number {
    return this.#isReading ? 0 : performance.now() - this.#readAt;
  }

  rows(): readonly Rows[] {
    return this.#recent === undefined ? this.#settled : [...this.#settled, this.#recent];
  }

  /** Reads what is new, as long as it `fits`; returns whether it does. */
  async read(fits: () => boolean): Promise<boolean> {
    this.#isReading = true;
    try {
      return await this.#readNew(fits);
    } finally {
      this.#isReading = false;
      this.#readAt = performance.now();
    }
  }

  async #readNew(fits: () => boolean): Promise<boolean> {
    for (;;) {
      const page = await readPage(this.#database, this.#place, this.#after, this.#commitSeconds);
      if (page === undefined) break;
      this.#settled.push(page.rows);
      this.#bytes += sizeOf(page.rows);
      this.#after = page.last;
      // What was recent may be among it.
      this.#recent = undefined;
      if (!fits()) return false;
    }
    this.#recent = (await readPage(this.#database, this.#place, this.#after, 0))?.rows;
    return fits();
  }
}

function sizeOf({ ids, vectors, scales, marks }: Rows): number {
  return overhead + ids.length + vectors.length + scales.byteLength + marks.length;
}

/**
 * The next rows after a mark that were made so many seconds ago, in the order in which they were made; undefined if there are none. The database
 * sends them as one, as a thousand take ten times as long to parse.
 */
async function readPage(
  database: Pick<Database, "system">,
  place: Place,
  after: Mark,
  ago: number,
): Promise<Page | undefined> {
  const { kind, projectId, model } = place;
  const { table, id, owner, marks } = kind;
  const most = Math.max(1, Math.floor(pageBytes / model.dimensions));
  const row = await systemTransaction(
    database,
    async (tx) =>
      await tx.first(
        sql<StoredPage & Record<string, unknown>>`
          select count(*)::int as count, max(made_at) as at, ${inOrder(sql`uuid_send(id)`)} as ids, ${inOrder(sql`vector`)} as vectors,
            ${inOrder(sql`float4send(scale)`)} as scales, ${inOrder(sql`marks`)} as marks
          from (
            select ${id} as id, vector, scale, made_at, ${marks} as marks from ${table}
            where ${isOf(place)}
              and (made_at, ${id}) > (${after.at}::timestamptz, ${after.id}::uuid) and made_at <= now() - make_interval(secs => ${ago})
            order by made_at, ${id} limit ${most}
          ) r`,
        `embedding.page.${owner}.${projectId === undefined ? "commons" : "project"}`,
      ),
  );
  if (row === undefined || row.count === 0) return undefined;
  const { count, at, ids, vectors, scales, marks: marked } = row;
  const last = { at, id: ids.toString("hex", ids.length - 16) };
  return { rows: { count, ids, vectors, scales: floatsIn(scales), marks: marked }, last };
}

interface StoredPage {
  readonly count: number;
  readonly at: Date;
  readonly ids: Buffer;
  readonly vectors: Buffer;
  readonly scales: Buffer;
  readonly marks: Buffer;
}

function inOrder(bytes: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`string_agg(${bytes}, ''::bytea order by made_at, id)`;
}

function floatsIn(bytes: Buffer): Float32Array {
  return Float32Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatBE(4 * at));
}
