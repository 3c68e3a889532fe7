// Looks up what limits a key: its slices with the names and dates of this moment.

import { isDeepStrictEqual } from "node:util";
import { compile, createCatalog, namesIn } from "slice-cql";
import { intersect } from "slice-cql/algebra";
import type { FilterDefinition } from "slice-cql/sql";
import type { Static } from "typebox";
import { lookUp, type ProjectCatalog } from "../catalog/catalog.ts";
import { allSettledOrThrow } from "../database/all-settled.ts";
import { settingsOfFilter } from "../database/limits.ts";
import { BeginAnew, type Tenant, type Transaction } from "../database/transaction.ts";
import type { keyScope } from "./schemas.ts";

/** The slice in which no entity is. */
export const nothing: FilterDefinition = { entityTypes: [], propertyFilters: [] };

/** What the slices of a key mean. */
interface Meaning {
  readonly filter: FilterDefinition;
  /** The names in them. */
  readonly names: Names;
  /** What these stand for. */
  readonly named: Named;
}

type Names = Parameters<typeof lookUp>[2];
type Named = Pick<ProjectCatalog, "shapes" | "sources">;

/**
 * What slices meant the last time. Nearly always they mean the same again, so work begins with it, and begins anew if it proves wrong: to wait
 * for the names first would take another round trip to the database.
 */
const remembered = new Map<string, Meaning>();
/** Maximum slices remembered, of about a kilobyte each. */
const maxRemembered = 5000;
/** No relative date is the same after so many milliseconds, not even "in January". */
const overAYear = 400 * 24 * 60 * 60_000;

/** The tenant with what its key sees at the instant of the transaction, of which the policies learn as well. */
export async function lookUpLimits(tx: Transaction, tenant: Tenant): Promise<Tenant> {
  const { limits } = tenant;
  if (limits === undefined) return tenant;
  const filter = await filterOf(tx, tenant, limits.slices);
  // Sent together with the next statement, which fails if one of them does.
  tx.set(settingsOfFilter(filter)).catch(() => undefined);
  return { ...tenant, limits: { ...limits, filter } };
}

/** What is in all slices of a key. */
async function filterOf(
  tx: Transaction,
  tenant: Tenant,
  slices: readonly string[],
): Promise<FilterDefinition> {
  if (slices.length === 0) return nothing;
  const id = JSON.stringify([tenant.projectId, slices]);
  const last = remembered.get(id);
  const names = last?.names ?? namesOf(slices);
  const finding = findNames(tx, tenant, names);
  if (last !== undefined) {
    tx.require(requireSame(finding, id, last));
    return last.filter;
  }
  const [named, now] = await allSettledOrThrow([finding, tx.now()]);
  const filter = meaningOf(slices, named, now);
  // Dates that depend on the instant are resolved each time.
  const later = meaningOf(slices, named, new Date(now.getTime() + overAYear));
  if (isDeepStrictEqual(filter, later)) remember(id, { filter, names, named });
  return filter;
}

function remember(id: string, meaning: Meaning): void {
  const [oldest] = remembered.keys();
  if (remembered.size >= maxRemembered && oldest !== undefined) remembered.delete(oldest);
  remembered.set(id, meaning);
}

/** Throws {@link BeginAnew} if names no longer stand for what they did. */
async function requireSame(finding: Promise<Named>, id: string, last: Meaning): Promise<void> {
  if (isDeepStrictEqual(await finding, last.named)) return;
  remembered.delete(id);
  throw new BeginAnew();
}

function namesOf(slices: readonly string[]): Names {
  const names = slices.map((each) => namesIn(each));
  const all = (kind: "shapes" | "sources"): string[] => [...new Set(names.flatMap((each) => each[kind]))];
  return { shapes: all("shapes"), sources: all("sources") };
}

async function findNames(tx: Transaction, tenant: Tenant, names: Names): Promise<Named> {
  // Not limited itself: what a slice names need not be in it.
  const { limits: _, ...whole } = tenant;
  return await lookUp(tx, whole, names);
}

function meaningOf(slices: readonly string[], named: Named, now: Date): FilterDefinition {
  const catalog = createCatalog(named);
  return slices
    .map((each) => {
      const compiled = compile(each, { catalog, now });
      // A date has left the calendar.
      return compiled.ok ? compiled.filter_definition : nothing;
    })
    .reduce(intersect);
}

/**
 * The slice of what is asked and of what the key sees; undefined if that is everything. A statement has one condition for both: two would each be
 * planned, and compared with each row.
 */
export function withinLimits<Asked extends FilterDefinition | undefined>(
  { limits }: Tenant,
  asked: Asked,
): FilterDefinition | Asked {
  if (limits === undefined) return asked;
  if (limits.filter === undefined) throw new TypeError("What limits the key was not looked up.");
  return asked === undefined ? limits.filter : intersect(asked, limits.filter);
}

/** The member of an answer with a scope that says what its key sees. */
export function keyScopeOf({ limits }: Tenant): { readonly key_scope?: Static<typeof keyScope.key_scope> } {
  const cql = limits?.slices.at(-1);
  if (limits?.filter === undefined || cql === undefined) return {};
  return { key_scope: { cql, filter_definition: limits.filter } };
}
