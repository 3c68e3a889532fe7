// Keys: the schemas of the API.

import { Type } from "typebox";
import {
  answer,
  anyInstant,
  exact,
  id,
  instant,
  instantWith,
  list,
  nextCursor,
  orNull,
  reference,
} from "../http/schemas.ts";
import { subjectId } from "../memories/schemas.ts";
import { permissions } from "../values/permission.ts";

const permission = Type.Enum(permissions, {
  description:
    "`read`: what only reads, and dry runs. `propose`: besides, what waits for a review: memories, loops and deltas. `write`: everything.",
  examples: ["propose"],
});

/** The body of a new key. */
export const keyBody = exact(
  {
    name: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: "Shown in lists and in the activity." }),
    ),
    project_id: Type.Optional(reference({ description: "The only project that it is for." })),
    permission: Type.Optional(permission),
    slice: Type.Optional(
      Type.String({
        maxLength: 10_000,
        description:
          "CQL: the entities that the key sees, with the relationships between them. It is looked up again at each request; it needs a project.",
        examples: ["type:Person source:gmail after:2020-01-01"],
      }),
    ),
    subject_id: Type.Optional({
      ...subjectId,
      description: "The end user whose memories alone it sees and writes.",
    }),
    expires_at: Type.Optional(anyInstant),
  },
  {
    title: "KeyBody",
    description: "What the new key may do. What is left out is as with the key that makes it.",
    examples: [{ name: "note taker", permission: "propose" }],
  },
);

const members = {
  id: id(),
  name: orNull(Type.String(), { examples: ["note taker"] }),
  project_id: orNull(id(), { description: "Null: all projects of the organization." }),
  permission,
  slice: orNull(Type.String(), {
    description: "The entities that it sees; null: all, or none if it is limited to an end user alone.",
    examples: ["type:Person source:gmail"],
  }),
  subject_id: orNull(Type.String(), {
    description: "The end user whose memories alone it sees; null: no such limit.",
  }),
  expires_at: orNull(instantWith({ description: "Null: never." })),
  parent_id: orNull(id(), { description: "The key that made it; null for one from the command line." }),
  created_at: instant,
};

/** A key, without its secret. */
export const key = exact(members, { title: "Key", description: "A key, without its secret." });

/** The response with this key. */
export const keyAnswer = answer(members);

/** The response with a new key. */
export const newKeyAnswer = answer(
  {
    ...members,
    key: Type.String({
      description: "The secret: shown only here, as only its hash is stored.",
      examples: ["slice-V2l0aCBncmVhdCBwb3dlciBjb21lcyByZXNwb25zaWI"],
    }),
  },
  { title: "NewKey" },
);

/** A page of keys. */
export const keysAnswer = answer({ keys: list(key), next_cursor: nextCursor });
