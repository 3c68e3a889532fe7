// Looks up what limits a key: its slices with the names and dates of this moment.

import { compile, createCatalog, namesIn } from "slice-cql";
import { intersect } from "slice-cql/algebra";
import type { FilterDefinition } from "slice-cql/sql";
import type { Static } from "typebox";
import { lookUp } from "../catalog/catalog.ts";
import { allSettledOrThrow } from "../database/all-settled.ts";
import { type Limits, settingsOfFilter } from "../database/limits.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import type { keyScope } from "./schemas.ts";

/** No entity is in it. */
const nothing: FilterDefinition = { entityTypes: [], propertyFilters: [] };

/** The tenant with what its key sees at the instant of the transaction, of which the policies learn as well. */
export async function lookUpLimits(tx: Transaction, tenant: Tenant): Promise<Tenant> {
  const { limits } = tenant;
  if (limits === undefined) return tenant;
  const filter = await filterOf(tx, tenant, limits);
  // Sent together with the next statement, which fails if one of them does.
  tx.set(settingsOfFilter(filter)).catch(() => undefined);
  return { ...tenant, limits: { ...limits, filter } };
}

/** What is in all slices of a key. */
async function filterOf(tx: Transaction, tenant: Tenant, { slices }: Limits): Promise<FilterDefinition> {
  if (slices.length === 0) return nothing;
  const names = slices.map((each) => namesIn(each));
  const all = (kind: "shapes" | "sources"): string[] => [...new Set(names.flatMap((each) => each[kind]))];
  // Not limited itself: what a slice names need not be in it.
  const { limits: _, ...whole } = tenant;
  const [named, now] = await allSettledOrThrow([
    lookUp(tx, whole, { shapes: all("shapes"), sources: all("sources") }),
    tx.now(),
  ]);
  const catalog = createCatalog(named);
  return slices
    .map((each) => {
      const compiled = compile(each, { catalog, now });
      // A date has left the calendar.
      return compiled.ok ? compiled.filter_definition : nothing;
    })
    .reduce(intersect);
}

/** The slice of what is asked and of what the key sees; undefined if that is everything. */
export function withinLimits(
  { limits }: Tenant,
  asked: FilterDefinition | undefined,
): FilterDefinition | undefined {
  if (limits?.filter === undefined || asked === undefined) return limits?.filter ?? asked;
  return intersect(asked, limits.filter);
}

/** The member of an answer with a scope that says what its key sees. */
export function keyScopeOf({ limits }: Tenant): { readonly key_scope?: Static<typeof keyScope.key_scope> } {
  const cql = limits?.slices.at(-1);
  if (limits?.filter === undefined || cql === undefined) return {};
  return { key_scope: { cql, filter_definition: limits.filter } };
}
