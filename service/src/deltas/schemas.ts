// Deltas, as the API has them.

import { Type } from "typebox";
import type { JsonObject } from "../http/json.ts";
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

const count = Type.Integer({ minimum: 0, examples: [3] });
const counts = exact({ entities: count, relationships: count, memories: count });

/** Changes that are reviewed together. */
export const delta = exact(
  {
    id: id(),
    status: Type.Enum(["open", "applied", "discarded"], {
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

const evidenceExample = {
  source_id: "0198c0de-7a11-7c3e-9b1f-3d2a5e6f7083",
  document_id: "0198c0de-7a11-7c3e-9b1f-3d2a5e6f7084",
  quote: "Ada Lovelace maintains the package",
  start: 0,
  end: 34,
};

/** What a change rests on: a quote, and where it stands. */
const evidence = exact(
  {
    source_id: id(),
    document_id: id(),
    quote: Type.String(),
    start: count,
    end: count,
  },
  {
    title: "Evidence",
    description: "A quote that a change rests on, and where it stands in its document, in UTF-16 code units.",
    examples: [evidenceExample],
  },
);

/** A change that was applied, as what it was applied to shows it. */
export const origin = exact(
  {
    change_id: id(),
    delta_id: id(),
    loop_id: orNull(id(), { description: "The loop that found it." }),
    evidence: list(evidence),
    applied_at: instant,
  },
  {
    title: "Origin",
    description: "An applied change: which loop found it, and in which words of which document.",
  },
);

/** One change of a delta. */
export const change = exact(
  {
    change_id: id(),
    operation: Type.Enum(["create", "update"]),
    object: Type.Enum(["entity", "relationship", "memory"]),
    value: Type.Unsafe<JsonObject>({
      ...anyObject,
      description: "What is created, or what of it is updated.",
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

/** What applying a delta has done. */
export const applied = exact(
  {
    id: id(),
    status: Type.Literal("applied"),
    applied: counts,
    excluded: Type.Integer({ minimum: 0, description: "How many changes were left out.", examples: [1] }),
    project_id: id(),
  },
  { title: "AppliedDelta", description: "What applying a delta has done." },
);

/** The same as an answer. */
export const appliedAnswer = answer(applied.properties);

/** Nothing but the project can be said. */
export const discardBody = exact(projectMember, { examples: [{}] });
