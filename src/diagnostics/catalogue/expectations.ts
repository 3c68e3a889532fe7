// What a place of a slice body should be, in words.
import { listing } from "../../text/show.ts";
import { membershipQualifiers } from "../../vocabulary/qualifiers.ts";
import type { BodyExpectation } from "../arguments.ts";

/** The members that a slice body may have. */
export const bodyMembers = ["name", "cql", "filter", "project_id"] as const;

/** What is expected, so that a sentence can begin with the place. */
export const expectations: Readonly<Record<BodyExpectation, string>> = {
  body: "must be an object with `name`, and `cql` or `filter`",
  query: "must have `cql` or `filter`; an empty `cql` is the whole project",
  member: `is not a member of a slice body; valid members are ${listing(bodyMembers)}`,
  string: "must be a string",
  filter: "must be an object whose keys are qualifiers",
  qualifier: `is not a membership qualifier; valid ones are ${listing(membershipQualifiers)}`,
  strings: "must be an array of strings",
  "not-empty": "must have at least one member, or be left out",
};
