// Reads the contents of hits, and the texts for excerpts. Row-level security applies here: a hit that it hides is not shown.

import { type Expression, type RawBuilder, type Selectable, sql } from "kysely";
import type { QueryResultRow } from "pg";
import type { Static } from "typebox";
import { toDocument } from "../catalog/rows.ts";
import type { passage } from "../catalog/schemas.ts";
import { build } from "../database/build.ts";
import type { PassageTable } from "../database/catalog-tables.ts";
import { entitiesOf, relationshipsOf } from "../database/entities-of.ts";
import { ofTenant } from "../database/of-tenant.ts";
import { fitting, type Measured, rowsOfPage } from "../database/page.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { shownEntityColumns, shownRelationshipColumns, toEntity, toRelationship } from "../entities/rows.ts";
import type { entity, relationship } from "../entities/schemas.ts";
import { readable } from "../memories/recall.ts";
import { memoryColumns, toMemory } from "../memories/rows.ts";
import type { memory } from "../memories/schemas.ts";
import type { SearchKind } from "./request.ts";

/** The members shown of hits, by kind. */
export interface Shown {
  readonly documents: Static<typeof passage>;
  readonly entities: Static<typeof entity>;
  readonly memories: Static<typeof memory>;
  readonly relationships: Static<typeof relationship>;
}

/** A hit's contents and its texts; empty texts are left out. */
export interface Contents<Item> {
  /** Of the hit. */
  readonly id: string;
  readonly item: Item;
  readonly texts: readonly string[];
}

/** Maximum characters of a text that excerpts are taken from. */
const maxExcerpted = 8000;

/** Reads the hits of a kind with these IDs, in their order: as many as fit on a page, or in one of `parts` parts of one. */
export async function readContents<Kind extends SearchKind>(
  tx: Transaction,
  tenant: Tenant,
  kind: Kind,
  ids: readonly string[],
  parts: number,
): Promise<readonly Contents<Shown[Kind]>[]> {
  return ids.length === 0 ? [] : await readers[kind](tx, tenant, ids, parts);
}

type Reader<Item> = (
  tx: Transaction,
  tenant: Tenant,
  ids: readonly string[],
  parts: number,
) => Promise<readonly Contents<Item>[]>;

const readers: { readonly [Kind in SearchKind]: Reader<Shown[Kind]> } = {
  documents: async (tx, tenant, ids, parts) => {
    const query = build
      .selectFrom("passage as p")
      .innerJoin("document as d", (join) =>
        join.on(ofTenant(tenant, "d")).onRef("d.id", "=", "p.document_id"),
      )
      .select(["p.id", "p.document_id", "p.first", "p.past", "p.text"])
      .select([
        "d.project_id",
        "d.source_id",
        "d.external_id",
        "d.title",
        "d.length",
        "d.created_at",
        "d.updated_at",
      ])
      .select(textsOf(sql`p.text, d.title`));
    return await read(tx, query.where(ofTenant(tenant, "p")).where("p.id", "in", ids), ids, parts, toPassage);
  },
  entities: async (tx, tenant, ids, parts) => {
    const texts = textsOf(sql`left(name, ${most}), left(words_of(props), ${most}), type`);
    const query = build.selectFrom("entity").select(shownEntityColumns).select(texts);
    return await read(tx, query.where(entitiesOf(tenant)).where("id", "in", ids), ids, parts, toEntity);
  },
  memories: async (tx, tenant, ids, parts) => {
    const texts = textsOf(sql`left(content, ${most}), left(words_of(subject), ${most})`);
    const query = build.selectFrom("memory").select(memoryColumns).select(texts);
    // Which of them may be found was decided before, also of superseded ones.
    return await read(tx, query.where(readable(tenant)).where("id", "in", ids), ids, parts, toMemory);
  },
  relationships: async (tx, tenant, ids, parts) => {
    const texts = textsOf(sql`type, left(words_of(props), ${most})`);
    const query = build.selectFrom("relationship").select(shownRelationshipColumns).select(texts);
    const found = query.where(relationshipsOf(tenant)).where("id", "in", ids);
    return await read(tx, found, ids, parts, toRelationship);
  },
};

type PassageRow = Pick<Selectable<PassageTable>, "document_id" | "first" | "past" | "text"> &
  Parameters<typeof toDocument>[0];

/** A document with the part of its text. */
function toPassage({ document_id, first, past, text, ...row }: PassageRow): Shown["documents"] {
  return { ...toDocument({ ...row, id: document_id }), text, start: first, end: past };
}

const most = sql.lit(maxExcerpted);

/** As JSON, because `pg` parses arrays of PostgreSQL character by character. */
function textsOf(texts: RawBuilder<unknown>) {
  return sql<readonly string[]>`to_json(array_remove(array[${texts}], null))`.as("texts");
}

async function read<Row extends QueryResultRow & Pick<Contents<unknown>, "id" | "texts">, Item>(
  tx: Transaction,
  query: Expression<Row>,
  ids: readonly string[],
  parts: number,
  shownAs: (row: Omit<Row & Measured, "row_bytes" | "texts">) => Item,
): Promise<readonly Contents<Item>[]> {
  const order = sql`array_position(${[...ids]}::uuid[], id)`;
  const rows = fitting(await rowsOfPage(tx, query, order, { parts }), parts);
  return rows.map((each) => {
    const { texts, row_bytes: _bytes, ...row } = each;
    return { id: each.id, item: shownAs(row), texts };
  });
}
