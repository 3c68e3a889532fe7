// Serves the log of a project: every write of an entity, for who keeps a copy.

import { type RawBuilder, sql } from "kysely";
import type { Static } from "typebox";
import { ofTenant } from "../database/of-tenant.ts";
import { defaultLimit, type IsPart } from "../database/page.ts";
import { openCursor, sealCursor, sealingKey } from "../database/sealed.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { reading, type V1 } from "../http/v1/routes.ts";
import { readLogEnd } from "../log/end.ts";
import { sideWhere } from "../log/side.ts";
import { changesQuery, logAnswer, type logChange } from "./schemas.ts";
import { requireKept } from "./walk.ts";

/** Adds the path. */
export function addLog(v1: V1): void {
  const schema = {
    operationId: "listChanges",
    summary: "List the writes of entities, in the order of their commits",
    description:
      "The log of the project, without gaps. With a key that is limited to a slice, what lies beyond it is left out.",
    querystring: changesQuery,
    response: { 200: logAnswer },
  };
  const config = { isForLimitedKeys: true, problems: ["cursor_expired"] } as const;
  reading(v1, "GET /v1/changes", { schema, config }, async (tx, tenant, { query, raw }) => {
    const { limit = defaultLimit, cursor } = query;
    const end = await readLogEnd(tx, tenant);
    const key = await bindingOf(tx, tenant);
    const from = cursor === undefined ? end.sequence : Number(openCursor(key, cursor, [isSequence])[0]);
    requireKept({ sequence: from, version: end.version, instant: 0 }, end);
    const isGone = (): boolean => raw.socket.destroyed;
    const until = Math.min(end.sequence, from + mostRows);
    const rows = await rowsAfter(tx, tenant, { from, until, most: limit + 1, isGone });
    const shown = rows.slice(0, limit);
    const isFull = rows.length > limit;
    const next = (isFull ? shown.at(-1)?.sequence : undefined) ?? until;
    return {
      changes: shown,
      next_cursor: sealCursor(key, [String(next)]),
      has_more: isFull || (until < end.sequence && shown.length > 0),
    };
  });
}

/** What the cursors of a log are sealed with: a key with other limits has others, as it saw other rows. */
async function bindingOf(tx: Transaction, { projectId, limits }: Tenant): Promise<string> {
  return await sealingKey(tx, JSON.stringify(["log", projectId, limits?.slices ?? null]));
}

const isSequence: IsPart = (text) => /^(?:0|[1-9]\d{0,15})$/.test(text);

/** Rows looked at per statement, and for a page: a limited key may see few of them. */
const [rowsAtOnce, mostRows] = [20_000, 400_000];

/** Which rows. */
interface Asked {
  readonly from: number;
  readonly until: number;
  readonly most: number;
  readonly isGone: () => boolean;
}

type Row = Static<typeof logChange>;

async function rowsAfter(
  tx: Transaction,
  tenant: Tenant,
  { from, until, most, isGone }: Asked,
): Promise<readonly Row[]> {
  const found: Row[] = [];
  for (let at = from; at < until && found.length < most && !isGone(); at += rowsAtOnce) {
    const last = Math.min(until, at + rowsAtOnce);
    const rows = await tx.all(
      sql<Row>`select sequence, entity_id, at, before, after from (
          select sequence, entity_id, ${instant("at")} as at, ${sideOf(tenant, "before")} as before, ${sideOf(tenant, "after")} as after
          from entity_change c where ${ofTenant(tenant, "c")} and sequence > ${at}::bigint and sequence <= ${last}::bigint
        ) c where before is not null or after is not null order by sequence limit ${most - found.length}`,
    );
    found.push(...rows);
  }
  return found;
}

/** A side as JSON; null if it was not there, or if the key does not see it. */
function sideOf({ limits }: Tenant, side: "before" | "after"): RawBuilder<unknown> {
  if (limits !== undefined && limits.filter === undefined)
    throw new TypeError("What limits the key was not looked up.");
  const isSeen = sideWhere(limits?.filter ?? { propertyFilters: [] }, side, "c");
  const columns = ["type", "shape_id", "source_id", "source_shape_id"].map(
    (name) => sql`${sql.lit(name)}, ${sql.ref(`c.${side}_${name}`)}`,
  );
  return sql`case when ${isSeen} then jsonb_build_object(${sql.join(columns)}, 'created_at', ${instant(`${side}_created_at`)}) end`;
}

function instant(column: string): RawBuilder<unknown> {
  return sql`to_char(${sql.ref(`c.${column}`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
