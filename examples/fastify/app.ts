// A route that stores a slice: 201 with the slice and its diagnostics for the author, or 422 with the errors.

import fastify, { type FastifyInstance } from "fastify";
import { type CatalogData, compileSlice, createCatalog, type Names, namesIn, type Slice } from "slice-cql";

/** What the route needs of your database. */
export interface Store {
  /** The shapes and sources with these names: one query, with two lists of names as parameters. */
  readonly lookUp: (names: Names) => Promise<CatalogData>;
  readonly save: (slice: Slice) => Promise<void>;
}

export function createApp({ lookUp, save }: Store): FastifyInstance {
  const app = fastify({ bodyLimit: 1_000_000 });

  app.post("/v1/slices", async ({ body }, reply) => {
    // A body is data from outside: its errors are in the diagnostics, and nothing throws.
    const names = namesIn(typeof body === "object" && body !== null ? body : {});
    const catalog = createCatalog(await lookUp(names));
    // Strict mode: a slice is a scope, so a query that was probably not meant is not stored. Leave `refuseAt` out to store it.
    const result = compileSlice(body, { catalog, refuseAt: "warning" });
    const { diagnostics } = result;
    if (!result.ok) return await reply.code(422).send({ diagnostics });
    await save(result.slice);
    return await reply.code(201).send({ slice: result.slice, diagnostics });
  });

  return app;
}
