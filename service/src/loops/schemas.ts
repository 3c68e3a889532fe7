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
  projectMember,
  reference,
  requestId,
  words,
} from "../http/schemas.ts";
import type { JsonObject } from "../values/json.ts";
import { eventKinds, loopEfforts, loopKinds, loopStatuses } from "../values/loop-kinds.ts";

const count = Type.Integer({ minimum: 0, examples: [3] });
const goal = words(10_000, { examples: ["Extract people, and the companies that they work at."] });

const subject = Type.Union(
  [
    words(1000),
    Type.Object(
      {
        type: Type.Optional(words(1000)),
        name: Type.Optional(words(1000)),
        id: Type.Optional(reference()),
      },
      { additionalProperties: false },
    ),
  ],
  {
    description: "What a hydrate is about: a name, or what is known of an entity.",
    examples: ["Ada Lovelace"],
  },
);

/** The body that starts a loop. Kind and effort are checked later, as they have error codes of their own. */
export const loopBody = exact(
  {
    kind: Type.Optional(
      Type.String({
        description:
          "`graph_extraction` reads everything; `hydrate` only what concerns its subject or purpose.",
        default: "graph_extraction",
        examples: ["graph_extraction"],
      }),
    ),
    goal: Type.Optional(goal),
    head_delta_id: Type.Optional(
      reference({ description: "An open delta to continue; what its loops have read is not read again." }),
    ),
    context: Type.Optional(
      exact({
        source_ids: Type.Optional(
          list(reference(), {
            minItems: 1,
            maxItems: 1000,
            description: "Default: all sources of the project.",
          }),
        ),
        subject: Type.Optional(subject),
        purpose: Type.Optional(words(10_000, { description: "What a hydrate is for." })),
      }),
    ),
    schema: Type.Optional(
      exact({
        shape_ids: Type.Optional(
          list(reference(), {
            minItems: 1,
            maxItems: 1000,
            description: "Default: all shapes of the project; if it has more than 1,000, name them.",
          }),
        ),
      }),
    ),
    loop: Type.Optional(
      exact({
        effort: Type.Optional(
          Type.String({
            description:
              "`agentic`; or `agentic_plus`, which reads twice and keeps what both readings support.",
            default: "agentic",
            examples: ["agentic"],
          }),
        ),
        max_iterations: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
        quality_threshold: Type.Optional(Type.Number({ minimum: 0, maximum: 1, default: 0.8 })),
      }),
    ),
    output: Type.Optional(
      exact({
        type: Type.Optional(Type.Literal("delta")),
        apply: Type.Optional(Type.Boolean({ description: "Loops only stage: true is refused." })),
      }),
    ),
    dry_run: Type.Optional(
      Type.Boolean({
        default: false,
        description: "Show what would be read and what it would cost, and start nothing.",
      }),
    ),
    ...projectMember,
  },
  { title: "LoopBody", examples: [{ goal: "Extract people, and the companies that they work at." }] },
);

const status = Type.Enum(loopStatuses, {
  description: "The last three are final.",
});
const link = (path: string) =>
  Type.String({ examples: [`/v1/loops/0198c0de-7a11-7c3e-9b1f-3d2a5e6f7081${path}`] });

const started = {
  loop_id: id(),
  status,
  goal: Type.String({ examples: ["Extract people, and the companies that they work at."] }),
  project_id: id(),
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
    quality_threshold: Type.Number({ ...extension, minimum: 0, maximum: 1, examples: [0.8] }),
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

/** Accepts only the project. */
export const cancelBody = exact(projectMember, { examples: [{}] });
