// Reads the versions of a memory.

import { type RawBuilder, sql } from "kysely";
import { ofTenant } from "../database/of-tenant.ts";
import { decodeCursor, type Measured, rowsOfPage, toPage } from "../database/page.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import type { MemoryVersion } from "./life-schemas.ts";
import { mayRecall, notFound, readable } from "./recall.ts";

type Row = Omit<MemoryVersion, "at" | "valid_at"> &
  Measured & { readonly at: Date; readonly valid_at: Date | null };

/** The requested page. */
interface Wanted {
  readonly limit?: number;
  readonly cursor?: string;
}

interface Versions {
  readonly versions: MemoryVersion[];
  readonly next_cursor?: string;
}

/** Maximum versions on a page, and the default: more than nearly all memories have. */
export const maxVersions = 200;

const isVersion = (text: string): boolean => /^\d{1,9}$/.test(text);

/** The versions of a memory that the key may read, from the first to the current one. Throws a {@link Problem} if there is none. */
export async function readHistory(
  tx: Transaction,
  tenant: Tenant,
  id: string,
  { limit = maxVersions, cursor }: Wanted = {},
): Promise<Versions> {
  const [after = "0"] = cursor === undefined ? [] : decodeCursor(cursor, [isVersion]);
  const memory = await tx.first(
    sql<{
      readonly project_id: string;
      readonly created_at: Date;
    }>`select project_id, created_at from memory where id = ${id} and ${readable(tenant)}`,
  );
  if (memory === undefined) throw notFound();
  const whose = { ...tenant, projectId: memory.project_id };
  const rows = await rowsOfPage(tx, versionsOf(tenant, whose, id, Number(after), limit + 1), sql`version`);
  const { items, next_cursor } = toPage(rows, limit, ({ version }) => [String(version)]);
  return {
    versions: items.map((row) => toVersion(row, memory)),
    ...(next_cursor !== null && { next_cursor }),
  };
}

function toVersion(
  { at, valid_at, row_bytes: _bytes, ...row }: Row,
  { created_at }: { readonly created_at: Date },
): MemoryVersion {
  return { ...row, valid_at: (valid_at ?? created_at).toISOString(), at: at.toISOString() };
}

/** All of them, page by page. */
export async function readAllVersions(
  tx: Transaction,
  tenant: Tenant,
  id: string,
): Promise<readonly MemoryVersion[]> {
  const all: MemoryVersion[] = [];
  for (let cursor: string | undefined; ; ) {
    const { versions, next_cursor } = await readHistory(
      tx,
      tenant,
      id,
      cursor === undefined ? {} : { cursor },
    );
    all.push(...versions);
    if (next_cursor === undefined) return all;
    cursor = next_cursor;
  }
}

/** The earlier versions, and the current one, which is in `memory`. Commons are in the project that they were written in. */
function versionsOf(
  tenant: Tenant,
  project: Tenant,
  id: string,
  after: number,
  most: number,
): RawBuilder<Row> {
  return sql<Row>`select version, content, kind, subject, thread, valid_at, changed_at as at, changed_by as key_id, change from memory_version
      where ${ofTenant(project)} and memory_id = ${id} and version > ${after} and ${mayRecall(tenant, "memory_version")}
    union all
    select version, content, kind, subject, thread, valid_at, coalesce(changed_at, created_at), coalesce(changed_by, key_id), change from memory
      where ${ofTenant(project)} and id = ${id} and version > ${after} and ${mayRecall(tenant)}
    order by version limit ${most}`;
}
