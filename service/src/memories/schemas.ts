// Memories: the schemas of the API.

import { type Static, Type } from "typebox";
import { memoryKinds, memoryScopes } from "../database/memory-tables.ts";
import {
  answer,
  anyInstant,
  anyObject,
  exact,
  extension,
  id,
  instant,
  instantWith,
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

/** A conversation, or another sequence of memories. */
export const thread = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: printablePattern,
  description:
    "The conversation or other sequence that it is part of, in the order of `valid_at`. A search ranks what stands next to a hit higher, and shows it with `context`.",
  examples: ["chat-2026-11-20"],
});

/** When something was so, as it is sent. */
export const validAt = Type.String({
  ...anyInstant,
  description: "When it was so or was said, if that is not when it is written.",
});

/** The members of a memory as they are sent. */
export const memoryMembers = {
  content: text(100_000, {
    description: "What to remember.",
    examples: ["Ada prefers meetings before noon."],
  }),
  kind: Type.Optional(memoryKind),
  scope: Type.Optional(memoryScope),
  subject: Type.Optional(subject),
  source_context: Type.Optional(Type.String({ maxLength: 100_000 })),
  thread: Type.Optional({ ...thread, ...extension }),
  valid_at: Type.Optional({ ...validAt, ...extension }),
  forget_after: Type.Optional(Type.String({ ...anyInstant, description: "It can be recalled until then." })),
  forget_reason: Type.Optional(Type.String({ maxLength: 10_000 })),
  shape_id: Type.Optional(reference()),
  supersedes: Type.Optional(
    list(reference(), {
      ...extension,
      maxItems: 100,
      description:
        "The IDs of memories that it takes the place of: of the same end user, scope and project. They are recalled no more.",
      examples: [[]],
    }),
  ),
};

/** A memory as it is staged, without its ID. */
const plainMemory = exact(memoryMembers);

/** A memory as it is staged, without its ID. */
export type PlainMemory = Static<typeof plainMemory>;

/** A memory to be written. */
export type MemoryItem = PlainMemory & {
  /** False if it is written whatever else says the same. */
  readonly deduplicate?: boolean;
};

const sentMembers = {
  ...memoryMembers,
  deduplicate: Type.Optional(
    Type.Boolean({
      ...extension,
      description:
        "False writes it even if the key may recall a memory that says the same. One that supersedes others is always written, and one that is staged always staged.",
    }),
  ),
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
export const stagedMemory = exact({ id: id(), ...memoryMembers });

/** The members of each item of a batch. */
export const itemMembers: readonly string[] = Object.keys(sentMembers);

/** Maximum memories of a batch. */
export const maxItems = 100;

/** The body of a write: one memory, or a batch. */
export const memoryBody = Type.Object(
  {
    ...sentMembers,
    content: Type.Optional(memoryMembers.content),
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
    description:
      "One memory with its `content`, or up to 100 of them as `memories`; `thread` next to them is for those without one.",
    examples: [{ content: "Ada prefers meetings before noon.", kind: "preference", scope: "project" }],
  },
);

const isDuplicate = Type.Optional(
  Type.Literal(true, {
    ...extension,
    description:
      "Nothing was written: the key may recall a memory with the same content, kind, scope, thread and end user, which this is the ID of.",
  }),
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
    duplicate: isDuplicate,
    results: Type.Optional(
      list(
        exact({
          index: Type.Integer({ minimum: 0 }),
          id: id(),
          status: writeStatus,
          duplicate: isDuplicate,
        }),
        { ...extension },
      ),
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
    thread: orNull(thread, { examples: [null] }),
    valid_at: instantWith({ description: "When it was so or was said; `created_at` unless it was sent." }),
    forget_after: orNull(instant, { examples: [null] }),
    forget_reason: orNull(Type.String(), { examples: [null] }),
    shape_id: orNull(id(), { examples: [null] }),
    project_id: id(),
    created_at: instant,
    version: Type.Integer({
      minimum: 1,
      description: "Grows by one with each change.",
      examples: [1],
    }),
    superseded_by: orNull(
      id({ description: "The memory that was written in its place; it may be forgotten by now." }),
      { examples: [null] },
    ),
    recalled_as_new_at: instantWith({
      description:
        "When the same was last written: among equal hits of a search the latest comes first. Lists are in the order of `created_at`.",
    }),
  },
  { title: "Memory", description: "A memory." },
);

/** A memory as an answer. */
export const memoryAnswer = answer(memory.properties, { title: "MemoryAnswer" });
