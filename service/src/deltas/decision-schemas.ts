// Decisions about changes: the schemas of the API.

import { Type } from "typebox";
import { decisions } from "../database/tables.ts";
import {
  answer,
  anyObject,
  exact,
  id,
  list,
  orNull,
  projectMember,
  reference,
  text,
} from "../http/schemas.ts";
import { change, revision } from "./schemas.ts";

/** What a reviewer decides about a change. */
export const decideBody = exact(
  {
    decision: Type.Optional(Type.Enum(decisions, { examples: ["rejected"] })),
    value: Type.Optional(
      exact(
        {
          name: Type.Optional(text(1000)),
          type: Type.Optional(text(500)),
          properties: Type.Optional(anyObject),
          from: Type.Optional(reference()),
          to: Type.Optional(reference()),
          content: Type.Optional(text(100_000)),
        },
        {
          minProperties: 1,
          description: "Members of the value that are replaced, `properties` as a whole.",
          examples: [{ name: "Ada King" }],
        },
      ),
    ),
    note: Type.Optional(orNull(text(10_000), { description: "Null removes it.", examples: ["A nickname."] })),
    ...projectMember,
  },
  { title: "DecideBody", minProperties: 1, examples: [{ decision: "rejected", note: "Another Ada." }] },
);

/** What a reviewer decides about many changes. */
export const decideManyBody = exact(
  {
    decision: Type.Enum(decisions, { examples: ["accepted"] }),
    change_ids: list(reference(), {
      minItems: 1,
      maxItems: 1000,
      uniqueItems: true,
      description: "The IDs of changes of the delta.",
    }),
    note: Type.Optional(
      // Shorter than that of one change, as it is written a thousand times.
      orNull(text(1000), {
        description: "For each of them; null removes it.",
        examples: ["From the CRM."],
      }),
    ),
    ...projectMember,
  },
  {
    title: "DecideManyBody",
    examples: [{ decision: "accepted", change_ids: ["0198c0de-7a11-7c3e-9b1f-3d2a5e6f7081"] }],
  },
);

/** A change after a decision, as an answer. */
export const decidedAnswer = answer({ ...change.properties, revision }, { title: "DecidedAnswer" });

/** What is decided of a change. */
export const decidedChange = exact(
  {
    change_id: id(),
    decision: change.properties.decision,
    decided_by: change.properties.decided_by,
    decided_at: change.properties.decided_at,
  },
  { title: "DecidedChange", description: "What is decided of a change." },
);

/** The same of many, as an answer. */
export const decidedManyAnswer = answer({
  changes: list(decidedChange, { description: "In the order of `change_ids`." }),
  revision,
  decided: Type.Integer({
    minimum: 0,
    description: "How many of them had another decision before.",
    examples: [1],
  }),
});
