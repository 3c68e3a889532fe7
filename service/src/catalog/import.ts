// Shapes, sources and documents as lines of a file, and a catalog as a file.

import { type RawBuilder, sql } from "kysely";
import { type Static, Type } from "typebox";
import { ofTenant } from "../database/of-tenant.ts";
import { BeginAnew, type Tenant, type Transaction } from "../database/transaction.ts";
import { countWritten, lastOfEach, type WithId, type Written, type WrittenRow } from "../database/written.ts";
import { importedInstant } from "../files/instant.ts";
import { type ImportKind, mebibyte } from "../files/kind.ts";
import { anyInstant, exact, id, orNull, text, words } from "../http/schemas.ts";
import { logOf } from "../log/written.ts";
import { checker } from "../values/check.ts";
import type { JsonValue } from "../values/json.ts";
import { RowRefusal, requireKnown } from "../values/row-refusal.ts";
import { newId } from "../values/uuid.ts";
import type { Named } from "./catalog.ts";
import { writeDocuments } from "./import-documents.ts";
import { requireFewOfEach } from "./namesakes.ts";
import { shape } from "./schemas.ts";
import { requireDistinctTypes } from "./write.ts";

const maybeInstant = Type.Optional(anyInstant);
const name = words(500);

const shapeLine = exact({
  id: Type.Optional(id()),
  name,
  description: Type.Optional(orNull(Type.String())),
  entity_types: Type.Optional(shape.properties.entity_types),
  relationship_types: Type.Optional(shape.properties.relationship_types),
  strict: Type.Optional(Type.Boolean()),
  created_at: maybeInstant,
});

const sourceLine = exact({
  id: Type.Optional(id()),
  name,
  shape_id: Type.Optional(orNull(id())),
  created_at: maybeInstant,
});

const documentLine = exact({
  id: Type.Optional(id()),
  source_id: Type.Optional(id()),
  external_id: Type.Optional(orNull(text(500))),
  title: Type.Optional(orNull(Type.String())),
  text: Type.String(),
  created_at: maybeInstant,
  updated_at: maybeInstant,
});

const readShape = dated(checker(shapeLine));

/** Shapes. */
export const shapeImport: ImportKind<Static<typeof shapeLine>> = {
  table: "shapes",
  maxLineBytes: mebibyte,
  read: (value) => {
    const row = readShape(value);
    requireDistinctTypes(row);
    return row;
  },
  write: async (tx, tenant, rows) => {
    const written = await writeNamed(tx, tenant, "shape", rows, shapeStatement);
    await requireFewOfEach(tx, tenant, "shape", rows);
    return written;
  },
};

/** Sources. */
export const sourceImport: ImportKind<Static<typeof sourceLine>> = {
  table: "sources",
  maxLineBytes: mebibyte,
  read: dated(checker(sourceLine)),
  write: async (tx, tenant, rows) => {
    requireKnown(rows, "shape_id", await knownIds(tx, tenant, "shape"), "shape");
    const written = await writeNamed(tx, tenant, "source", rows, sourceStatement);
    await requireFewOfEach(tx, tenant, "source", rows);
    return written;
  },
};

/** Documents; those that name no source are of this one. The text of one may be longer in JSON than it is. */
export function documentImport(defaultSource: string | undefined): ImportKind<Static<typeof documentLine>> {
  return {
    table: "documents",
    maxLineBytes: 8 * mebibyte,
    read: dated(checker(documentLine)),
    write: async (tx, tenant, rows) => {
      const given = rows.map((row) => ({ ...row, source_id: row.source_id ?? defaultSource }));
      const without = given.findIndex(({ source_id }) => source_id === undefined);
      if (without !== -1)
        throw new RowRefusal(
          without,
          "/source_id",
          "unknown_source",
          "is missing; write it, or give --source for all lines",
        );
      requireKnown(given, "source_id", await knownIds(tx, tenant, "source"), "source");
      return await writeDocuments(tx, tenant, given);
    },
  };
}

/** Reads what a line holds, with its instants in UTC. */
function dated<Row extends Dated>(check: (value: JsonValue) => Row): (value: JsonValue) => Row {
  return (value) => {
    const row = check(value);
    return {
      ...row,
      ...(row.created_at !== undefined && { created_at: importedInstant(row.created_at) }),
      ...(row.updated_at !== undefined && { updated_at: importedInstant(row.updated_at) }),
    };
  };
}

interface Dated {
  readonly created_at?: string | undefined;
  readonly updated_at?: string | undefined;
}

async function knownIds(
  tx: Transaction,
  tenant: Tenant,
  table: "shape" | "source",
): Promise<ReadonlySet<string>> {
  const query = sql<{
    readonly id: string;
  }>`select id from ${sql.table(table)} where ${ofTenant(tenant)}`;
  return new Set((await tx.all(query)).map(({ id }) => id));
}

/** Writes shapes or sources, and notes the names that change. Throws {@link BeginAnew} if someone has written one of them meanwhile. */
async function writeNamed(
  tx: Transaction,
  tenant: Tenant,
  kind: "shape" | "source",
  rows: readonly (WithId & { readonly name: string })[],
  statement: (tenant: Tenant, values: string) => RawBuilder<WrittenRow>,
): Promise<Written> {
  const ids = rows.map((row) => row.id?.toLowerCase() ?? newId());
  const last = lastOfEach(rows, ids);
  const replaced = await tx.all(
    sql<Named>`select id, name from ${sql.table(kind)} where ${ofTenant(tenant)} and id = any(${ids}::uuid[]) order by id for update`,
  );
  const returned = await tx.all(statement(tenant, JSON.stringify(last)));
  const before = new Map(replaced.map(({ id, name }) => [id, name]));
  if (returned.some(({ id, created }) => !created && !before.has(id))) throw new BeginAnew();
  const after = new Map(last.map((row) => [row.id, row.name]));
  logOf(tx, tenant).named(
    returned.map(({ id }) => ({ kind, id, before: before.get(id) ?? null, after: after.get(id) ?? null })),
  );
  return countWritten(returned, ids);
}

function shapeStatement(tenant: Tenant, values: string): RawBuilder<WrittenRow> {
  return sql`insert into shape (organization_id, project_id, id, name, description, entity_types, relationship_types, strict, created_at)
    select ${tenant.organizationId}::uuid, ${tenant.projectId}::uuid, row.id, row.name, row.description, coalesce(row.entity_types, '[]'),
      coalesce(row.relationship_types, '[]'), coalesce(row.strict, false), coalesce(row.created_at, known.created_at, now())
    from jsonb_to_recordset(${values}::jsonb) as row (id uuid, name text, description text, entity_types jsonb,
      relationship_types jsonb, strict boolean, created_at timestamptz)
    left join shape known on ${ofTenant(tenant, "known")} and known.id = row.id
    order by row.id
    on conflict (organization_id, project_id, id) do update set name = excluded.name, description = excluded.description,
      entity_types = excluded.entity_types, relationship_types = excluded.relationship_types, strict = excluded.strict, created_at = excluded.created_at
    returning id, xmax = 0 as created`;
}

function sourceStatement(tenant: Tenant, values: string): RawBuilder<WrittenRow> {
  return sql`insert into source (organization_id, project_id, id, name, shape_id, created_at)
    select ${tenant.organizationId}::uuid, ${tenant.projectId}::uuid, row.id, row.name, row.shape_id, coalesce(row.created_at, known.created_at, now())
    from jsonb_to_recordset(${values}::jsonb) as row (id uuid, name text, shape_id uuid, created_at timestamptz)
    left join source known on ${ofTenant(tenant, "known")} and known.id = row.id
    order by row.id
    on conflict (organization_id, project_id, id) do update set name = excluded.name, shape_id = excluded.shape_id,
      created_at = excluded.created_at
    returning id, xmax = 0 as created`;
}
