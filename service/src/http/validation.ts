// Validates requests against the schemas of their routes.

import type { FastifySchemaCompiler } from "fastify";
import type { TSchema } from "typebox";
import { checkOf } from "../values/check.ts";
import { Problem } from "../values/problem.ts";

/** Compiles the schemas of routes into checks that throw a {@link Problem} with all mistakes. */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema }) => {
  const check = checkOf(schema);
  return (value: unknown) => {
    const errors = check(value);
    return errors.length === 0 ? { value } : { error: new Problem("invalid_request", { errors }) };
  };
};
