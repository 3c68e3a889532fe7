// Schemas shared by several resources.

import { type TObject, type TProperties, Type } from "typebox";
import { defaultLimit, maxLimit } from "../database/page.ts";
import { anyInk, instantPattern } from "../values/check.ts";
import type { JsonObject, JsonValue } from "../values/json.ts";
import { uuidPattern } from "../values/uuid.ts";

/** Options of a schema that only document it. */
interface Described {
  readonly description?: string;
  /** Its name in the OpenAPI document. */
  readonly title?: string;
  readonly examples?: readonly JsonValue[];
  readonly "x-extension"?: true;
}

/** Options of a member or parameter that is an extension of the specification. */
export const extension = { "x-extension": true } as const;

/** Options of a text. */
interface TextOptions extends Described {
  readonly pattern?: string;
}

const someId = "0198c0de-7a11-7c3e-9b1f-3d2a5e6f7081";

/** An identifier. */
export function id(options: Described = {}) {
  return Type.String({ pattern: uuidPattern, examples: [someId], ...options });
}

/** The ID of another resource, in any form: a malformed one is refused where it is looked up. */
export function reference(options: Described = {}) {
  return Type.String({ maxLength: 100, examples: [someId], ...options });
}

/** The parameters of a path with the ID of a resource, such as a slice: a malformed ID is a 404, like an unknown one. */
export function idParams(resource: string) {
  return exact({ id: Type.String({ description: `The ID of the ${resource}.` }) });
}

/** An instant in responses, with more options. */
export function instantWith(options: Described) {
  return Type.String({
    pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$",
    description: "ISO 8601, UTC, milliseconds.",
    examples: ["2026-11-20T12:00:00.000Z"],
    ...options,
  });
}

/** An instant in responses. */
export const instant = instantWith({});

/** An instant in requests: a valid date and time, with any offset. */
export const anyInstant = Type.String({
  format: "date-time",
  pattern: instantPattern,
  description: "ISO 8601 with an offset or Z; stored with millisecond precision.",
  examples: ["2026-11-20T12:00:00Z"],
});

/** A text that is not empty. */
export function text(maxLength: number, options: TextOptions = {}) {
  return Type.String({ minLength: 1, maxLength, ...options });
}

/** A text that is not blank. */
export function words(maxLength: number, options: Described = {}) {
  return text(maxLength, { pattern: anyInk, ...options });
}

/** A value or null. */
export function orNull<Schema extends Type.TSchema>(schema: Schema, options: Described = {}) {
  return Type.Union([schema, Type.Null()], { ...options });
}

/** An object without other members. */
export function exact<Properties extends TProperties>(
  properties: Properties,
  options: Described & { readonly minProperties?: number } = {},
): TObject<Properties> {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/** A list. */
export function list<Schema extends Type.TSchema>(schema: Schema, options: Type.TArrayOptions = {}) {
  return Type.Immutable(Type.Array(schema, options));
}

/** Any JSON object. */
export const anyObject = Type.Unsafe<JsonObject>({
  type: "object",
  additionalProperties: true,
  examples: [{}],
});

/** The members of every response. */
export const requestId = Type.String({
  pattern: "^req_[0-9a-f]{32}$",
  description: "Quote it when you report a problem.",
  examples: ["req_5d0c1f6e8a9b4c7d8e2f3a4b5c6d7e8f"],
});

/** What is done all the same, though it may not be what was meant. */
export const warnings = list(
  exact(
    {
      pointer: Type.String({ description: "The JSON pointer of the member of the body that it is about." }),
      message: Type.String(),
    },
    { title: "Warning", description: "Something that was done, but may not be what was meant." },
  ),
  { description: "What may not be what was meant; it was done all the same.", examples: [[]] },
);

/** The cursor of the next page of a list. */
export const nextCursor = Type.Union([Type.String(), Type.Null()], {
  description: "Send it as `cursor` for the next page; null at the end.",
  examples: [null],
});

/** The project parameter, in a query or a body. */
export const projectMember = {
  project_id: Type.Optional(reference({ description: "The project; optional with a project key." })),
};

/** The query of a path without other parameters. */
export const projectQuery = exact(projectMember);

/** The parameters of a list, but for the project. */
export const pageQuery = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxLimit,
      default: defaultLimit,
      description: "How many items a page has; it also ends at 8 MiB.",
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 300,
      description: "The `next_cursor` of the previous page.",
      "x-extension": true,
    }),
  ),
};

/** The query of a list. */
export const listQuery = exact({ ...projectMember, ...pageQuery });

/** A response with these members. */
export function answer<Properties extends TProperties>(properties: Properties, options: Described = {}) {
  return exact({ ...properties, request_id: requestId }, options);
}
