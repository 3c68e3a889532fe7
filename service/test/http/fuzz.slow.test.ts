// Sends many requests made from the schemas of the OpenAPI document to each operation.

import fc from "fast-check";
import { test } from "vitest";
import { contractAt } from "../support/contract.ts";
import {
  broken,
  callerFor,
  operationsIn,
  requests,
  requireRefused,
  requireSound,
  send,
} from "../support/fuzz.ts";
import { registerWorker } from "../support/loops.ts";
import { startService } from "../support/service.ts";
import { createTenants } from "../support/tenants.ts";

const service = await startService();
await registerWorker(service.database);
const { askers, things } = await createTenants(service);
const { document } = await contractAt(service.url);
const values = { document, ids: things.map(({ id }) => id) };

test.each(operationsIn(document))(
  "$name accepts what matches its schemas, and refuses what violates them",
  async (operation) => {
    const any = requests(values, operation);
    const sound = fc.asyncProperty(any, async (request) =>
      requireSound(operation, request, await send(callerFor(askers, operation), operation, request)),
    );
    await fc.assert(sound, { numRuns: 400 });
    const refused = fc.asyncProperty(any, fc.nat(), async (request, at) => {
      const ways = broken(document, operation, request);
      const way = ways[at % ways.length];
      if (way !== undefined)
        requireRefused(operation, way, await send(callerFor(askers, operation), operation, way.request));
    });
    await fc.assert(refused, { numRuns: 400 });
  },
  300_000,
);
