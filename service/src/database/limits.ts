// What limited keys see, as row-level security knows it: settings of a transaction, and the policies that compare rows with them.

import type { FilterDefinition } from "slice-cql/sql";

/** What a key is limited to: a slice, an end user, or both. */
export interface Limits {
  /** The slices of the key and of those above it; it sees the entities that are in all of them. Without any it sees none. */
  readonly slices: readonly string[];
  /** The end user whose memories it sees; without one it sees those that it has written. */
  readonly subjectId: string | undefined;
  /** What the slices mean in a transaction; missing until their names are looked up there. */
  readonly filter?: FilterDefinition;
}

/** The columns whose values a slice lists, with their types. */
const lists: Readonly<Record<string, string>> = {
  type: "text",
  shape_id: "uuid",
  source_id: "uuid",
  source_shape_id: "uuid",
};

/**
 * A list that limits nothing. It is one, as the planner reads lists that are not compared; a setting that was never made is an empty text on a
 * connection that is used again, and none.
 */
const any = "{}";
/** The range of all dates, as the settings write it. */
const ever = "[,)";

/** The settings that tell the policies which entities a transaction sees. Throws a `TypeError` for a filter that is not one of CQL. */
export function settingsOfFilter({
  entityTypes,
  propertyFilters,
  dateRange,
}: FilterDefinition): Readonly<Record<string, string>> {
  const listed = new Map<string, readonly string[]>(entityTypes && [["type", entityTypes]]);
  for (const { path, operator, value } of propertyFilters) {
    const values: unknown = operator === "eq" ? [value] : operator === "in" ? value : undefined;
    if (!Array.isArray(values) || lists[path] === undefined || listed.has(path))
      throw new TypeError(`A slice has no condition ${operator} on ${path}.`);
    listed.set(path, values.map(String));
  }
  if (dateRange !== undefined && dateRange.field !== "created_at")
    throw new TypeError(`A slice has no dates of ${dateRange.field}.`);
  const { start = "", end = "" } = dateRange ?? {};
  // A slice that lists no value has no entities, and PostgreSQL takes no range that ends before it starts.
  const isEmpty =
    [...listed.values()].some((values) => values.length === 0) || Date.parse(start) >= Date.parse(end);
  return {
    ...Object.fromEntries(
      Object.keys(lists).map((column) => [`app.scope_${column}`, arrayOf(listed.get(column) ?? [])]),
    ),
    "app.scope_dates": isEmpty ? "empty" : `[${start},${end})`,
  };
}

/** An array as PostgreSQL reads it. */
function arrayOf(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replaceAll(/["\\]/g, "\\$&")}"`).join()}}`;
}

const ofProject =
  "organization_id = current_setting('app.organization_id')::uuid and project_id = current_setting('app.project_id')::uuid";
const ofKey = "key_id = current_setting('app.key_id')::uuid";

const isListed = ([column, type]: readonly [string, string], prefix: string): string =>
  `(current_setting('app.scope_${column}') = '${any}' or ${prefix}${column} = any(current_setting('app.scope_${column}')::${type}[]))`;

/** Whether the columns of an entity, or those with a prefix, are within the limits. */
const areWithin = (prefix = ""): string => `${Object.entries(lists)
  .map((list) => isListed(list, prefix))
  .join(" and ")}
  and (current_setting('app.scope_dates') = '${ever}' or ${prefix}created_at <@ current_setting('app.scope_dates')::tstzrange)`;

/**
 * The condition of an entity. It is short, as each statement plans it for each entity that it reads, and names no dates where there are none, as
 * a text takes long to become an instant. In a `case` the planner does not take it for a second condition that leaves few rows: statements
 * have the same one.
 */
const entities = `${ofProject} and case when ${areWithin()} then true else false end`;

/** Whether one side of a change is within the limits. */
const sides = ["before_", "after_"].map((side) => `(${side}type is not null and ${areWithin(side)})`);
const entityChanges = `${ofProject} and case when ${sides.join(" or ")} then true else false end`;

/** Whether a memory is of the end user of the key; without one, which needs no setting, of the key itself. */
const ofSubject = `case when coalesce(current_setting('app.subject_id', true), '') = '' then ${ofKey}
  else subject_id = current_setting('app.subject_id', true) end`;
const mayRecall = `case scope when 'commons' then organization_id = current_setting('app.organization_id')::uuid
  when 'agent' then project_id = current_setting('app.project_id')::uuid and ${ofKey}
  else project_id = current_setting('app.project_id')::uuid end`;
const mayWrite = `${ofProject} and (scope <> 'agent' or ${ofKey})`;

/** A policy of limited keys. */
export interface Policy {
  readonly name: string;
  readonly table: string;
  /** The command that it is for; by default all. */
  readonly command?: "delete" | "insert" | "select" | "update";
  /** `using (…)` or `with check (…)`. */
  readonly text: string;
}

/** The policies of what belongs to memories, and is written and taken back with them. */
function ofMemory(table: string): readonly Policy[] {
  const mayChange = `(${mayWrite} and ${ofSubject})`;
  return [
    { name: "limited_read", table, command: "select", text: `using (${mayRecall} and ${ofSubject})` },
    { name: "limited_written", table, command: "insert", text: `with check ${mayChange}` },
    { name: "limited_taken_back", table, command: "delete", text: `using ${mayChange}` },
  ];
}

/** The policies of limited keys, besides those that hold for everyone. Tables that have one here have those of the schema for other keys alone. */
export const limitedPolicies: readonly Policy[] = [
  ...["entity", "entity_embedding"].map((table) => ({ name: "limited", table, text: `using (${entities})` })),
  { name: "limited", table: "entity_change", text: `using (${entityChanges})` },
  ...["slice", "delta", "change", "webhook", "delivery"].map((table) => ({
    name: "limited",
    table,
    text: `using (${ofProject} and ${ofKey})`,
  })),
  { name: "limited_read", table: "memory", command: "select", text: `using (${mayRecall} and ${ofSubject})` },
  {
    name: "limited_written",
    table: "memory",
    command: "insert",
    text: `with check (${mayWrite} and ${ofKey} and ${ofSubject})`,
  },
  {
    name: "limited_changed",
    table: "memory",
    command: "update",
    text: `using (${mayWrite} and ${ofSubject})`,
  },
  {
    name: "limited_forgotten",
    table: "memory",
    command: "delete",
    text: `using (${mayWrite} and ${ofSubject})`,
  },
  ...["memory_version", "memory_embedding"].flatMap((table) => ofMemory(table)),
];
