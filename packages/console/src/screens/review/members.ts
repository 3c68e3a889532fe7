// The members of a change, one by one: what each is before it, now and after it.

import { shortened } from "../../words.ts";

/** What a change is about, as the service has it. */
export type Values = Readonly<Record<string, unknown>>;

/** A member of a change. Undefined is what is not there; null is a value. */
export interface Member {
  /** Where it is: `/properties/role`. */
  readonly pointer: string;
  readonly name: string;
  /** Whether it is one of the properties, which are called as their authors like. */
  readonly isProperty: boolean;
  /** Whether its value is the ID of a shape or a source. */
  readonly isReference: boolean;
  readonly before: unknown;
  readonly now: unknown;
  readonly after: unknown;
  /** Whether the change leaves it as it is. */
  readonly isSame: boolean;
  /** Whether something else has changed it since. */
  readonly isOther: boolean;
}

/** Members that say nothing to a person, or that the sentence above says. */
const technical: ReadonlySet<string> = new Set(["/id", "/from", "/to"]);
/** More of a name would be a text of its own. */
const mostOfName = 200;

/** All that a change says; of what it creates only what has a value. */
export function membersOf({
  before,
  value,
  now,
}: {
  readonly before: Values | null;
  readonly value: Values;
  readonly now: Values | undefined;
}): readonly Member[] {
  const [old, current] = [flattened(before ?? {}), flattened(now ?? {})];
  return [...flattened(value)].flatMap(([pointer, { name, isProperty, value: after }]) => {
    // Before it nothing may stand for null: what is replaced is noted as null if it was not there.
    const was = old.get(pointer)?.value ?? undefined;
    const is = current.get(pointer)?.value;
    if (technical.has(pointer) || (!isProperty && after === null && was === undefined)) return [];
    return {
      pointer,
      name: isProperty ? propertyName(name) : name.replace(/_id$/, "").replaceAll("_", " "),
      isProperty,
      isReference: pointer === "/shape_id" || pointer === "/source_id",
      before: was,
      now: is,
      after,
      isSame: isEqual(was, after),
      isOther: now !== undefined && !isEqual(is ?? null, was ?? null),
    };
  });
}

interface Flat {
  readonly name: string;
  readonly isProperty: boolean;
  readonly value: unknown;
}

/** Members by their JSON pointers; properties one by one. */
function flattened(values: Values): ReadonlyMap<string, Flat> {
  return new Map(
    Object.entries(values).flatMap(([name, value]): readonly (readonly [string, Flat])[] => {
      const pointer = `/${escaped(name)}`;
      if (name !== "properties" || typeof value !== "object" || value === null)
        return [[pointer, { name, isProperty: false, value }]];
      return Object.entries<unknown>({ ...value }).map(([key, inner]) => [
        `${pointer}/${escaped(key)}`,
        { name: key, isProperty: true, value: inner },
      ]);
    }),
  );
}

function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** A name as it is; quoted if nothing of it would be seen. */
function propertyName(name: string): string {
  return name.trim() === "" ? JSON.stringify(name) : shortened(name, mostOfName);
}

/** Whether two values of JSON are the same, in whatever order their members are. */
function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [entries, others] = [Object.entries(one), new Map(Object.entries(other))];
  return (
    entries.length === others.size &&
    entries.every(([name, value]) => others.has(name) && isEqual(value, others.get(name)))
  );
}
