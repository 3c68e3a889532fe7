// The life of a memory: the schemas of the API.

import { type Static, Type } from "typebox";
import { memoryChanges } from "../database/memory-tables.ts";
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
import { memory, memoryKind, memoryMembers, subject, thread, validAt } from "./schemas.ts";

/** What of a memory can be changed; null clears a member. */
const patchMembers = {
  content: Type.Optional(memoryMembers.content),
  kind: Type.Optional(orNull(memoryKind)),
  subject: Type.Optional(orNull(subject)),
  source_context: Type.Optional(orNull(Type.String({ maxLength: 100_000 }))),
  thread: Type.Optional(orNull(thread, extension)),
  valid_at: Type.Optional(orNull(validAt, extension)),
  forget_after: Type.Optional(orNull(anyInstant)),
  forget_reason: Type.Optional(orNull(Type.String({ maxLength: 10_000 }))),
  shape_id: Type.Optional(orNull(reference())),
};

const plainPatch = exact(patchMembers);

/** What is to change of a memory. */
export type MemoryPatch = Static<typeof plainPatch>;

/** A change of a memory that waits in a delta. */
export const stagedPatch = exact({ id: id(), ...patchMembers });

/** The body of a change. */
export const patchBody = Type.Object(
  {
    ...patchMembers,
    apply: Type.Optional(
      Type.Boolean({
        description:
          "False stages the change in a delta: the default of keys that may only propose, which cannot send true.",
      }),
    ),
    ...projectMember,
  },
  {
    additionalProperties: false,
    anyOf: Object.keys(patchMembers).map((name) => ({ required: [name] })),
    title: "MemoryPatch",
    description: "What to change, at least one member; null clears one. Who can recall it cannot be changed.",
    examples: [{ content: "Ada prefers meetings after noon." }],
  },
);

/** A change that waits in a delta, as an answer. */
const stagedAnswer = answer(
  {
    id: id(),
    status: Type.Literal("staged"),
    applied: Type.Literal(false),
    delta_id: id({ description: "The delta in which the change awaits review." }),
    project_id: id(),
  },
  { title: "StagedMemoryPatch", description: "A change of a memory that awaits review." },
);

/** A memory after a change, or the change that waits. */
export const patchAnswer = Type.Union([answer(memory.properties, { title: "MemoryAnswer" }), stagedAnswer]);

/** Which version to bring back. */
export const restoreBody = exact(
  {
    version: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2_147_483_647,
        description: "An earlier version; without it, a superseded memory as it is.",
        examples: [1],
      }),
    ),
    ...projectMember,
  },
  { title: "RestoreBody", examples: [{ version: 1 }] },
);

/** A version of a memory. */
const memoryVersion = exact(
  {
    version: Type.Integer({ minimum: 1, examples: [1] }),
    content: text(100_000, { examples: ["Ada prefers meetings before noon."] }),
    kind: orNull(memoryKind),
    subject: orNull(anyObject, { examples: [null] }),
    thread: orNull(thread, { examples: [null] }),
    valid_at: instant,
    at: instant,
    key_id: id({ description: "The key with which it was made." }),
    change: Type.Enum(memoryChanges, { description: "What made it.", examples: ["created"] }),
  },
  { title: "MemoryVersion", description: "What a memory said, from then until the next version." },
);

/** The versions of a memory. */
export const historyAnswer = answer(
  {
    versions: list(memoryVersion),
    next_cursor: Type.Optional(
      Type.String({ description: "Send it as `cursor` for the next page; absent at the end.", examples: [] }),
    ),
  },
  { title: "MemoryHistory" },
);

/** A version as it is shown. */
export type MemoryVersion = Static<typeof memoryVersion>;
