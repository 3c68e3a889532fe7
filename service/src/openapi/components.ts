// The schemas that have a title: each is in the document once, under its title, and is referred to elsewhere.

import type { Schema, Schemas } from "./types.ts";

/** Where named schemas are in the document. */
const schemasPath = "#/components/schemas/";

/** Collects named schemas. */
export interface SchemaCollector {
  /** A schema in which the named ones are references; itself one, if it has a title. */
  readonly refer: (schema: unknown) => Schema;
  /** The named ones, by title. */
  readonly all: () => Record<string, Schema>;
}

interface Named {
  readonly source: string;
  readonly schema: Schema;
}

/** An empty collection. */
export function collectSchemas(): SchemaCollector {
  const named = new Map<string, Named>();
  const refer = (schema: unknown): Schema => {
    if (!isSchema(schema)) return {};
    const { title } = schema;
    if (title === undefined) return inside(schema);
    const source = JSON.stringify(schema);
    const known = named.get(title);
    if (known === undefined) {
      // Its place is taken first, so that it comes before what it refers to.
      named.set(title, { source, schema: {} });
      named.set(title, { source, schema: inside(schema) });
    } else if (known.source !== source) throw new Error(`Two schemas have the title ${title}.`);
    return { $ref: schemasPath + title };
  };
  const inside = (schema: Schema): Schema => {
    const { title: _title, ...others } = schema;
    const { properties, items, anyOf, patternProperties } = others;
    return {
      ...others,
      ...(properties !== undefined && { properties: each(properties, refer) }),
      ...(patternProperties !== undefined && { patternProperties: each(patternProperties, refer) }),
      ...(items !== undefined && { items: refer(items) }),
      ...(anyOf !== undefined && { anyOf: anyOf.map(refer) }),
    };
  };
  const all = (): Record<string, Schema> =>
    Object.fromEntries(
      [...named].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, { schema }]) => [name, schema]),
    );
  return { refer, all };
}

function each(schemas: Schemas, refer: (schema: Schema) => Schema): Record<string, Schema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, refer(schema)]));
}

/** The named schema that a schema refers to, or the schema itself. */
export function resolved(schema: Schema, schemas: Schemas): Schema {
  const name = referredName(schema);
  return name === undefined ? schema : (schemas[name] ?? {});
}

/** The name that a schema refers to. */
export function referredName({ $ref }: Schema): string | undefined {
  return $ref?.startsWith(schemasPath) === true ? $ref.slice(schemasPath.length) : undefined;
}

/** Whether a value can be read as a schema; the routes were compiled with it, so its keywords are what they should be. */
export function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
