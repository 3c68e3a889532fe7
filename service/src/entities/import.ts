// Entities and relationships as lines of a file.

import { type Static, Type } from "typebox";
import { importedInstant } from "../files/instant.ts";
import { type ImportKind, mebibyte } from "../files/kind.ts";
import { anyInstant, exact, id, orNull, text } from "../http/schemas.ts";
import { checker } from "../values/check.ts";
import type { JsonObject, JsonValue } from "../values/json.ts";
import { type EntityInput, type RelationshipInput, writeEntities, writeRelationships } from "./write.ts";

const maybeId = Type.Optional(id());
const maybeIdOrNull = Type.Optional(orNull(id()));
const maybeInstant = Type.Optional(anyInstant);
const type = text(500);
const properties = Type.Optional(Type.Unsafe<JsonObject>({ type: "object" }));

/** What a column holds; everything else of an entity is a property. */
const columns = {
  id: maybeId,
  type,
  name: Type.Optional(orNull(Type.String())),
  shape_id: maybeIdOrNull,
  source_id: maybeIdOrNull,
  source_shape_id: maybeIdOrNull,
  created_at: maybeInstant,
  updated_at: maybeInstant,
};

const entity = exact({ ...columns, properties });
const checkEntity = checker(entity);
const checkRelationship = checker(
  exact({ id: maybeId, type, from: id(), to: id(), created_at: maybeInstant, properties }),
);

/** Entities: as the API has them, or flat, with properties next to the columns. */
export const entityImport: ImportKind<EntityInput> = {
  // What POST accepts in total, so that whatever was written can be imported.
  maxLineBytes: 32 * mebibyte,
  read: (value) => withInstants(checkEntity(isFlat(value) ? nested(value) : value)),
  write: writeEntities,
};

/** Relationships, as the API has them. */
export const relationshipImport: ImportKind<RelationshipInput> = {
  maxLineBytes: 32 * mebibyte,
  read: (value) => {
    const row = checkRelationship(value);
    return { ...row, created_at: importedInstant(row.created_at) };
  },
  write: writeRelationships,
};

function withInstants(row: Static<typeof entity>): EntityInput {
  return {
    ...row,
    created_at: importedInstant(row.created_at),
    updated_at: importedInstant(row.updated_at),
  };
}

function isFlat(value: JsonValue): value is JsonObject {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !Object.hasOwn(value, "properties")
  );
}

/** A flat entity with its properties where the API has them. */
function nested(flat: JsonObject): JsonObject {
  const own: Record<string, JsonValue> = {};
  const others: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(flat))
    (Object.hasOwn(columns, name) ? own : others)[name] = value;
  return { ...own, properties: others };
}
