// Checks what is sent against the schemas of its route.

import type { FastifySchemaCompiler } from "fastify";
import type { TSchema } from "typebox";
import { checkOf } from "../values/check.ts";
import { Problem } from "../values/problem.ts";

/** Compiles the schemas of routes: what does not follow one is a {@link Problem} with its mistakes. */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema }) => {
  const check = checkOf(schema);
  return (value: unknown) => {
    const errors = check(value);
    return errors.length === 0 ? { value } : { error: new Problem("invalid_request", { errors }) };
  };
};
