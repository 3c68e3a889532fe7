// What of a change none of its quotes contains: what a reviewer has to look up in the document.

import { type Selectable, sql } from "kysely";
import { entitiesOf } from "../database/entities-of.ts";
import { ofTenant } from "../database/of-tenant.ts";
import type { ChangeTable } from "../database/tables.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { isJsonList, isJsonObject, type JsonValue } from "../values/json.ts";
import { nameKey } from "../values/name-key.ts";
import { pointerOf } from "../values/pointer.ts";

/** What a change says, and its evidence. */
type Change = Pick<Selectable<ChangeTable>, "object" | "value" | "evidence" | "delta_id">;

/** The names of entities, by their IDs. */
export type EndNames = ReadonlyMap<string, string>;

/** The names of the ends of these changes: those of the store, or of their delta. */
export async function readEndNames(
  tx: Transaction,
  tenant: Tenant,
  changes: readonly Change[],
): Promise<EndNames> {
  const ends = changes.flatMap(({ object, value }) =>
    object === "relationship" ? [value["from"], value["to"]].filter((id) => typeof id === "string") : [],
  );
  if (ends.length === 0) return new Map();
  const ids = sql`any(${[...new Set(ends)]}::uuid[])`;
  const deltas = sql`any(${[...new Set(changes.map(({ delta_id }) => delta_id))]}::uuid[])`;
  const rows = await tx.all(
    sql<{ readonly id: string; readonly name: string }>`
      select id, name from entity where ${entitiesOf(tenant)} and id = ${ids} and name is not null
      union all select object_id, value ->> 'name' from change
      where ${ofTenant(tenant)} and object_id = ${ids} and delta_id = ${deltas} and object = 'entity' and value ->> 'name' is not null`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * JSON pointers to what of a change's value no quote contains; case and white space do not matter. None where there are no quotes. Yields to other
 * requests with `nextTurn`: there may be thousands of values, each looked for in each quote.
 */
export async function unsupportedIn(
  { object, value, evidence }: Change,
  ends: EndNames,
  nextTurn: () => Promise<void>,
): Promise<readonly string[]> {
  if (evidence.length === 0) return [];
  const quotes = evidence.map(({ quote }) => nameKey(quote));
  const isQuoted = async (words: string): Promise<boolean> => {
    await nextTurn();
    const key = nameKey(words);
    return quotes.some((quote) => quote.includes(key));
  };
  const named: readonly (readonly [string, JsonValue | undefined])[] =
    object === "relationship"
      ? ["from", "to"].map((end) => [pointerOf([end]), nameOf(value[end], ends)])
      : [[pointerOf(["name"]), value["name"]]];
  const properties = isJsonObject(value["properties"]) ? Object.entries(value["properties"]) : [];
  const all = [
    ...named,
    ...properties.map(([name, said]) => [pointerOf(["properties", name]), said] as const),
  ];
  const unsupported: string[] = [];
  for (const [pointer, said] of all)
    if (said !== undefined && said !== null && !(await isIn(said, isQuoted))) unsupported.push(pointer);
  return unsupported;
}

function nameOf(id: JsonValue | undefined, ends: EndNames): string | undefined {
  return typeof id === "string" ? ends.get(id) : undefined;
}

async function isIn(value: JsonValue, isQuoted: (words: string) => Promise<boolean>): Promise<boolean> {
  if (typeof value === "string") return await isQuoted(value);
  if (!isJsonList(value)) return await isQuoted(JSON.stringify(value));
  for (const item of value) if (!(await isIn(item, isQuoted))) return false;
  return true;
}
