// Memories: the schemas of the API.

import { type Static, Type } from "typebox";
import { memoryKinds, memoryScopes } from "../database/tables.ts";
import {
  answer,
  anyInstant,
  anyObject,
  exact,
  extension,
  id,
  instant,
  list,
  orNull,
  projectMember,
  reference,
  text,
} from "../http/schemas.ts";
import { printablePattern } from "../values/check.ts";
import type { JsonObject } from "../values/json.ts";

/** The kinds of memories. */
export const memoryKind = Type.Enum(memoryKinds, {
  examples: ["decision"],
});
/** Who can recall a memory. */
export const memoryScope = Type.Enum(memoryScopes, {
  description:
    "Who can recall it: the key that wrote it (`agent`), any key of the project (`project`, the default), or any key of the organization (`commons`).",
  examples: ["project"],
});

/** The ID of an end user. */
export const subjectId = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: printablePattern,
  examples: ["user-17"],
});

/** Whom or what a memory is about. */
export const subject = Type.Unsafe<JsonObject>({
  type: "object",
  additionalProperties: true,
  properties: { id: subjectId },
  description: "Whom or what it is about; `id` is that of an end user.",
  examples: [{ id: "user-17" }],
});

const members = {
  content: text(100_000, {
    description: "What to remember.",
    examples: ["Ada prefers meetings before noon."],
  }),
  kind: Type.Optional(memoryKind),
  scope: Type.Optional(memoryScope),
  subject: Type.Optional(subject),
  source_context: Type.Optional(Type.String({ maxLength: 100_000 })),
  forget_after: Type.Optional(Type.String({ ...anyInstant, description: "It can be recalled until then." })),
  forget_reason: Type.Optional(Type.String({ maxLength: 10_000 })),
  shape_id: Type.Optional(reference()),
};

/** A memory as it is stored, without its ID. */
const plainMemory = exact(members);

/** A memory that is stored, without its ID. */
export type PlainMemory = Static<typeof plainMemory>;

const sentMembers = {
  ...members,
  subject_id: Type.Optional({
    ...subjectId,
    ...extension,
    description: "Whom it is about: short for `subject` with this `id`.",
  }),
};

/** One of a batch. */
export const memoryItem = exact(sentMembers, {
  title: "MemoryItem",
  description: "One memory of a batch.",
});

/** A memory that waits in a delta. */
export const stagedMemory = exact({ id: id(), ...members });

/** The members of each item of a batch. */
export const itemMembers: readonly string[] = Object.keys(sentMembers);

/** Maximum memories of a batch. */
export const maxItems = 100;

/** The body of a write: one memory, or a batch. */
export const memoryBody = Type.Object(
  {
    ...sentMembers,
    content: Type.Optional(members.content),
    memories: Type.Optional(list(memoryItem, { minItems: 1, maxItems })),
    apply: Type.Optional(
      Type.Boolean({
        description:
          "False stages the write in a delta: the default of keys that may only propose, which cannot send true.",
      }),
    ),
    ...projectMember,
  },
  {
    additionalProperties: false,
    if: { required: ["memories"] },
    else: { required: ["content"] },
    title: "MemoryBody",
    description: "One memory with its `content`, or up to 100 of them as `memories`.",
    examples: [{ content: "Ada prefers meetings before noon.", kind: "preference", scope: "project" }],
  },
);

/** The result of a write. */
export const writeStatus = Type.Enum(["applied", "staged", "failed"], {
  description:
    "`failed`: it should have been applied at once but had expired by then; it is staged in its delta.",
});

/** The response to a write. */
export const memoryWritten = answer(
  {
    id: orNull(id()),
    status: writeStatus,
    project_id: id(),
    delta_id: orNull(id({ description: "The delta in which the write awaits review." })),
    applied: Type.Boolean(),
    results: Type.Optional(
      list(exact({ index: Type.Integer({ minimum: 0 }), id: id(), status: writeStatus }), { ...extension }),
    ),
  },
  {
    title: "MemoryWritten",
    description: "The result of a write; a batch has `id: null` and `results`.",
    examples: [
      {
        id: "0198c0de-7a11-7c3e-9b1f-3d2a5e6f7081",
        status: "applied",
        project_id: "0198c0de-7a11-7c3e-9b1f-3d2a5e6f7080",
        delta_id: null,
        applied: true,
        request_id: "req_5d0c1f6e8a9b4c7d8e2f3a4b5c6d7e8f",
      },
    ],
  },
);

/** A memory. */
export const memory = exact(
  {
    id: id(),
    content: Type.String({ examples: ["Ada prefers meetings before noon."] }),
    kind: orNull(memoryKind),
    scope: memoryScope,
    subject: orNull(anyObject, { examples: [null] }),
    source_context: orNull(Type.String(), { examples: [null] }),
    forget_after: orNull(instant, { examples: [null] }),
    forget_reason: orNull(Type.String(), { examples: [null] }),
    shape_id: orNull(id(), { examples: [null] }),
    project_id: id(),
    created_at: instant,
  },
  { title: "Memory", description: "A memory that can be recalled." },
);

/** A memory as an answer. */
export const memoryAnswer = answer(memory.properties, { title: "MemoryAnswer" });
