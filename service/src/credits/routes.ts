// The path of credits.

import { Type } from "typebox";
import { build } from "../database/build.ts";
import { readNewest } from "../database/newest.ts";
import { ofTenant } from "../database/of-tenant.ts";
import { answer, exact, id, instant, list, listQuery, nextCursor, orNull } from "../http/schemas.ts";
import { reading, type V1 } from "../http/v1/routes.ts";
import { ledgerKinds } from "../values/loop-kinds.ts";
import { readCredits } from "./ledger.ts";

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
export function creditRoutes(v1: V1): void {
  const schema = {
    operationId: "listCredits",
    summary: "Read the credits of the organization, and their entries, newest first",
    querystring: listQuery,
    response: { 200: credits },
  };
  const config = { projectIsOptional: true };
  reading(v1, "GET /v1/credits", { schema, config }, async (tx, tenant, { query }) => {
    const { organizationId } = tenant;
    const entries = build
      .selectFrom("ledger")
      .select(["id", "amount", "kind", "created_at"])
      // Loops of other projects count, but are not named: the policies of loops hide them as well.
      .select((e) =>
        e
          .selectFrom("loop")
          .select("loop.id")
          .where(ofTenant(tenant, "loop"))
          .whereRef("loop.id", "=", "ledger.loop_id")
          .as("loop_id"),
      )
      .where("organization_id", "=", organizationId);
    const { items, next_cursor } = await readNewest(tx, [entries], query);
    return { ...(await readCredits(tx, organizationId)), entries: items.map(toEntry), next_cursor };
  });
}

function toEntry<Row extends { readonly id: string; readonly created_at: Date }>({
  id: _id,
  created_at,
  ...row
}: Row) {
  return { ...row, created_at: created_at.toISOString() };
}
