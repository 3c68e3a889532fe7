// Loops: the schemas of the API.

import { Type } from "typebox";
import {
  answer,
  anyObject,
  exact,
  extension,
  id,
  instant,
  instantWith,
  list,
  nextCursor,
  orNull,
  requestId,
} from "../http/schemas.ts";
import type { JsonObject } from "../values/json.ts";
import {
  eventKinds,
  extractorNames,
  loopEfforts,
  loopKinds,
  loopStatuses,
  stopReasons,
} from "../values/loop-kinds.ts";

const count = Type.Integer({ minimum: 0, examples: [3] });
const status = Type.Enum(loopStatuses, {
  description: "The last three are final.",
});
const link = (path: string) =>
  Type.String({ examples: [`/v1/loops/0198c0de-7a11-7c3e-9b1f-3d2a5e6f7081${path}`] });

const read = {
  extractor: Type.Enum(extractorNames, {
    ...extension,
    description: "What reads the documents: rules, or a model.",
    examples: ["pattern"],
  }),
  note: Type.Optional(
    Type.String({
      ...extension,
      description: "What to know about the extractor: `goal` does not steer `pattern`.",
      examples: [
        "The extractor `pattern` reads with rules: `goal` does not steer it, and it finds whatever the shapes name.",
      ],
    }),
  ),
};

const started = {
  loop_id: id(),
  status,
  goal: Type.String({ examples: ["Extract people, and the companies that they work at."] }),
  project_id: id(),
  ...read,
  result: exact({
    type: Type.Literal("delta"),
    delta_id: id(),
    entity_count: count,
    relationship_count: count,
  }),
  poll: link(""),
  checkpoints: link("/checkpoints"),
  events: link("/events"),
};

/** A loop that was started. */
export const loopStarted = answer(started, { title: "LoopStarted" });

const quality = Type.Number({
  minimum: 0,
  maximum: 1,
  description: "(pieces read / pieces) × (finds with evidence / finds)",
  examples: [0.92],
});

const share = Type.Number({ minimum: 0, maximum: 1 });

/** A loop. */
export const loop = exact(
  {
    ...started,
    kind: Type.Enum(loopKinds, extension),
    effort: Type.Enum(loopEfforts, extension),
    iteration: Type.Integer({
      ...extension,
      minimum: 0,
      description: "How many are committed.",
      examples: [1],
    }),
    max_iterations: Type.Integer({ ...extension, minimum: 1, examples: [10] }),
    quality: orNull(quality, { ...extension, description: "Null before the first iteration is committed." }),
    coverage: orNull(share, { ...extension, description: "Pieces read / pieces.", examples: [1] }),
    evidence: orNull(share, {
      ...extension,
      description: "Finds with evidence / finds.",
      examples: [0.92],
    }),
    quality_threshold: Type.Number({ ...extension, minimum: 0, maximum: 1, examples: [0.8] }),
    stopped: orNull(Type.Enum(stopReasons), {
      ...extension,
      description:
        "Why it has ended: everything is read (`text_end`), or the quality or the number of iterations is reached; then another loop reads on. Null until then.",
      examples: ["text_end"],
    }),
    credits: exact({ reserved: count, spent: count }, extension),
    created_at: instantWith(extension),
    started_at: orNull(instant, { ...extension, examples: [null] }),
    finished_at: orNull(instant, { ...extension, examples: [null] }),
    error: orNull(exact({ code: Type.String(), message: Type.String() }), {
      ...extension,
      description: "Why the loop failed.",
      examples: [null],
    }),
  },
  { title: "Loop" },
);

/** The same as an answer. */
export const loopAnswer = answer(loop.properties, { title: "LoopAnswer" });

/** The response of a dry run. */
export const loopCompiled = exact(
  {
    dry_run: Type.Literal(true),
    status: Type.Literal("compiled"),
    kind: loop.properties.kind,
    goal: started.goal,
    project_id: id(),
    ...read,
    plan: exact(
      {
        sources: count,
        documents: count,
        characters: count,
        shapes: count,
        iterations: count,
        effort: loop.properties.effort,
      },
      {
        examples: [
          { sources: 1, documents: 3, characters: 2600, shapes: 1, iterations: 10, effort: "agentic" },
        ],
      },
    ),
    documents: exact(
      { new: count, changed: count, unchanged: count },
      {
        description:
          "How many documents were never read for this, with these shapes, goal and extractor; have changed since; and have not, and are not read again.",
        examples: [{ new: 3, changed: 0, unchanged: 12 }],
      },
    ),
    estimated_credits: count,
    unresolved: exact(
      { shapes: list(id()), sources: list(id()) },
      {
        description: "Shapes that name no types, and sources without documents.",
        examples: [{ shapes: [], sources: [] }],
      },
    ),
    request_id: requestId,
  },
  { title: "LoopCompiled" },
);

/** One event. */
export const event = exact(
  {
    sequence: Type.Integer({ minimum: 1, description: "1, 2, 3 … without a gap.", examples: [1] }),
    kind: Type.Enum(eventKinds),
    at: instant,
    iteration: Type.Integer({ minimum: 0, description: "0 before the first.", examples: [1] }),
    data: Type.Unsafe<JsonObject>({ ...anyObject, description: "Its members depend on the kind." }),
  },
  { title: "LoopEvent" },
);

/** The query of a list of events. */
export const eventsAnswer = answer(
  { events: list(event), next_after_sequence: count, has_more: Type.Boolean({ examples: [false] }) },
  { title: "LoopEvents" },
);

const checkpoint = exact(
  {
    checkpoint_id: id(),
    iteration: Type.Integer({ minimum: 1, examples: [1] }),
    sequence: Type.Integer({ minimum: 1, description: "That of its event.", examples: [12] }),
    created_at: instant,
    quality,
    counts: exact({ entities: count, relationships: count, documents: count }),
    usage: exact({ credits: count, input_tokens: count, output_tokens: count }),
    state: Type.Unsafe<JsonObject>({
      ...anyObject,
      description:
        "What a worker needs to resume, and a person to understand: what was read, missed, found and dropped.",
    }),
  },
  {
    title: "Checkpoint",
    description: "The state of a loop after an iteration; the figures are totals so far.",
  },
);

/** A page of the checkpoints of a loop. */
export const checkpointsAnswer = answer({ checkpoints: list(checkpoint), next_cursor: nextCursor });
