// Entities and relationships: the schemas of the API.

import { Type } from "typebox";
import { provenanceEntry } from "../changes/schemas.ts";
import {
  answer,
  anyInstant,
  anyObject,
  exact,
  id,
  instant,
  list,
  orNull,
  projectMember,
  reference,
  requestId,
  text,
} from "../http/schemas.ts";
import type { JsonObject } from "../values/json.ts";

/** A typed thing. */
export const entity = exact(
  {
    id: id(),
    type: Type.String({ examples: ["Person"] }),
    name: orNull(Type.String({ examples: ["Ada Lovelace"] })),
    shape_id: orNull(id()),
    source_id: orNull(id()),
    source_shape_id: orNull(id()),
    created_at: instant,
    updated_at: instant,
    properties: Type.Unsafe<JsonObject>({ ...anyObject, examples: [{ email: "ada@example.com" }] }),
  },
  { title: "Entity", description: "A typed thing." },
);

/** An entity to create, or to replace if its ID exists. */
export const entityBody = exact(
  {
    id: Type.Optional(id()),
    type: text(500),
    name: Type.Optional(orNull(text(10_000))),
    shape_id: Type.Optional(orNull(reference())),
    source_id: Type.Optional(orNull(reference())),
    source_shape_id: Type.Optional(
      orNull(reference({ description: "The shape of its source unless it is given." })),
    ),
    created_at: Type.Optional(anyInstant),
    updated_at: Type.Optional(anyInstant),
    properties: Type.Optional(anyObject),
  },
  {
    title: "EntityBody",
    description: "An entity to create, or to replace if its ID exists.",
    examples: [{ type: "Person", name: "Ada Lovelace", properties: { email: "ada@example.com" } }],
  },
);

/** What can be changed of an entity. */
export const entityPatch = exact(
  {
    type: Type.Optional(text(500)),
    name: Type.Optional(orNull(text(10_000))),
    shape_id: Type.Optional(orNull(reference())),
    source_id: Type.Optional(
      orNull(reference({ description: "Its `source_shape_id` becomes the shape of this source." })),
    ),
    created_at: Type.Optional(anyInstant),
    properties: Type.Optional(
      Type.Unsafe<JsonObject>({
        ...anyObject,
        description:
          "A JSON Merge Patch (RFC 7396): null deletes a property, objects are merged, anything else replaces.",
      }),
    ),
    ...projectMember,
  },
  {
    title: "EntityPatch",
    description: "What to change of an entity; what is left out stays as it is.",
    examples: [{ name: "Ada King", properties: { email: "ada@example.com", phone: null } }],
  },
);

/** From one entity to another. */
export const relationship = exact(
  {
    id: id(),
    type: Type.String({ examples: ["knows"] }),
    from: id({ description: "The ID of an entity." }),
    to: id({ description: "The ID of an entity." }),
    created_at: instant,
    properties: anyObject,
  },
  { title: "Relationship", description: "From one entity to another." },
);

const relationshipExample = {
  type: "knows",
  from: "0198c0de-7a11-7c3e-9b1f-3d2a5e6f7081",
  to: "0198c0de-7a11-7c3e-9b1f-3d2a5e6f7082",
};

/** A relationship to create, or to replace if its ID exists. */
export const relationshipBody = exact(
  {
    id: Type.Optional(id()),
    type: text(500),
    from: reference({ description: "The ID of an entity." }),
    to: reference({ description: "The ID of an entity." }),
    created_at: Type.Optional(anyInstant),
    properties: Type.Optional(anyObject),
  },
  {
    title: "RelationshipBody",
    description: "A relationship to create, or to replace if its ID exists.",
    examples: [relationshipExample],
  },
);

/** Maximum rows per request. */
export const maxBatch = 10_000;

/** What a write of many answers: how many are new, and the IDs in the order of the request. */
export const written = answer(
  {
    created: Type.Integer({ minimum: 0, examples: [1] }),
    updated: Type.Integer({ minimum: 0 }),
    ids: list(id()),
  },
  { title: "Written", description: "How many are new, and the IDs in the order of the request." },
);

/** An entity after a change. */
export const changedEntity = answer(entity.properties, {
  title: "ChangedEntity",
  description: "An entity after a change.",
});

/** An entity with what it is connected to. */
export const entityAnswer = exact(
  {
    ...entity.properties,
    relationships: list(relationship),
    provenance: list(provenanceEntry, {
      description: "The changes of deltas that were applied to it, newest first.",
    }),
    request_id: requestId,
  },
  { title: "EntityAnswer", description: "An entity with its relationships." },
);
