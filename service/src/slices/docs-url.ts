// Where the diagnostics of this service are explained.

import type { Tenant } from "../database/transaction.ts";

/** The page of this service that explains diagnostics, for those who can follow a link to it: at the address that they use. */
export function docsUrlFor({ baseUrl = "" }: Pick<Tenant, "baseUrl">): string {
  return `${baseUrl}/docs/diagnostics`;
}
