// What has vectors: the rows of three tables, each with a table of vectors of its own, as their policies differ.

import { type RawBuilder, type SqlBool, sql } from "kysely";

/** A kind of rows that have vectors. */
export interface EmbeddingKind {
  /** As searches and metrics call it. */
  readonly name: "documents" | "entities" | "memories";
  /** The table of the rows, the one of their vectors, and the column that has the ID of a row there. */
  readonly owner: "entity" | "memory" | "passage";
  readonly table: RawBuilder<unknown>;
  readonly id: RawBuilder<unknown>;
  /** The columns by which policies decide: a policy on a distributed table cannot look them up in the row `o`. */
  readonly columns: readonly string[];
  /** The condition that a row `o` gets a vector. */
  readonly isWanted: RawBuilder<SqlBool>;
  /** Whether some rows are for the whole organization. */
  readonly hasCommons: boolean;
  /** What a row of vectors is marked with in the memory of a server, in bytes: whom it is for, and whom it is about; see `scan.ts`. */
  readonly marks: RawBuilder<Buffer>;
  /** What a row `o` of the organization says, without `concat` and the like: they are stable, and Citus deletes by nothing that is. */
  readonly text: (organizationId: string) => RawBuilder<string>;
}

function kindOf(
  name: EmbeddingKind["name"],
  owner: EmbeddingKind["owner"],
  rest: Pick<EmbeddingKind, "columns" | "hasCommons" | "isWanted" | "marks" | "text">,
): EmbeddingKind {
  return { name, owner, table: sql.table(`${owner}_embedding`), id: sql.ref(`${owner}_id`), ...rest };
}

/** Memories, but for those that were superseded or have expired. */
export const ofMemories: EmbeddingKind = kindOf("memories", "memory", {
  columns: ["key_id", "scope", "subject_id"],
  hasCommons: true,
  marks: sql`case scope when 'agent' then '\\x01' else '\\x00' end::bytea || substr(uuid_send(key_id), 13) || substr(sha256(convert_to(coalesce(subject_id, ''), 'UTF8')), 1, 4)`,
  isWanted: sql`o.superseded_by is null and (o.forget_after is null or o.forget_after > now())`,
  text: () => sql`o.content`,
});

/** Passages of documents, with the titles of these. */
export const ofPassages: EmbeddingKind = kindOf("documents", "passage", {
  columns: [],
  hasCommons: false,
  marks: sql`''::bytea`,
  isWanted: sql`true`,
  text: (organizationId) => sql`coalesce((select left(d.title, 200) || ': ' from document d
    where d.organization_id = ${organizationId}::uuid and d.project_id = o.project_id and d.id = o.document_id), '') || o.text`,
});

/** Entities: by what is searched of them. */
export const ofEntities: EmbeddingKind = kindOf("entities", "entity", {
  columns: ["type", "shape_id", "source_id", "source_shape_id", "created_at"],
  hasCommons: false,
  marks: sql`''::bytea`,
  isWanted: sql`true`,
  text: () => sql`left(o.type, 200) || coalesce(' ' || left(o.name, 1000), '') || ' ' || words_of(o.props)`,
});

/** All of them. */
export const embeddingKinds: readonly EmbeddingKind[] = [ofMemories, ofPassages, ofEntities];

/** The columns of a kind, of an alias. */
export function columnsOf({ columns }: EmbeddingKind, alias: string): readonly RawBuilder<unknown>[] {
  return columns.map((column) => sql.ref(`${alias}.${column}`));
}
