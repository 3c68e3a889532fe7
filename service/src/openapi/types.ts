// Types of the OpenAPI 3.1 document, with the members that this document always has and its extensions.

import type { OpenAPIV3_1 } from "openapi-types";

/** A schema; one with `$ref` stands for a named one. */
export type Schema = OpenAPIV3_1.SchemaObject;

/** Schemas by name. */
export type Schemas = Readonly<Record<string, Schema>>;

/** A parameter. In the package its schema is one of OpenAPI 3.0. */
export interface Parameter extends Omit<OpenAPIV3_1.ParameterObject, "schema"> {
  description: string;
  required: boolean;
  schema: Schema;
}

/** An operation: neither its parameters nor its body are references. */
export interface Operation extends Omit<OpenAPIV3_1.OperationObject, "parameters"> {
  operationId: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: OpenAPIV3_1.RequestBodyObject;
  responses: OpenAPIV3_1.ResponsesObject;
  /** Set if it is an extension of the specification. */
  "x-extension"?: true;
}

/** The named parts of the document. */
export interface Components extends OpenAPIV3_1.ComponentsObject {
  schemas: Record<string, Schema>;
  /** Problems, by code. */
  responses: Record<string, OpenAPIV3_1.ResponseObject>;
}

/** The whole document. */
export interface OpenapiDocument extends Omit<OpenAPIV3_1.Document, "paths" | "components"> {
  tags: OpenAPIV3_1.TagObject[];
  /** Operations by path, and by method in lower case. */
  paths: Record<string, Record<string, Operation>>;
  components: Components;
}

declare module "openapi-types" {
  namespace OpenAPIV3_1 {
    interface NonArraySchemaObject {
      /** In the package only lists have it, and a schema that is read may be any. */
      items?: Schema;
    }
  }
  namespace OpenAPIV3 {
    interface BaseSchemaObject {
      /** As in JSON Schema, next to other keywords. */
      $ref?: string;
      patternProperties?: Record<string, Schema>;
      /** Set if it is an extension of the specification. */
      "x-extension"?: true;
    }
    interface ParameterBaseObject {
      /** Set if it is an extension of the specification. */
      "x-extension"?: true;
    }
    interface ResponseObject {
      /** The codes of the problems that have this status. */
      "x-codes"?: string[];
    }
  }
}
