// Formats changes of a delta for people, one per line.

import { styleText } from "node:util";
import { sql } from "kysely";
import type { Static } from "typebox";
import { ofTenant } from "../database/of-tenant.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import type { Change } from "../deltas/read.ts";
import type { change as changeSchema } from "../deltas/schemas.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../values/json.ts";
import { shortened } from "./print.ts";

/** The names of entities and documents, by their IDs. */
export type NamesById = ReadonlyMap<string, string>;

/** Looks up the names of the entities and documents that changes refer to: in the store, or in the delta itself. */
export async function namesInChanges(
  tx: Transaction,
  tenant: Tenant,
  changes: readonly Change[],
): Promise<NamesById> {
  const ids = changes.flatMap(({ object, value, evidence }) => [
    ...(object === "relationship" ? [textIn(value, "from"), textIn(value, "to")] : []),
    ...evidence.slice(0, 1).map(({ document_id }) => document_id),
  ]);
  const rows = await tx.all(
    sql<{
      readonly id: string;
      readonly name: string;
    }>`with wanted as (select distinct unnest(${[...new Set(ids)]}::uuid[]) as id)
      select id, coalesce(name, type) as name from wanted join entity using (id) where ${ofTenant(tenant)}
      union all select id, title from wanted join document using (id) where ${ofTenant(tenant)} and title is not null`,
  );
  const own = changes.flatMap(({ object, object_id, value }) =>
    object === "entity" ? [[object_id, textIn(value, "name") || textIn(value, "type")] as const] : [],
  );
  return new Map([...rows.map(({ id, name }) => [id, name] as const), ...own]);
}

/** What the API shows of a change and a line needs: without the documents that were deleted. */
type Shown = Pick<Static<typeof changeSchema>, "evidence" | "unsupported">;

/** `+ Person Ada (age: 36)  "Ada is 36"  document Notes 12–20  not in a quote: email  100 %` and its ID, to exclude it by. */
export function changeLine(
  change: Change,
  names: NamesById,
  { evidence, unsupported }: Shown = { evidence: [], unsupported: [] },
): string {
  const { id, confidence, excluded, decision } = change;
  const [first, ...others] = evidence;
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  const parts = [
    `${signOf(change)} ${aboutOf(change, names)}`,
    ...(first === undefined
      ? []
      : [
          `"${shortened(first.quote, 80)}"`,
          `${documentOf(first, names)} ${first.start}–${first.end}${more}`,
        ]),
    ...(unsupported.length === 0 ? [] : [`not in a quote: ${unsupported.map(lastOf).join(", ")}`]),
    `${Math.round(confidence * 100)} %`,
    id,
    ...(decision === "pending" ? [] : [decision]),
    ...(excluded ? ["left out"] : []),
  ];
  return parts.join("  ");
}

function documentOf({ document_id: id }: Shown["evidence"][number], names: NamesById): string {
  return id === null ? "a deleted document" : `document ${called(id, names)}`;
}

/** The last member of a JSON pointer. */
function lastOf(pointer: string): string {
  const last = pointer.slice(pointer.lastIndexOf("/") + 1);
  return shortened(last.replaceAll("~1", "/").replaceAll("~0", "~"), longest);
}

function signOf({ object, operation }: Change): string {
  if (object === "relationship") return styleText("cyan", "→");
  return operation === "create" ? styleText("green", "+") : styleText("yellow", "~");
}

function aboutOf({ object, value, before }: Change, names: NamesById): string {
  const [type, name] = [textIn(value, "type"), textIn(value, "name")];
  if (object === "memory" && before !== null) return `memory ${editsOf(value, before)}`;
  if (object === "memory") return `memory ${textIn(value, "kind")} ${textIn(value, "content")}`;
  const properties = propertiesOf(value, before);
  if (object === "entity") return [type, name, properties].filter((part) => part !== "").join(" ");
  const [from, to] = ["from", "to"].map((end) => called(textIn(value, end), names));
  return `${from} ${type} ${to}${properties === "" ? "" : ` ${properties}`}`;
}

/** `(age: 36)`; of an update `(age: 35 → 36)` */
function propertiesOf({ properties }: JsonObject, before: JsonObject | null): string {
  if (!isJsonObject(properties)) return "";
  const old = isJsonObject(before?.["properties"]) ? before["properties"] : undefined;
  const parts = Object.entries(properties).map(([name, value]) => {
    const was = old === undefined ? "" : `${valueText(old[name] ?? null)} → `;
    return `${shortened(name, longest)}: ${was}${valueText(value)}`;
  });
  return parts.length === 0 ? "" : `(${parts.join(", ")})`;
}

/** `(content: likes tea → likes coffee)` */
function editsOf({ id: _id, ...value }: JsonObject, before: JsonObject): string {
  const parts = Object.entries(value).map(
    ([name, now]) => `${name}: ${valueText(before[name] ?? null)} → ${valueText(now)}`,
  );
  return `(${parts.join(", ")})`;
}

const longest = 80;

function called(id: string, names: NamesById): string {
  return shortened(names.get(id) ?? id, longest);
}

function textIn(value: JsonObject, member: string): string {
  return valueText(value[member] ?? "");
}

function valueText(value: JsonValue): string {
  if (value === null) return "nothing";
  return shortened(typeof value === "string" ? value : JSON.stringify(value), longest);
}
