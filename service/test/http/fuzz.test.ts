// Sends requests made from the schemas of the OpenAPI document to each operation: none returns a 5xx, and invalid ones are refused with the position of the error.

import fc from "fast-check";
import { expect, test } from "vitest";
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

const runs = 6;
const service = await startService();
await registerWorker(service.database);
const { askers, things } = await createTenants(service);
const { document } = await contractAt(service.url);
const values = { document, ids: things.map(({ id }) => id) };
const operations = operationsIn(document);

test.each(operations)("$name accepts what matches its schemas", async (operation) => {
  const property = fc.asyncProperty(requests(values, operation), async (request) => {
    requireSound(operation, request, await send(callerFor(askers, operation), operation, request));
  });
  await fc.assert(property, { numRuns: runs });
});

test.each(operations)("$name refuses what violates them in one place", async (operation) => {
  for (const request of fc.sample(requests(values, operation), 1))
    for (const each of broken(document, operation, request))
      requireRefused(operation, each, await send(callerFor(askers, operation), operation, each.request));
});

test("the document has operations to fuzz", () => expect(operations.length).toBeGreaterThan(25));
