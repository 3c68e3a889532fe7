// Changes of slices, and of the log: the schemas of the API.

import { Type } from "typebox";
import { answer, exact, id, instant, list, orNull, projectMember } from "../http/schemas.ts";

const sequence = Type.Integer({
  minimum: 0,
  description: "The place in the log of the project: of the write, or of the last one before it.",
  examples: [42],
});

/** A change of a slice. */
const sliceChange = exact(
  {
    kind: Type.Enum(["entered", "left", "changed"], {
      description: "`changed`: it was written, and is in the slice before and after.",
      examples: ["entered"],
    }),
    entity_id: id(),
    at: instant,
    reason: Type.Enum(["write", "time", "names"], {
      description:
        "`write`: it was written or deleted. `time`: it became older than a date of the slice. `names`: a name in the slice stands for something else.",
      examples: ["write"],
    }),
    sequence,
  },
  { title: "SliceChange", description: "What has entered a slice, left it, or was changed in it." },
);

const cursor = Type.String({
  description: "Send it as `cursor` for what comes next. There is always one.",
  examples: ["WyJrM2oiLCI0MiIsIjAiLCIxNzY0MjQ0MDAwMDAwIiwiIiwiMCIsIjAiXQ"],
});

const hasMore = Type.Boolean({
  description: "Whether there are more changes already. An empty page has none after it.",
  examples: [false],
});

/** A page of changes of a slice. */
export const sliceChangesAnswer = answer(
  { changes: list(sliceChange), next_cursor: cursor, has_more: hasMore },
  { title: "SliceChanges" },
);

const side = exact(
  {
    type: Type.String({ examples: ["Person"] }),
    shape_id: orNull(id()),
    source_id: orNull(id()),
    source_shape_id: orNull(id()),
    created_at: instant,
  },
  { title: "ChangeSide", description: "What decides which slices an entity is in." },
);

/** A change of the log. */
export const logChange = exact(
  {
    sequence,
    entity_id: id(),
    at: instant,
    before: orNull(side, { description: "Null: it was not there, or the key did not see it." }),
    after: orNull(side, { description: "Null: it is there no more, or the key does not see it." }),
  },
  {
    title: "LogChange",
    description: "A write of an entity. With equal sides, something else of it has changed.",
  },
);

/** A page of the log. */
export const logAnswer = answer(
  { changes: list(logChange), next_cursor: cursor, has_more: hasMore },
  { title: "LogChanges" },
);

/** The cursor of a place to follow from. */
export const cursorParameter = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 300,
    description:
      "The `next_cursor` of the page before, or a `changes_cursor`. Without it there are no changes, and the cursor of now.",
  }),
);

/** The query of a page of changes. */
export const changesQuery = exact({
  ...projectMember,
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, default: 50, description: "How many changes a page has." }),
  ),
  cursor: cursorParameter,
});
