// Requests about what no role of requests may read: keys and projects.

import type { FastifyRequest } from "fastify";
import { type Database, transaction } from "../../database/transaction.ts";
import { Problem } from "../../values/problem.ts";
import { Refusal } from "../../values/refusal.ts";
import type { Run } from "./idempotency.ts";
import { tenantOf } from "./tenant.ts";

/** Runs the work of a request as the owner of the tables, in the share of its key. */
export type RunFor = (request: FastifyRequest) => Run;

/** Creates such a runner. */
export function ownerOf(database: Database): RunFor {
  const asOwner = { ...database, roles: undefined };
  return (request) => async (work) => await transaction(asOwner, tenantOf(request), work);
}

/** Runs work that may refuse the name in a body. */
export async function naming<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Problem("invalid_request", { errors: [{ pointer: "/name", message: error.message }] });
  }
}
