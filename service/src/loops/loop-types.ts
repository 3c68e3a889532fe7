// The types that a loop looks for: those of its shapes.

import { sql } from "kysely";
import { build } from "../database/build.ts";
import type { ShapeTable } from "../database/catalog-tables.ts";
import { ofTenant, type TenantKey } from "../database/of-tenant.ts";
import type { Transaction } from "../database/transaction.ts";
import type { EntityType, RelationshipType, Wanted } from "../extraction/extractor.ts";
import { Problem } from "../values/problem.ts";

/** The wanted types, and the shape that names each. */
export interface LoopTypes extends Wanted {
  readonly shapeOfType: ReadonlyMap<string, string>;
}

/** Maximum types of entities, and of relationships, that a loop looks for: as many as one shape may have. */
const maxTypes = 500;
/** Maximum properties of all its types together: each is a line of the prompt for every piece. */
const maxProperties = 5000;
/** Maximum characters of JSON in all its shapes: about 64,000 tokens, which is what most models can read at once. */
const maxCharacters = 256 * 1024;

/** Maximum shapes of a loop: as many as its request may name. */
const maxShapes = 1000;

/** A shape with its types. */
export type ShapeTypes = Pick<ShapeTable, "id" | "name"> & {
  readonly entity_types: readonly (Omit<EntityType, "properties"> & Partial<EntityType>)[];
  readonly relationship_types: readonly RelationshipType[];
  readonly characters: number;
};

/** Reads these shapes, or all of a project, in the order of their creation. Throws a {@link Problem}, before reading them, if they are too large for a loop. */
export async function readShapes(
  tx: Transaction,
  tenant: TenantKey,
  ids: readonly string[] | undefined,
): Promise<readonly ShapeTypes[]> {
  let sizes = build.selectFrom("shape").select(["id", "name", "characters"]).where(ofTenant(tenant));
  if (ids !== undefined) sizes = sizes.where("id", "=", sql<string>`any(${[...ids]}::uuid[])`);
  const sized = await tx.all(sizes.limit(maxShapes + 1));
  if (sized.length > maxShapes) throw tooManyShapes();
  requireAtMost(maxCharacters, "characters of types", sum(sized.map(({ characters }) => characters)), sized);
  return await tx.all(
    build
      .selectFrom("shape")
      .select(["id", "name", "entity_types", "relationship_types", "characters"])
      .where(ofTenant(tenant))
      .where("id", "=", sql<string>`any(${sized.map(({ id }) => id)}::uuid[])`)
      .orderBy("created_at")
      .orderBy("id"),
  );
}

/**
 * Collects the types of these shapes. A type in two shapes has the properties of both, and belongs to the first. Throws a {@link Problem} if
 * there are too many.
 */
export function collectTypes(goal: string, shapes: readonly ShapeTypes[]): LoopTypes {
  const types = new Map<string, Collected>();
  const shapeOfType = new Map<string, string>();
  const relationshipTypes = new Map<string, RelationshipType>();
  for (const { id, entity_types, relationship_types } of shapes) {
    for (const { properties = {}, ...type } of entity_types) {
      const known = types.get(type.name) ?? { type, properties: new Map<string, Property>() };
      if (!types.has(type.name)) shapeOfType.set(type.name, id);
      types.set(type.name, { ...known, type: { ...type, ...known.type } });
      for (const [name, property] of Object.entries(properties))
        if (!known.properties.has(name)) known.properties.set(name, property);
    }
    for (const type of relationship_types) {
      const key = JSON.stringify([type.name, type.from, type.to]);
      if (!relationshipTypes.has(key)) relationshipTypes.set(key, type);
    }
  }
  const properties = sum(Array.from(types.values(), (each) => each.properties.size));
  requireAtMost(maxTypes, "types of entities", types.size, shapes);
  requireAtMost(maxTypes, "types of relationships", relationshipTypes.size, shapes);
  requireAtMost(maxProperties, "properties", properties, shapes);
  return {
    goal,
    entityTypes: Array.from(types.values(), (each) => ({
      ...each.type,
      properties: Object.fromEntries(each.properties),
    })),
    relationshipTypes: [...relationshipTypes.values()],
    shapeOfType,
  };
}

type Property = EntityType["properties"][string];

interface Collected {
  readonly type: Omit<EntityType, "properties">;
  readonly properties: Map<string, Property>;
}

function tooManyShapes(): Problem {
  const message = `must name the shapes: the project has more than ${maxShapes}, and a loop has at most as many`;
  return new Problem("invalid_request", {
    detail: `The project has more than ${maxShapes} shapes. Name those of this loop in \`schema.shape_ids\`, at most ${maxShapes}.`,
    errors: [{ pointer: "/schema/shape_ids", message }],
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}

/** Maximum shapes named in a problem. */
const maxNamed = 3;

function requireAtMost(
  most: number,
  what: string,
  actual: number,
  shapes: readonly Pick<ShapeTypes, "id" | "name" | "characters">[],
): void {
  if (actual <= most) return;
  const largest = shapes
    .toSorted((a, b) => b.characters - a.characters)
    .slice(0, maxNamed)
    .map(({ id, name, characters }) => `"${name.slice(0, 100)}" (${id}, ${characters} characters)`);
  const message = `have ${actual} ${what}; a loop looks for at most ${most}`;
  throw new Problem("invalid_request", {
    detail: `The shapes of this loop ${message}. Name fewer in \`schema.shape_ids\`; the largest are ${largest.join(", ")}.`,
    errors: [{ pointer: "/schema/shape_ids", message }],
  });
}
