// Loops: the schemas of what requests send.

import { Type } from "typebox";
import { exact, list, projectMember, reference, words } from "../http/schemas.ts";

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
        reread: Type.Optional(
          Type.Boolean({
            default: false,
            description: "Read again, and pay for, documents that were read before and have not changed.",
          }),
        ),
        reconsider: Type.Optional(
          Type.Boolean({
            default: false,
            description:
              "Stage again what was rejected. The documents that say it are read again, and paid for.",
          }),
        ),
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

/** Accepts only the project. */
export const cancelBody = exact(projectMember, { examples: [{}] });
