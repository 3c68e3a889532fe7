// The tables of an export, in the order in which they can be imported, and the members of their lines.

import { type RawBuilder, sql } from "kysely";
import { ofTenant, type TenantKey } from "../database/of-tenant.ts";

/** One table of an export. */
export interface ExportedTable<Name extends string = string> {
  /** The name of its file, without the ending, and of its part of a stream. */
  readonly name: Name;
  readonly table: string;
  /** Members of a line, and the SQL of each. */
  readonly members: Readonly<Record<string, string>>;
  /** The condition on the rows; all rows of the project if missing. */
  readonly where?: (tenant: TenantKey) => RawBuilder<unknown>;
  /** The columns that they are in the order of, which together are unique; `id` if missing. */
  readonly order?: string;
  /** The end user whom the rows are about; anyone if missing. */
  readonly subjectId?: string;
  /** Whether an export without such rows has no file or part for them: most projects have none. */
  readonly isOptional?: boolean;
  /** Maximum rows per read: few enough that they are a few megabytes even if long ones follow short ones. */
  readonly rowsAtOnce: number;
}

/** In the format of the API; JavaScript's dates would be slower, and wrong before the year 100. */
function instant(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

const createdAt = instant("created_at");

function columns(...names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, name]));
}

/** The version of the lines, as the first one of a stream says. */
export const exportVersion = 1;

/** The names of all tables. */
export const exportedNames = [
  "shapes",
  "sources",
  "documents",
  "entities",
  "relationships",
  "slices",
  "memories",
  "memory_versions",
] as const;

/** The name of a table. */
export type ExportedName = (typeof exportedNames)[number];

/** A memory that only its writer may recall cannot be given to another key, and a forgotten one is about to be deleted. */
const isExported = sql`scope <> 'agent' and (forget_after is null or forget_after > now())`;

/** All tables. */
export const exportedTables: readonly ExportedTable<ExportedName>[] = [
  {
    name: "shapes",
    table: "shape",
    members: {
      ...columns("id", "name", "description", "entity_types", "relationship_types", "strict"),
      created_at: createdAt,
    },
    rowsAtOnce: 20,
  },
  {
    name: "sources",
    table: "source",
    members: { ...columns("id", "name", "shape_id"), created_at: createdAt },
    rowsAtOnce: 1000,
  },
  {
    name: "documents",
    table: "document",
    members: {
      ...columns("id", "source_id", "external_id", "title", "text"),
      created_at: createdAt,
      updated_at: instant("updated_at"),
    },
    rowsAtOnce: 10,
  },
  {
    name: "entities",
    table: "entity",
    members: {
      ...columns("id", "type", "name", "shape_id", "source_id", "source_shape_id", "external_id"),
      created_at: createdAt,
      updated_at: instant("updated_at"),
      properties: "props",
    },
    rowsAtOnce: 50,
  },
  {
    name: "relationships",
    table: "relationship",
    members: {
      id: "id",
      type: "type",
      from: "from_id",
      to: "to_id",
      created_at: createdAt,
      properties: "props",
    },
    rowsAtOnce: 50,
  },
  {
    name: "slices",
    table: "slice",
    members: { ...columns("id", "name", "cql", "promoted"), created_at: createdAt },
    rowsAtOnce: 100,
  },
  {
    name: "memories",
    table: "memory",
    members: {
      ...columns("id", "content", "kind", "scope", "subject", "source_context", "thread"),
      valid_at: instant("valid_at"),
      forget_after: instant("forget_after"),
      ...columns("forget_reason", "shape_id"),
      created_at: createdAt,
      ...columns("version", "change"),
      changed_at: instant("changed_at"),
      superseded_by: "superseded_by",
      recalled_as_new_at: instant("recalled_as_new_at"),
    },
    where: () => isExported,
    rowsAtOnce: 20,
  },
  {
    name: "memory_versions",
    table: "memory_version",
    members: {
      ...columns("memory_id", "version", "content", "kind", "subject", "source_context", "thread"),
      valid_at: instant("valid_at"),
      forget_after: instant("forget_after"),
      ...columns("forget_reason", "shape_id", "change"),
      changed_at: instant("changed_at"),
    },
    where: (tenant) => sql`memory_id in (select id from memory where ${ofTenant(tenant)} and ${isExported})`,
    order: "memory_id, version",
    isOptional: true,
    rowsAtOnce: 20,
  },
];

/**
 * The memories about an end user, and what they have said about that one before. Versions of memories that are about someone else by now are left
 * out: without their memories they could not be imported.
 */
export function tablesOfSubject(subjectId: string): readonly ExportedTable[] {
  return exportedTables.flatMap((each) => {
    if (!each.table.startsWith("memory")) return [];
    if (each.table === "memory") return [{ ...each, subjectId }];
    const where = (tenant: TenantKey) =>
      sql`memory_id in (select id from memory where ${ofTenant(tenant)} and ${isExported} and subject_id = ${subjectId})`;
    return [{ ...each, subjectId, where }];
  });
}
