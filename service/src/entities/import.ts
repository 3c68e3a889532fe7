// Entities and relationships as lines of a file.

import { type Static, Type } from "typebox";
import { importedInstant } from "../files/instant.ts";
import { type ImportKind, mebibyte } from "../files/kind.ts";
import { anyInstant, exact, id, orNull, text } from "../http/schemas.ts";
import { checker } from "../values/check.ts";
import type { JsonObject, JsonValue } from "../values/json.ts";
import type { EntityInput, RelationshipInput } from "./inputs.ts";
import { writeEntities, writeRelationships } from "./write.ts";

const maybeId = Type.Optional(id());
const maybeIdOrNull = Type.Optional(orNull(id()));
const maybeInstant = Type.Optional(anyInstant);
const type = text(500);
const properties = Type.Optional(Type.Unsafe<JsonObject>({ type: "object" }));

/** The members that have columns; all other members of an entity are properties. */
const columns = {
  id: maybeId,
  type,
  name: Type.Optional(orNull(Type.String())),
  shape_id: maybeIdOrNull,
  source_id: maybeIdOrNull,
  source_shape_id: maybeIdOrNull,
  external_id: Type.Optional(orNull(text(500))),
  created_at: maybeInstant,
  updated_at: maybeInstant,
};

const entity = exact({ ...columns, properties });
const checkEntity = checker(entity);
const checkRelationship = checker(
  exact({ id: maybeId, type, from: id(), to: id(), created_at: maybeInstant, properties }),
);

/** Entities in the format of the API, or flat, with properties next to the columns. */
export const entityImport: ImportKind<EntityInput> = {
  // The limit of POST for a whole request, so that whatever was written can be imported.
  table: "entities",
  maxLineBytes: 32 * mebibyte,
  read: (value) => withInstants(checkEntity(isFlat(value) ? nested(value) : value)),
  write: writeEntities,
};

/** Relationships in the format of the API. */
export const relationshipImport: ImportKind<RelationshipInput> = {
  table: "relationships",
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

/** Moves the properties of a flat entity to where the API has them. */
function nested(flat: JsonObject): JsonObject {
  const own: Record<string, JsonValue> = {};
  const others: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(flat))
    (Object.hasOwn(columns, name) ? own : others)[name] = value;
  return { ...own, properties: others };
}
