// The path of credits.

import { Type } from "typebox";
import { build } from "../database/build.ts";
import { ledgerKinds } from "../database/loop-tables.ts";
import { type Database, transaction } from "../database/transaction.ts";
import type { App } from "../http/app.ts";
import { answer, exact, id, instant, list, listQuery, nextCursor, orNull } from "../http/schemas.ts";
import { newestOf } from "../database/newest.ts";
import { scopeOf } from "../http/v1/scope.ts";
import { creditsOf } from "./ledger.ts";

const entry = exact(
  {
    amount: Type.Integer({ description: "Negative for a reservation.", examples: [-12] }),
    loop_id: orNull(id(), { description: "Null for a grant, and for a loop of another project." }),
    kind: Type.Enum(ledgerKinds, {
      description:
        "A loop reserves credits when it starts, and settles when it ends: its entries then sum to minus what it spent.",
    }),
    created_at: instant,
  },
  { title: "CreditEntry", description: "One entry of an organization's ledger." },
);

const credits = answer(
  {
    balance: Type.Integer({
      description: "The sum of all entries; reservations are already deducted.",
      examples: [988],
    }),
    reserved: Type.Integer({ minimum: 0, description: "For loops that have not ended.", examples: [12] }),
    entries: list(entry),
    next_cursor: nextCursor,
  },
  { title: "Credits" },
);

/** Adds the path. */
export function creditRoutes(database: Database): (app: App) => void {
  return (app) => {
    const schema = {
      summary: "Read the credits of the organization, and their entries, newest first",
      querystring: listQuery,
      response: { 200: credits },
    };
    app.get("/v1/credits", { schema, config: { projectIsOptional: true } }, async (request) => {
      const scope = scopeOf(request);
      const query = build
        .selectFrom("ledger")
        .select(["id", "amount", "kind", "created_at"])
        // Other projects' loops are counted, and not named: the locks on loops keep to that, too.
        .select((e) =>
          e
            .selectFrom("loop")
            .select("loop.id")
            .where("loop.project_id", "=", scope.projectId)
            .whereRef("loop.id", "=", "ledger.loop_id")
            .as("loop_id"),
        )
        .where("organization_id", "=", scope.organizationId);
      const { page, sums } = await transaction(
        database,
        scope,
        async (tx) => ({
          page: await newestOf(tx, [query], request.query),
          sums: await creditsOf(tx, scope.organizationId),
        }),
        "repeatable read",
      );
      const entries = page.items.map(({ id: _id, created_at, ...row }) => ({
        ...row,
        created_at: created_at.toISOString(),
      }));
      return { ...sums, entries, next_cursor: page.next_cursor, request_id: request.id };
    });
  };
}
