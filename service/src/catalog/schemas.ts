// Shapes, sources and documents: the schemas of the API.

import { Type } from "typebox";
import {
  answer,
  anyInstant,
  exact,
  id,
  instant,
  list,
  orNull,
  projectMember,
  reference,
  text,
  warnings,
  words,
} from "../http/schemas.ts";

const name = words(500, { examples: ["Sales CRM"] });
const description = Type.Optional(Type.String({ maxLength: 10_000 }));

/** Maximum properties of a type: ten times what people define, and a tenth of what a loop looks for. */
const maxProperties = 500;

const entityType = exact(
  {
    name,
    description,
    properties: Type.Optional(
      Type.Record(Type.String({ minLength: 1, maxLength: 200 }), exact({ type: text(50), description }), {
        maxProperties,
      }),
    ),
  },
  {
    title: "EntityType",
    description: "An entity type of a shape, with the properties that its entities may have.",
    examples: [{ name: "Person", properties: { email: { type: "string" } } }],
  },
);

const typeName = words(500, { examples: ["Person"] });
const relationshipType = exact(
  { name, from: typeName, to: typeName, description },
  {
    title: "RelationshipType",
    description: "A relationship type of a shape.",
    examples: [{ name: "knows", from: "Person", to: "Person" }],
  },
);

const strict = Type.Boolean({
  description:
    "Whether its entities may have only the types that it names, and properties only of their types.",
  examples: [false],
});

const shapeExample = {
  name: "Sales CRM",
  entity_types: [{ name: "Person", properties: { email: { type: "string" } } }],
  relationship_types: [{ name: "knows", from: "Person", to: "Person" }],
};

/** What a shape is made of. */
export const shapeBody = exact(
  {
    name,
    description,
    entity_types: Type.Optional(list(entityType, { maxItems: 500 })),
    relationship_types: Type.Optional(list(relationshipType, { maxItems: 500 })),
    strict: Type.Optional(strict),
    ...projectMember,
  },
  { title: "ShapeBody", description: "A shape to create.", examples: [shapeExample] },
);

/** What can be changed of a shape. */
export const shapePatch = exact(
  {
    ...shapeBody.properties,
    name: Type.Optional(name),
    description: Type.Optional(orNull(Type.String({ maxLength: 10_000 }))),
  },
  {
    title: "ShapePatch",
    description: "What to change of a shape; what is left out stays as it is.",
    examples: [{ name: "Sales CRM", strict: true }],
  },
);

/** A schema that entities follow. */
export const shape = exact(
  {
    id: id(),
    name: Type.String({ examples: ["Sales CRM"] }),
    description: orNull(Type.String(), { examples: [null] }),
    entity_types: list(entityType),
    relationship_types: list(relationshipType),
    strict,
    project_id: id(),
    created_at: instant,
  },
  { title: "Shape", description: "A schema that entities follow." },
);

/** What a source is made of. */
export const sourceBody = exact(
  {
    name,
    shape_id: Type.Optional(orNull(reference())),
    ...projectMember,
  },
  { title: "SourceBody", description: "A source to create.", examples: [{ name: "gmail" }] },
);

/** What can be changed of a source. */
export const sourcePatch = exact(
  { ...sourceBody.properties, name: Type.Optional(name) },
  {
    title: "SourcePatch",
    description:
      "What to change of a source; what is left out stays as it is. Entities that were written before keep the `source_shape_id` that they have.",
    examples: [{ name: "gmail" }],
  },
);

/** Where entities come from. */
export const source = exact(
  {
    id: id(),
    name: Type.String({ examples: ["gmail"] }),
    shape_id: orNull(id(), { description: "The shape of its entities, unless they name another." }),
    project_id: id(),
    created_at: instant,
  },
  { title: "Source", description: "Where entities and documents come from." },
);

/** What a document is made of. */
export const documentBody = exact(
  {
    title: Type.Optional(orNull(Type.String({ maxLength: 1000 }))),
    text: Type.String({ maxLength: 1_000_000 }),
    created_at: Type.Optional(anyInstant),
    external_id: Type.Optional(
      text(500, { description: "Your identifier: a document of the source with the same one is replaced." }),
    ),
    ...projectMember,
  },
  {
    title: "DocumentBody",
    description: "A document to add or replace.",
    examples: [
      {
        external_id: "release-notes-13",
        title: "Release notes",
        text: "Ada Lovelace maintains the package.",
      },
    ],
  },
);

/** A document of a source, without its text. */
export const document = exact(
  {
    id: id(),
    source_id: id(),
    external_id: orNull(Type.String({ examples: ["release-notes-13"] })),
    title: orNull(Type.String({ examples: ["Release notes"] })),
    length: Type.Integer({
      minimum: 0,
      description: "The length of the text, in UTF-16 code units, as positions in it are counted.",
      examples: [35],
    }),
    project_id: id(),
    created_at: instant,
    updated_at: instant,
  },
  { title: "Document", description: "A document of a source, without its text." },
);

const named = exact({ id: id(), name: Type.String({ examples: ["Sales CRM"] }) });

/** Maximum shapes, sources or types in a catalog: comparing a mistyped name with that many takes about 20 ms. */
export const maxNames = 20_000;
/** Maximum characters, as PostgreSQL counts them, of the names of each kind: a response has all three kinds. */
export const maxCharacters: number = 1 << 20;

/** The names that queries may use. */
export const catalog = answer(
  {
    shapes: list(named),
    sources: list(named, { examples: [[{ id: "0198c0de-7a11-7c3e-9b1f-3d2a5e6f7082", name: "gmail" }]] }),
    types: list(Type.String(), { description: "The types of the entities.", examples: [["Person"]] }),
    truncated: Type.Optional(
      Type.Boolean({
        description: `True if the project has more names than these, of which there are at most ${maxNames} of a kind, with ${maxCharacters} characters together. A name that is missing may be known all the same, so do not check names with them.`,
        examples: [false],
      }),
    ),
  },
  { title: "Catalog", description: "The names that queries may use." },
);

/** A shape as an answer. */
export const shapeAnswer = answer({ ...shape.properties, warnings }, { title: "ShapeAnswer" });
/** A source as an answer. */
export const sourceAnswer = answer({ ...source.properties, warnings }, { title: "SourceAnswer" });
/** A document as an answer. */
export const documentAnswer = answer(document.properties, { title: "DocumentAnswer" });

/** Maximum size of a text in an answer, in bytes of UTF-8. */
export const maxTextBytes: number = 1 << 20;

const part = {
  text: Type.String({
    description: "The part of the text from `start` to `end`.",
    examples: ["Ada Lovelace maintains the package."],
  }),
  start: Type.Integer({ minimum: 0, description: "Where this part begins.", examples: [0] }),
};
const endOfPart = { minimum: 0, examples: [35] };

/** A document with a passage of its text. */
export const passage = exact({
  ...document.properties,
  ...part,
  end: Type.Integer({ ...endOfPart, description: "Where it ends, exclusive." }),
});

/** A document with its text, or a part of it. */
export const documentTextAnswer = answer(
  {
    ...document.properties,
    ...part,
    end: Type.Integer({
      ...endOfPart,
      description:
        "Where it ends, exclusive. If that is before the `end` that was asked for, go on from here.",
    }),
  },
  { title: "DocumentText", description: "A document with its text, or a part of it." },
);

// As large as a number in a query can be: a place beyond the end of the text is its end.
const place = { minimum: 0, maximum: 10 ** 15 - 1 };

/** Which part of a text. */
export const partQuery = exact({
  ...projectMember,
  start: Type.Optional(
    Type.Integer({
      ...place,
      default: 0,
      description: "Where the part begins, in UTF-16 code units, as in evidence.",
    }),
  ),
  end: Type.Optional(
    Type.Integer({
      ...place,
      description:
        "Where it ends, exclusive; by default at the end of the text. A part that would begin or end within a surrogate pair has all of it.",
    }),
  ),
});
