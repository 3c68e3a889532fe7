// Slices: the schemas of the API.

import { Type } from "typebox";
import { diagnostic, scopeMembers } from "../http/query-schemas.ts";
import {
  answer,
  exact,
  extension,
  id,
  instant,
  list,
  orNull,
  projectMember,
  requestId,
  words,
} from "../http/schemas.ts";

const values = Type.Optional(list(Type.String(), { minItems: 1, maxItems: 1000 }));

/** The body of a new slice. */
export const sliceBody = exact(
  {
    name: words(500, { examples: ["Sales people"] }),
    cql: Type.Optional(
      Type.String({
        description: "The query. It takes precedence over `filter`; empty is the whole project.",
      }),
    ),
    filter: Type.Optional(
      exact(
        {
          type: values,
          shape: values,
          source: values,
          "source-shape": values,
          after: values,
          before: values,
        },
        {
          description: "The query as data: values of one key are united, keys are intersected.",
          minProperties: 1,
        },
      ),
    ),
    ...projectMember,
  },
  {
    title: "SliceBody",
    description: "A slice to create; it has `cql`, `filter`, or both.",
    examples: [{ name: "Sales people", cql: 'type:Person shape:"Sales CRM" after:3mo' }],
  },
);

const stored = {
  id: id(),
  name: Type.String({ examples: ["Sales people"] }),
  type: Type.Literal("dynamic", { description: "Resolved again whenever it is read." }),
  cql: Type.String({
    ...extension,
    description: "The query.",
    examples: ['type:Person shape:"Sales CRM" after:3mo'],
  }),
  promoted: Type.Boolean({ examples: [false] }),
  project_id: id(),
  created_at: instant,
};

/** A slice in a list: as it is stored. */
export const sliceRow = exact(stored, {
  title: "StoredSlice",
  description: "A stored slice, without its entities.",
});

/** The member that says what a limited key sees. */
export const keyScope = {
  key_scope: Type.Optional(
    exact(
      { cql: Type.String(), filter_definition: scopeMembers.filter_definition },
      {
        title: "KeyScope",
        description:
          "Only with a key that is limited to a slice: that slice. Entities outside are neither shown nor counted.",
        examples: [
          { cql: "type:Person", filter_definition: { entityTypes: ["Person"], propertyFilters: [] } },
        ],
        ...extension,
      },
    ),
  ),
};

/** The member of an answer that says from where on its changes can be followed. */
export const changesCursor = {
  changes_cursor: Type.String({
    ...extension,
    description:
      "Follow from here: send it as `cursor` to `GET /v1/slices/{id}/changes`, or as `Last-Event-ID` to its stream.",
    examples: ["WyJrM2oiLCI0MiIsIjAiLCIxNzY0MjQ0MDAwMDAwIiwiIiwiMCIsIjAiXQ"],
  }),
};

const resolved = {
  ...stored,
  matched: Type.Integer({
    minimum: 0,
    description: "How many entities are in it, exactly.",
    examples: [128],
  }),
  ...scopeMembers,
  ...keyScope,
  diagnostics: list(diagnostic, { ...extension, description: "Findings on the query.", examples: [[]] }),
  request_id: requestId,
};

/** A new slice, or what it would be. */
export const newSlice = exact(
  { ...resolved, id: orNull(id(), { description: "Null if nothing was stored." }) },
  { title: "Slice", description: "A named scope over the entities of a project." },
);

/** A slice, resolved again. */
export const resolvedSlice = exact(
  { ...resolved, resolved_at: instant, ...changesCursor },
  { title: "ResolvedSlice", description: "A slice whose names and dates were resolved now." },
);

/** The members that can be changed. */
export const slicePatch = Type.Object(
  { name: Type.Optional(words(500)), promoted: Type.Optional(Type.Boolean()), ...projectMember },
  {
    additionalProperties: false,
    anyOf: [{ required: ["name"] }, { required: ["promoted"] }],
    title: "SlicePatch",
    description: "What to change: the name, `promoted`, or both.",
    examples: [{ name: "Sales people, all offices" }],
  },
);

/** A slice after a change. */
export const sliceRowAnswer = answer(stored, { title: "StoredSliceAnswer" });
