// Deltas: the schemas of the API.

import { Type } from "typebox";
import { evidence } from "../changes/schemas.ts";
import { changeObjects, changeOperations, decisions, deltaStatuses } from "../database/tables.ts";
import {
  answer,
  anyObject,
  exact,
  extension,
  id,
  instant,
  list,
  listQuery,
  orNull,
  projectMember,
  reference,
  text,
} from "../http/schemas.ts";
import { maxItems, memoryItem } from "../memories/schemas.ts";
import type { JsonObject } from "../values/json.ts";

const count = Type.Integer({ minimum: 0, examples: [3] });
const counts = exact({ entities: count, relationships: count, memories: count });

/** Which state of a delta an answer shows. */
export const revision = Type.Integer({
  minimum: 1,
  description: "Grows by one with each request that changes anything of the delta or of its changes.",
  examples: [4],
  ...extension,
});

/** The revision that a request relies on. */
const seenRevision = Type.Optional(
  Type.Integer({
    minimum: 1,
    description:
      "The `revision` of the delta that you have read. If it has another by now, nothing is done, and the problem is `delta_changed`.",
    examples: [4],
    ...extension,
  }),
);

/** Changes that are reviewed together. */
export const delta = exact(
  {
    id: id(),
    status: Type.Enum(deltaStatuses, {
      description: "Only an open delta can be applied or discarded, and only an applied one reverted.",
    }),
    counts,
    applied_changes: Type.Integer({
      minimum: 0,
      description: "How many of its changes were applied: with `only`, some are before the others.",
      examples: [0],
    }),
    revision,
    project_id: id(),
    created_at: instant,
    finished_at: orNull(instant, {
      description: "When it was applied, discarded or reverted.",
      examples: [null],
    }),
  },
  { title: "Delta", description: "Changes that are reviewed together, and applied or discarded." },
);

/** A delta as an answer. */
export const deltaAnswer = answer(delta.properties, { title: "DeltaAnswer" });

/** One change of a delta. */
export const change = exact(
  {
    change_id: id(),
    operation: Type.Enum(changeOperations),
    object: Type.Enum(changeObjects),
    value: Type.Unsafe<JsonObject>({
      ...anyObject,
      description: "What is created, or the updated parts.",
      examples: [
        { id: "0198c0de-7a11-7c3e-9b1f-3d2a5e6f7085", type: "Person", name: "Ada Lovelace", properties: {} },
      ],
    }),
    before: orNull(anyObject, {
      description: "What an update replaces; null for a create.",
      examples: [null],
    }),
    confidence: Type.Number({ minimum: 0, maximum: 1, examples: [0.92] }),
    evidence: list(evidence),
    unsupported: list(Type.String(), {
      description:
        "JSON pointers into `value` to what none of the quotes contains, such as a date that was worked out: look it up in the document.",
      examples: [["/properties/email"]],
    }),
    decision: Type.Enum(decisions, {
      description:
        "What a reviewer decided: rejected changes are not applied, pending ones are like accepted ones.",
      examples: ["pending"],
    }),
    decided_by: orNull(id(), { description: "The key that decided.", examples: [null] }),
    decided_at: orNull(instant, { examples: [null] }),
    note: orNull(Type.String(), { description: "What the reviewer noted.", examples: [null] }),
    proposed: orNull(anyObject, {
      description: "The value as it was staged, if a reviewer has edited it.",
      examples: [null],
    }),
    applied: Type.Boolean({ description: "Whether it was applied, and not reverted.", examples: [false] }),
  },
  { title: "Change", description: "One change of a delta." },
);

const changeIds = (description: string) =>
  Type.Optional(list(reference(), { maxItems: 10_000, description }));

/** What to apply and what to leave out. */
export const applyBody = exact(
  {
    only: changeIds(
      "The IDs of changes to apply now; the others stay, and so does the delta, which stays open.",
    ),
    exclude: changeIds("The IDs of changes to leave out."),
    revision: seenRevision,
    ...projectMember,
  },
  { title: "ApplyBody", examples: [{ exclude: ["0198c0de-7a11-7c3e-9b1f-3d2a5e6f7081"] }] },
);

/** The result of applying a delta. */
export const applied = exact(
  {
    id: id(),
    status: Type.Enum(["applied", "open"], {
      description: "`open` with `only`: its other changes can be applied later.",
      examples: ["applied"],
    }),
    applied: counts,
    excluded: Type.Integer({
      minimum: 0,
      description: "How many changes were left out: excluded, rejected, or without an end.",
      examples: [1],
    }),
    left_out: Type.Optional(
      list(id(), {
        description:
          "Those of them that were neither excluded nor rejected: relationships with an end that is not applied. Absent if there are none.",
        examples: [[]],
      }),
    ),
    applied_changes: Type.Integer({
      minimum: 0,
      description: "How many changes of the delta were applied in all.",
      examples: [7],
    }),
    project_id: id(),
  },
  { title: "AppliedDelta", description: "The result of applying a delta." },
);

/** The same as an answer. */
export const appliedAnswer = answer(applied.properties);

/** The result of reverting a delta. */
export const reverted = exact(
  {
    id: id(),
    status: Type.Literal("reverted"),
    reverted: counts,
    project_id: id(),
  },
  { title: "RevertedDelta", description: "What was taken back." },
);

/** The same as an answer. */
export const revertedAnswer = answer(reverted.properties);

const quoted = Type.Optional(
  list(
    exact({
      document_id: reference(),
      quote: text(2000, {
        description: "As the document has it.",
        examples: ["Ada Lovelace maintains the package"],
      }),
    }),
    { maxItems: 20, description: "Quotes that support it; where they stand is looked up." },
  ),
);

const end = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'The ID of an entity, or the index of one of `entities`, as `"#0"`.',
  examples: ["#0"],
});

const proposedEntity = exact(
  {
    type: text(500),
    name: text(1000),
    properties: Type.Optional(anyObject),
    shape_id: Type.Optional(reference()),
    source_id: Type.Optional(reference()),
    evidence: quoted,
  },
  { title: "ProposedEntity", description: "An entity to be staged." },
);

const proposedRelationship = exact(
  { type: text(500), from: end, to: end, properties: Type.Optional(anyObject), evidence: quoted },
  { title: "ProposedRelationship", description: "A relationship to be staged." },
);

/** Maximum entities, and maximum relationships, of a proposal: it is reviewed by a person. */
const maxProposed = 1000;

/** What is to be staged. */
export const proposeBody = exact(
  {
    entities: Type.Optional(list(proposedEntity, { maxItems: maxProposed })),
    relationships: Type.Optional(list(proposedRelationship, { maxItems: maxProposed })),
    memories: Type.Optional(list(memoryItem, { maxItems: maxItems })),
    ...projectMember,
  },
  {
    title: "ProposeBody",
    description: "At least one item.",
    examples: [
      {
        entities: [
          { type: "Person", name: "Ada Lovelace" },
          { type: "Company", name: "Analytical Engines" },
        ],
        relationships: [{ type: "works_at", from: "#0", to: "#1" }],
      },
    ],
  },
);

/** A delta that was staged. */
export const proposed = answer({
  id: id(),
  status: Type.Literal("open"),
  changes: Type.Integer({
    minimum: 0,
    description: "How many changes it has, not counting what the project already has.",
    examples: [3],
  }),
});

/** The filters of a list of deltas. */
export const deltasQuery = exact({
  ...listQuery.properties,
  status: Type.Optional(Type.Enum(deltaStatuses, { description: "Those with this status." })),
  loop_id: Type.Optional(reference({ description: "The one into which this loop writes." })),
});

const bound = (description: string) => Type.Optional(Type.Number({ minimum: 0, maximum: 1, description }));

/** The filters of a list of changes. */
export const changesQuery = exact({
  ...listQuery.properties,
  decision: Type.Optional(Type.Enum(decisions, { description: "Those with this decision." })),
  object: Type.Optional(Type.Enum(changeObjects, { description: "Those of this kind of object." })),
  min_confidence: bound("Those with at least this confidence."),
  max_confidence: bound("Those with at most this confidence."),
});

/** Accepts only the project. */
export const discardBody = exact({ revision: seenRevision, ...projectMember }, { examples: [{}] });
