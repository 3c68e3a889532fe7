// Generates values from schemas: valid ones, and ones that break a schema in one place.

import fc from "fast-check";
import { resolved } from "./contract.ts";
import { hostileTexts } from "./hostile-texts.ts";

/** Makes values that follow a schema. IDs are those that are given, so that some name something. */
export interface Values {
  readonly document: any;
  readonly ids: readonly string[];
}

/** Values that follow a schema, with whatever such a text may be. */
export function valid(values: Values, given: any, depth = 0): fc.Arbitrary<any> {
  const schema = resolved(values.document, given);
  if (schema === true || schema === undefined) return anyJson;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined && schema.type === undefined)
    return fc.oneof(...branches.map((branch: any) => valid(values, branch, depth)));
  return ofType(values, schema, Array.isArray(schema.type) ? schema.type[0] : schema.type, depth);
}

function ofType(values: Values, schema: any, type: unknown, depth: number): fc.Arbitrary<any> {
  const { minimum, maximum } = schema;
  if (type === "string") return text(values, schema);
  if (type === "integer") return fc.integer({ min: minimum ?? -1000, max: maximum ?? 1000 });
  if (type === "number") return fc.double({ min: minimum ?? -1e6, max: maximum ?? 1e6, noNaN: true });
  if (type === "boolean") return fc.boolean();
  if (type === "null") return fc.constant(null);
  if (type === "array") return list(values, schema, depth);
  return type === "object" ? object(values, schema, depth) : anyJson;
}

const unit = fc.constantFrom("a", "é", "'", '"', "\\", "%", "😀", " ", "$", "{", "/", "~");
/** Integers are such as a number can hold. */
const anyJson = fc
  .jsonValue({ maxDepth: 3, stringUnit: unit })
  .map((value) =>
    JSON.parse(JSON.stringify(value), (_, each) => (Number.isInteger(each) ? each % 2 ** 53 : each)),
  );

function text(
  { ids }: Values,
  { pattern, format, minLength = 0, maxLength = 1000 }: any,
): fc.Arbitrary<string> {
  if (format === "date-time") return fc.constantFrom(...instants);
  if (typeof pattern === "string" && pattern.includes("{12}"))
    return fc.oneof(fc.constantFrom(...ids), fc.uuid());
  const form = typeof pattern === "string" ? new RegExp(pattern, "u") : /^/u;
  const some = maxLength === 100 ? [fc.constantFrom(...ids)] : [];
  const fits = (each: string): boolean =>
    form.test(each) && Array.from(each).length >= minLength && Array.from(each).length <= maxLength;
  return fc.oneof(
    fc.constantFrom(...hostileTexts.filter(fits)),
    fc.string({ unit: "grapheme", minLength, maxLength: Math.min(maxLength, 40) }).filter(fits),
    ...some,
  );
}

/** At the edges of what can be written. */
const instants = [
  "2026-11-20T12:00:00Z",
  "2999-01-01T00:00:00.123456789+14:00",
  "0001-01-01T00:00:00Z",
  "0002-02-28T23:59:59.999-14:00",
  "2024-02-29T00:00:00-15:59",
  "2024-02-29T00:00:00-00:00",
] as const;

function list(
  values: Values,
  { items, minItems = 0, maxItems = 3, uniqueItems = false }: any,
  depth: number,
): fc.Arbitrary<any[]> {
  const bounds = {
    minLength: minItems,
    maxLength: Math.max(minItems, Math.min(maxItems, depth > 3 ? 1 : 3)),
  };
  const item = valid(values, items, depth + 1);
  return uniqueItems ? fc.uniqueArray(item, bounds) : fc.array(item, bounds);
}

function object(values: Values, schema: any, depth: number): fc.Arbitrary<any> {
  if (schema.if !== undefined) return fc.oneof(...waysOf(schema).map((way) => object(values, way, depth)));
  const { properties = {}, required = [], additionalProperties, patternProperties, anyOf } = schema;
  const more = additionalProperties === false ? undefined : additionalProperties;
  const kept = Object.entries<any>(properties).filter(([, each]) => each !== false);
  const members = Object.fromEntries(kept.map(([name, each]) => [name, valid(values, each, depth + 1)]));
  const some = anyOf === undefined ? [] : anyOf.flatMap((way: any) => way.required);
  const fixed = fc.record(members, { requiredKeys: [...new Set([...required, ...some])] });
  const rest = more ?? Object.values<any>(patternProperties ?? {})[0];
  if (rest === undefined) return fixed;
  const key = fc.constantFrom(
    ...hostileTexts.filter((each) => each.length > 0 && each.length < 100 && each !== "__proto__"),
  );
  const others = fc.dictionary(key, valid(values, rest === true ? undefined : rest, depth + 2), {
    maxKeys: depth > 3 ? 1 : 3,
    noNullPrototype: true,
  });
  return fc.tuple(others, fixed).map(([a, b]) => ({ ...a, ...b }));
}

/** What a condition comes to: with the members that it asks for, and without them. */
function waysOf({ if: condition, then, else: otherwise, ...schema }: any): readonly any[] {
  const without = Object.fromEntries(
    Object.entries(schema.properties).filter(([name]) => !condition.required.includes(name)),
  );
  const requiredBy = (way: any) => [...(schema.required ?? []), ...(way?.required ?? [])];
  return [
    {
      ...schema,
      properties: { ...schema.properties, ...then?.properties },
      required: [...requiredBy(then), ...condition.required],
    },
    { ...schema, properties: { ...without, ...otherwise?.properties }, required: requiredBy(otherwise) },
  ];
}

/** A value that is wrong, and where. */
export interface Wrong {
  readonly value: any;
  readonly pointer: string;
}

/** Breaks a value that follows a schema in each place where it can be broken: another type, too long, out of range, unknown, missing. */
export function wrongs(document: any, given: any, value: any, pointer = ""): readonly Wrong[] {
  const schema = resolved(document, given);
  if (schema === undefined || typeof schema !== "object") return [];
  const here = wrongHere(document, schema, value).map((wrong) => ({ value: wrong, pointer }));
  if (Array.isArray(value) && schema.items !== undefined)
    return [
      ...here,
      ...value.flatMap((item, at) =>
        inside(document, schema.items, item, `${pointer}/${at}`, (wrong) => value.with(at, wrong)),
      ),
    ];
  if (typeof value !== "object" || value === null || schema.type !== "object") return here;
  const members = Object.entries<any>(schema.properties ?? {}).filter(([name]) => name in value);
  return [
    ...here,
    ...missing(schema, value, pointer),
    ...(schema.additionalProperties === false
      ? [{ value: { ...value, unknown_member: 1 }, pointer: `${pointer}/unknown_member` }]
      : []),
    ...members.flatMap(([name, each]) =>
      inside(document, each, value[name], `${pointer}/${name}`, (wrong) => ({ ...value, [name]: wrong })),
    ),
  ];
}

function inside(
  document: any,
  schema: any,
  value: any,
  pointer: string,
  put: (wrong: any) => any,
): readonly Wrong[] {
  return wrongs(document, schema, value, pointer).map((wrong) => ({ ...wrong, value: put(wrong.value) }));
}

function missing({ required = [] }: any, value: any, pointer: string): readonly Wrong[] {
  return required
    .filter((name: string) => name in value)
    .map((name: string) => {
      const { [name]: _left, ...rest } = value;
      return { value: rest, pointer: `${pointer}/${name}` };
    });
}

function wrongHere(document: any, schema: any, value: any): readonly any[] {
  return [...otherTypes(document, schema), ...outOfBounds(schema), ...wrongLists(schema, value)];
}

function otherTypes(document: any, { type, anyOf = [] }: any): readonly any[] {
  const branches: readonly any[] = anyOf.map((branch: any) => resolved(document, branch));
  const types = new Set(
    [type, ...branches.map((branch) => branch.type)].map((each) => (each === "number" ? "integer" : each)),
  );
  if (typeof type !== "string" && branches.length < 2) return [];
  return [[], {}, "", 7, true, null].filter((other) => !types.has(typeOf(other)));
}

function outOfBounds({
  type,
  enum: values,
  minLength = 0,
  maxLength = Infinity,
  pattern,
  minimum,
  maximum,
}: any): readonly any[] {
  return [
    ...(values === undefined ? [] : ["no such value", 7, null]),
    ...(minLength > 0 ? [""] : []),
    ...(maxLength < 200_000 ? ["x".repeat(maxLength + 1)] : []),
    ...(pattern === undefined
      ? []
      : [" \n", "not of the pattern"].filter((each) => !new RegExp(pattern, "u").test(each))),
    ...(type === "integer" && minimum !== undefined ? [minimum - 1, minimum + 0.5] : []),
    ...(maximum === undefined ? [] : [maximum + 1]),
  ];
}

function wrongLists(
  { type, minItems = 0, maxItems = Infinity, uniqueItems = false }: any,
  value: any,
): readonly any[] {
  if (type !== "array") return [];
  const [first] = Array.isArray(value) ? value : [];
  return [
    ...(minItems > 0 ? [[]] : []),
    ...(maxItems < 1000 && first !== undefined ? [Array.from({ length: maxItems + 1 }, () => first)] : []),
    ...(uniqueItems === true && first !== undefined ? [[first, first]] : []),
  ];
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "number" ? "integer" : typeof value;
}
