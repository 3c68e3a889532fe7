// Which memories a key may recall.

import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Scope } from "../database/transaction.ts";

/**
 * The condition on rows of the table `memory`: those of the project, of which some are for the key that wrote them alone, and those of
 * the organization that are for all; none that is forgotten.
 */
export function recallable({ organizationId, projectId, keyId }: Scope): RawBuilder<SqlBool> {
  return sql`((scope = 'commons' and organization_id = ${organizationId})
    or (project_id = ${projectId} and (scope = 'project' or (scope = 'agent' and key_id = ${keyId}))))
    and (forget_after is null or forget_after > now())`;
}
