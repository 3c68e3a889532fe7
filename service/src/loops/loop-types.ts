// The types that a loop looks for: those that its shapes name.

import { sql } from "kysely";
import { build } from "../database/build.ts";
import type { Transaction } from "../database/transaction.ts";
import type { EntityType, RelationshipType, Wanted } from "../extraction/extractor.ts";
import type { LoopRow } from "./rows.ts";

/** What a loop looks for, and which shape names each type. */
export interface LoopTypes extends Wanted {
  readonly shapeOfType: ReadonlyMap<string, string>;
}

/** The types of a loop. A type that two shapes name has the properties of both, and belongs to the first. */
export async function typesOfLoop(tx: Transaction, row: LoopRow): Promise<LoopTypes> {
  const shapes = await tx.all(
    build
      .selectFrom("shape")
      .select(["id", "entity_types", "relationship_types"])
      .where("project_id", "=", row.project_id)
      .where("id", "=", sql<string>`any(${[...row.shape_ids]}::uuid[])`),
  );
  const byId = new Map(shapes.map((shape) => [shape.id, shape]));
  const types = new Map<string, EntityType>();
  const shapeOfType = new Map<string, string>();
  const relationshipTypes: RelationshipType[] = [];
  for (const id of row.shape_ids) {
    const { entity_types = [], relationship_types = [] } = byId.get(id) ?? {};
    for (const type of entity_types) {
      const known = types.get(type.name);
      types.set(type.name, { ...type, ...known, properties: { ...type.properties, ...known?.properties } });
      if (known === undefined) shapeOfType.set(type.name, id);
    }
    relationshipTypes.push(...relationship_types);
  }
  return { goal: row.goal, entityTypes: [...types.values()], relationshipTypes, shapeOfType };
}
