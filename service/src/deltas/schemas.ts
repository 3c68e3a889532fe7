// Deltas: the schemas of the API.

import { Type } from "typebox";
import { evidence } from "../changes/schemas.ts";
import { changeObjects, changeOperations, deltaStatuses } from "../database/tables.ts";
import {
  answer,
  anyObject,
  exact,
  id,
  instant,
  list,
  orNull,
  projectMember,
  reference,
} from "../http/schemas.ts";
import type { JsonObject } from "../values/json.ts";

const count = Type.Integer({ minimum: 0, examples: [3] });
const counts = exact({ entities: count, relationships: count, memories: count });

/** Changes that are reviewed together. */
export const delta = exact(
  {
    id: id(),
    status: Type.Enum(deltaStatuses, {
      description: "Only an open delta can be applied or discarded.",
    }),
    counts,
    project_id: id(),
    created_at: instant,
    finished_at: orNull(instant, { description: "When it was applied or discarded.", examples: [null] }),
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
  },
  { title: "Change", description: "One change of a delta." },
);

/** What to leave out. */
export const applyBody = exact(
  {
    exclude: Type.Optional(
      list(reference(), { maxItems: 10_000, description: "The IDs of changes to leave out." }),
    ),
    ...projectMember,
  },
  { title: "ApplyBody", examples: [{ exclude: ["0198c0de-7a11-7c3e-9b1f-3d2a5e6f7081"] }] },
);

/** The result of applying a delta. */
export const applied = exact(
  {
    id: id(),
    status: Type.Literal("applied"),
    applied: counts,
    excluded: Type.Integer({ minimum: 0, description: "How many changes were left out.", examples: [1] }),
    left_out: Type.Optional(
      list(id(), {
        description:
          "Those of them that were not named in `exclude`: relationships with an excluded end. Absent if there are none.",
        examples: [[]],
      }),
    ),
    project_id: id(),
  },
  { title: "AppliedDelta", description: "The result of applying a delta." },
);

/** The same as an answer. */
export const appliedAnswer = answer(applied.properties);

/** Accepts only the project. */
export const discardBody = exact(projectMember, { examples: [{}] });
