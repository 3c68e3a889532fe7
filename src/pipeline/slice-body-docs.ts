// The documentation of the two codes about slice bodies. Their examples are bodies as JSON.
import type { RuleDocs } from "../diagnostics/docs.ts";

/** Documentation of `malformed-body`. */
export const malformedBodyDocs: RuleDocs<"malformed-body"> = {
  code: "malformed-body",
  why: "`compileSlice` refuses a body with a member that is unknown or of the wrong type: a misspelt `cql` would otherwise be dropped and the slice be the whole project. So is a body with neither `cql` nor `filter`, which would be the whole project too; who wants that says so with an empty `cql`. An empty list in `filter` could mean everything or nothing. A body has no text to point at, so the message and the `path` name the member.",
  invalid: [
    { text: '{ "name": "People", "qcl": "type:Person" }' },
    { text: '{ "cql": "type:Person" }' },
    { text: '{ "name": "Everything" }' },
    { text: '{ "name": "People", "cql": ["type:Person"] }' },
    { text: '{ "name": "People", "filter": { "type": "Person" } }' },
    { text: '{ "name": "People", "filter": { "types": ["Person"] } }' },
    { text: '{ "name": "People", "filter": { "type": [] } }' },
    { text: "[]" },
  ],
  valid: [
    '{ "name": "People", "cql": "type:Person" }',
    '{ "name": "People", "filter": { "type": ["Person"] } }',
    '{ "name": "Everything", "cql": "" }',
  ],
};

/** Documentation of `filter-ignored`. */
export const filterIgnoredDocs: RuleDocs<"filter-ignored"> = {
  code: "filter-ignored",
  why: "`filter` mirrors `cql`. A body may have both, and then `cql` is canonical: `filter` is ignored, so this is reported.",
  invalid: [{ text: '{ "name": "People", "cql": "type:Person", "filter": { "type": ["Company"] } }' }],
  valid: [
    '{ "name": "People", "cql": "type:Person" }',
    '{ "name": "People", "filter": { "type": ["Person"] } }',
  ],
};
