// Which webhooks a key sees.

import { type RawBuilder, type SqlBool, sql } from "kysely";
import { ofTenant } from "../database/of-tenant.ts";
import type { Tenant } from "../database/transaction.ts";
import { Problem } from "../values/problem.ts";

/** Whether a webhook, or a delivery of one, is the tenant's; to a limited key, whether it has made it. */
export function webhooksOf(tenant: Tenant): RawBuilder<SqlBool> {
  const own = ofTenant(tenant);
  return tenant.limits === undefined ? own : sql`${own} and key_id = ${tenant.keyId}::uuid`;
}

/** The message for a webhook that does not exist. */
export function noWebhook(): Problem {
  return new Problem("not_found", { detail: "The project has no webhook with this ID." });
}
