// Checks what is sent against the schemas of its route. All mistakes are listed, but of a value so large that finding them would keep others
// waiting, only the first.

import { AjvCompiler } from "@fastify/ajv-compiler";
import type { FastifySchemaCompiler } from "fastify";
import { isInstant } from "../values/instant.ts";

type Check = ReturnType<FastifySchemaCompiler<unknown>>;

/** All mistakes are looked for in a value of at most so many parts: to describe as many takes about 20 ms. */
const maxParts = 10_000;

/** Compiles the schemas of routes. */
export function validatorCompiler(): FastifySchemaCompiler<unknown> {
  const [compileForFirst, compileForAll] = [
    compilerFor({ allErrors: false }),
    compilerFor({ allErrors: true }),
  ];
  return (route) => {
    const findFirst = compileForFirst({ ...route });
    let findAll: typeof findFirst | undefined;
    const check: Check = (value: unknown) => {
      if (findFirst(value) === true) return true;
      check.errors = findFirst.errors ?? [];
      if (hasMoreParts(value, maxParts)) return false;
      findAll ??= compileForAll({ ...route });
      if (findAll(value) !== true) check.errors = findAll.errors ?? [];
      return false;
    };
    return check;
  };
}

function compilerFor(options: { readonly allErrors: boolean }) {
  return AjvCompiler()(
    {},
    {
      customOptions: { removeAdditional: false, coerceTypes: false, ...options },
      // The usual check accepts instants that the database cannot store.
      onCreate: (ajv) => ajv.addFormat("date-time", isInstant).addKeyword("x-extension"),
    },
  );
}

/** Whether a value has more parts in it than so many. It is not looked at further than that. */
function hasMoreParts(value: unknown, most: number): boolean {
  const waiting: unknown[] = [value];
  for (let seen = 0; waiting.length > 0; seen++) {
    if (seen + waiting.length > most) return true;
    const part = waiting.pop();
    // One list may have more than a call accepts.
    if (typeof part === "object" && part !== null) for (const each of Object.values(part)) waiting.push(each);
  }
  return false;
}
