// The parts of an OpenAPI 3.1 document that the service writes and its pages read.

import type { JsonValue } from "../values/json.ts";
import type { Permission } from "../values/permission.ts";

/** The whole document. */
export interface OpenapiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly security: readonly Security[];
  readonly tags: readonly TagObject[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: Components;
}

/** The named parts of the document. */
export interface Components {
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly headers: Readonly<Record<string, HeaderObject>>;
  /** Problems, by code. */
  readonly responses: Readonly<Record<string, ResponseObject>>;
  readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** A group of operations. */
export interface TagObject {
  readonly name: string;
  readonly description?: string;
}

/** Which key an operation needs. */
export type Security = Readonly<Record<string, readonly string[]>>;

/** The operations of a path, by method in lower case. */
export type PathItem = Readonly<Record<string, Operation>>;

/** A method of a path. */
export interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security?: readonly Security[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>;
  /** What the key must be allowed to do, unless it is a dry run. */
  readonly "x-permission"?: Permission;
  /** Set if the operation is an extension of the specification. */
  readonly "x-extension"?: true;
}

/** A parameter of a path, a query or the headers. */
export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
  readonly "x-extension"?: true;
}

/** A body that is sent. */
export interface RequestBody {
  readonly required: boolean;
  readonly description?: string;
  readonly content: Readonly<Record<string, Media>>;
}

/** A body of one media type. */
export interface Media {
  readonly schema: Schema;
  readonly example?: JsonValue;
}

/** An answer. */
export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, HeaderObject | Reference>>;
  readonly content?: Readonly<Record<string, Media>>;
  /** The codes of the problems that have this status. */
  readonly "x-codes"?: readonly string[];
}

/** A header of an answer. */
export interface HeaderObject {
  readonly description: string;
  readonly schema: Schema;
}

/** Something that is in the document under a name. */
export interface Reference {
  readonly $ref: string;
}

/** A schema: of the keywords of JSON Schema, those that the service uses. */
export interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly JsonValue[];
  readonly const?: JsonValue;
  readonly default?: JsonValue;
  readonly examples?: readonly JsonValue[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly "x-extension"?: true;
}

/** Schemas by name. */
export type Schemas = Readonly<Record<string, Schema>>;
