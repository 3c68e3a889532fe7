// The JSON Schemas of what goes in and comes out, for programs that check bodies and for editors that complete them.

import { diagnosticCodes } from "../../src/diagnostics/catalogue/catalogue.ts";
import { ranks } from "../../src/diagnostics/collector.ts";
import { hrefOf } from "../../src/diagnostics/href.ts";
import { timestampPattern } from "../../src/semantics/timestamp.ts";
import { dateField } from "../../src/vocabulary/fields.ts";
import { operators } from "../../src/vocabulary/operators.ts";
import { isMembership, qualifiers } from "../../src/vocabulary/qualifiers.ts";
import { vocabulary } from "./vocabulary.ts";

/** A JSON Schema of draft 2020-12. */
export type Schema = Readonly<Record<string, unknown>>;

/** Each schema by the name of its file, which is also its `$id`: references between them are relative. */
export function schemas(): ReadonlyMap<string, Schema> {
  return new Map([
    named("filter-definition", "Filter definition", filterDefinition()),
    named("slice-filter", "Slice filter", sliceFilter()),
    named("slice-body", "Slice body", sliceBody()),
    named("diagnostic", "Diagnostic", diagnostic()),
    named("catalog", "Catalog", catalog()),
  ]);
}

function named(name: string, title: string, schema: Schema): readonly [string, Schema] {
  const $id = `${name}.schema.json`;
  return [$id, { $schema: "https://json-schema.org/draft/2020-12/schema", $id, title, ...schema }];
}

function filterDefinition(): Schema {
  const instant = "ISO 8601 in UTC with milliseconds.";
  const path = text(
    "Object keys joined by dots; \\. and \\\\ escape. Own properties only, never into a list or a string.",
  );
  return {
    ...object(
      "What is in a slice, resolved: all parts must hold.",
      {
        entityTypes: list("The entity's type is one of these. Missing: any type. Empty: no entity."),
        propertyFilters: {
          description: "All of these hold.",
          type: "array",
          items: { $ref: "#/$defs/propertyFilter" },
        },
        dateRange: object(
          "The entity's date is in this range, which is half-open.",
          {
            field: text("The property that holds the entity's date, as a path."),
            start: { ...text(`The first instant in the range. ${instant}`), pattern: instantPattern },
            end: { ...text(`The first instant after the range. ${instant}`), pattern: instantPattern },
          },
          ["field"],
        ),
      },
      ["propertyFilters"],
    ),
    $defs: { propertyFilter: propertyFilter(path) },
    examples: [
      {
        entityTypes: ["Person"],
        propertyFilters: [
          {
            path: vocabulary.fields["shape"],
            operator: "in",
            value: ["c0ffee00-0000-4000-8000-000000000010"],
          },
        ],
        dateRange: { field: vocabulary.fields[dateField], start: "2026-08-20T12:00:00.000Z" },
      },
    ],
  };
}

/** Days that exist, as databases look for them, and no year 0000, which these leave to a comparison. */
const instantPattern = timestampPattern.replace("^", "^(?!0000)");

/** What a value may be depends on the operator. */
function propertyFilter(path: Schema): Schema {
  const lists = ["in", "nin"];
  const flags = ["exists"];
  const notNull: Schema = { not: { type: "null" } };
  const others = operators.filter((operator) => ![...lists, ...flags].includes(operator));
  const pair = (names: readonly string[], value: Schema): Schema => ({
    properties: { operator: { enum: names }, value },
  });
  return {
    ...object(
      "A condition on one property. A missing or null property fails every operator but exists: false.",
      {
        path,
        operator: { description: "How it compares, without coercion.", enum: [...operators] },
        value: {
          description:
            "A list without null for in and nin, true or false for exists, anything but null for the others.",
        },
      },
      ["path", "operator", "value"],
    ),
    anyOf: [
      pair(lists, { type: "array", items: notNull }),
      pair(flags, { type: "boolean" }),
      pair(others, notNull),
    ],
  };
}

function sliceFilter(): Schema {
  const rows = qualifiers.filter(({ word }) => isMembership(word));
  const lists = rows.map(({ word, summary, example }) => [
    word,
    { ...list(`${capital(summary)}. Several unite.`), minItems: 1, examples: [[example]] },
  ]);
  return {
    ...object(
      "A slice as data: the structured mirror of CQL. Its keys intersect.",
      Object.fromEntries(lists),
      [],
    ),
    examples: [Object.fromEntries(rows.slice(0, 2).map(({ word, example }) => [word, [example]]))],
  };
}

function sliceBody(): Schema {
  return {
    ...object(
      "The body of a request that creates a slice.",
      {
        name: text("The name of the slice, kept as sent."),
        cql: text("The query; empty for the whole project. It decides if there is a filter too."),
        filter: { description: "The same as data. Not looked at if there is a query." },
        project_id: text("The project, for keys that are not bound to one."),
      },
      ["name"],
    ),
    anyOf: [
      { required: ["cql"] },
      { required: ["filter"], properties: { filter: { $ref: "slice-filter.schema.json" } } },
    ],
    examples: [{ name: "New people", cql: 'type:Person shape:"Sales CRM" after:3mo' }],
  };
}

/** The file that the command line and editors look names up in. */
function catalog(): Schema {
  const entries = (what: string): Schema => ({
    description: `The ${what}. A name may be there with several ids, and an id with several names.`,
    type: "array",
    items: object(
      "A name, and what it stands for.",
      {
        id: text("What entities have; a name stands for it."),
        name: text("What queries have, compared exactly."),
      },
      ["id", "name"],
    ),
  });
  return {
    ...object(
      "The names that a query may use, and their ids. Each member may be left out.",
      {
        shapes: entries("shapes, for shape: and source-shape:"),
        sources: entries("sources, for source:"),
        types: list("The types of entities, if all of them are known. Without it types are not checked."),
      },
      [],
    ),
    examples: [
      {
        shapes: [{ id: "s1", name: "Sales CRM" }],
        sources: [{ id: "g1", name: "gmail" }],
        types: ["Person", "Company"],
      },
    ],
  };
}

function diagnostic(): Schema {
  const message = text("What it says, for a person.");
  return {
    ...object(
      "One finding about a query.",
      {
        code: { description: "Which of the closed set of findings this is.", enum: [...diagnosticCodes] },
        severity: {
          description: "An error is refused; all else compiles.",
          enum: Object.keys(ranks),
        },
        message,
        data: {
          description:
            "What the message is made from; its members depend on the code, and one that is unknown is left out.",
          type: "object",
          additionalProperties: true,
        },
        span: { $ref: "#/$defs/span" },
        path: text(
          "In a slice body: the member that it is about, as a JSON Pointer (RFC 6901); empty for the body itself.",
        ),
        related: {
          description: "Other places that it refers to.",
          type: "array",
          items: object("A place.", { span: { $ref: "#/$defs/span" }, message }, ["span", "message"]),
        },
        tags: {
          description: "unnecessary: the text can go.",
          type: "array",
          items: { const: "unnecessary" },
        },
        fixes: {
          description: "Fixes, the best first.",
          type: "array",
          items: { $ref: "#/$defs/fix" },
        },
        href: text("What the documentation says about it: an absolute address with the code as its anchor."),
      },
      ["code", "severity", "message", "data", "span", "href"],
    ),
    $defs: { span: span(), fix: fix() },
    examples: [diagnosticExample],
  };
}

const diagnosticExample = {
  code: "qualifier-case",
  severity: "error",
  message: "Qualifiers must be lowercase: write `type:`, not `Type:`.",
  data: { written: "Type", qualifier: "type" },
  span: { start: 0, end: 4 },
  href: hrefOf("qualifier-case"),
};

function span(): Schema {
  const offset = (description: string): Schema => ({ description, type: "integer", minimum: 0 });
  return object(
    "A stretch of the query, half-open.",
    {
      start: offset("In UTF-16 code units from the beginning of the query."),
      end: offset("In the same units; not before start."),
    },
    ["start", "end"],
  );
}

function fix(): Schema {
  const edit = object(
    "What replaces a stretch of the query.",
    { span: { $ref: "#/$defs/span" }, text: text("The new text.") },
    ["span", "text"],
  );
  return object(
    "A fix.",
    {
      title: text("What it does, in the imperative."),
      edits: { description: "They do not overlap.", type: "array", items: edit },
      preferred: { description: "Whether this is the one certain reading.", type: "boolean" },
    },
    ["title", "edits"],
  );
}

function object(description: string, properties: Schema, required: readonly string[]): Schema {
  const need = required.length === 0 ? {} : { required };
  return { description, type: "object", properties, ...need, additionalProperties: false };
}

function list(description: string): Schema {
  return { description, type: "array", items: { type: "string" } };
}

function text(description: string): Schema {
  return { description, type: "string" };
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
