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

/** Maximum mistakes, or warnings, listed in a response. */
export const maxListed = 20;

/** A typed thing. */
export const entity = exact(
  {
    id: id(),
    type: Type.String({ examples: ["Person"] }),
    name: orNull(Type.String({ examples: ["Ada Lovelace"] })),
    shape_id: orNull(id()),
    source_id: orNull(id()),
    source_shape_id: orNull(id()),
    external_id: orNull(
      Type.String({ description: "The identifier that its source has for it.", examples: ["person-17"] }),
      { examples: [null] },
    ),
    created_at: instant,
    updated_at: instant,
    properties: Type.Unsafe<JsonObject>({ ...anyObject, examples: [{ email: "ada@example.com" }] }),
  },
  { title: "Entity", description: "A typed thing." },
);

/** The name of a shape or a source, in place of its ID. */
function nameOf(what: string) {
  return Type.Optional(
    orNull(text(500), { description: `The name of ${what}, in place of its ID; one alone may have it.` }),
  );
}

const externalId = text(500, {
  description: "Your identifier: the entity of the source with the same one is replaced.",
});

/** An entity to create, or to replace if its ID or its external ID exists. */
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
    shape: nameOf("the shape"),
    source: nameOf("the source"),
    source_shape: nameOf("the shape of the source"),
    external_id: Type.Optional(orNull(externalId)),
    properties: Type.Optional(anyObject),
  },
  {
    title: "EntityBody",
    description: "An entity to create, or to replace if its ID, or the external ID in its source, exists.",
    examples: [
      {
        type: "Person",
        name: "Ada Lovelace",
        source: "gmail",
        external_id: "person-17",
        properties: { email: "ada@example.com" },
      },
    ],
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
  from: { type: "Person", name: "Ada Lovelace" },
  to: "0198c0de-7a11-7c3e-9b1f-3d2a5e6f7082",
};

/** An end of a relationship: an entity that exists. */
const end = Type.Union(
  [
    reference({ description: "The ID of an entity." }),
    exact(
      { type: text(500), name: text(10_000) },
      { description: "The only entity with this type and name." },
    ),
    exact(
      { external_id: text(500), source: text(500, { description: "The name of the source, or its ID." }) },
      { description: "The entity for which a source has this identifier." },
    ),
  ],
  {
    title: "RelationshipEnd",
    description:
      "An entity: its ID, its type and name, or its external ID and source; in a graph also `#0`, the first entity of the body, and so on.",
    examples: [{ type: "Person", name: "Ada Lovelace" }],
  },
);

/** A relationship to create, or to replace if its ID exists. */
export const relationshipBody = exact(
  {
    id: Type.Optional(id()),
    type: text(500),
    from: end,
    to: end,
    created_at: Type.Optional(anyInstant),
    properties: Type.Optional(anyObject),
  },
  {
    title: "RelationshipBody",
    description: "A relationship to create, or to replace if its ID exists.",
    examples: [relationshipExample],
  },
);

/** Maximum rows per list. */
export const maxBatch = 10_000;

/** A list of rows, or one of them alone. */
export function oneOrMany<Row extends Type.TSchema>(row: Row) {
  return Type.Union([list(row, { minItems: 1, maxItems: maxBatch }), row]);
}

/** Entities and the relationships between them, which are written together. */
export const graphBody = exact(
  {
    entities: Type.Optional(list(entityBody, { maxItems: maxBatch })),
    relationships: Type.Optional(list(relationshipBody, { maxItems: maxBatch })),
    ...projectMember,
  },
  {
    title: "GraphBody",
    description: "Entities and relationships, which are written together; at least one of them.",
    examples: [
      {
        entities: [
          { type: "Person", name: "Ada Lovelace" },
          { type: "Company", name: "Acme" },
        ],
        relationships: [{ type: "works_at", from: "#0", to: "#1" }],
      },
    ],
  },
);

const counted = {
  created: Type.Integer({ minimum: 0, examples: [1] }),
  updated: Type.Integer({ minimum: 0 }),
  ids: list(id()),
};

const warnings = {
  warnings: Type.Optional(
    list(
      exact(
        { pointer: Type.String({ examples: ["/0/properties/age"] }), message: Type.String() },
        { title: "WriteWarning", description: "What is unusual about something that was written." },
      ),
      {
        description: `In what entities do not follow their shapes; the first ${maxListed}, and absent if they do.`,
        examples: [[]],
      },
    ),
  ),
};

/** What a write of many answers: how many are new, and the IDs in the order of the request. */
export const written = answer(
  { ...counted, ...warnings },
  { title: "Written", description: "How many are new, and the IDs in the order of the request." },
);

/** An entity after a change. */
export const changedEntity = answer(entity.properties, {
  title: "ChangedEntity",
  description: "An entity after a change.",
});
/** The same of a graph. */
export const graphWritten = answer(
  { entities: exact(counted), relationships: exact(counted), ...warnings },
  { title: "GraphWritten", description: "The same of each list." },
);

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
