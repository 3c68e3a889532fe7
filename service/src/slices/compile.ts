// Compiles queries with the names of their project.

import {
  type Compiled,
  type CompiledSlice,
  type CompileResult,
  compile,
  compileSlice,
  createCatalog,
  namesIn,
  type Query,
} from "slice-cql";
import { lookUp, lookUpTypes, type Named, type ProjectCatalog, readCatalog } from "../catalog/catalog.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { Problem } from "../values/problem.ts";
import { docsUrlFor } from "./docs-url.ts";

/** Compiles a query with the names of the project, at the instant of the transaction. Throws a {@link Problem} with its diagnostics. */
export async function compileIn(tx: Transaction, tenant: Tenant, source: string | Query): Promise<Compiled> {
  return await withNames(tx, tenant, source, (options) => compile(source, options));
}

/** The same for the body of a slice. */
export async function compileBodyIn(tx: Transaction, tenant: Tenant, body: object): Promise<CompiledSlice> {
  return await withNames(tx, tenant, body, (options) => compileSlice(body, options));
}

/**
 * The same for the slice of a key, which must not mean more than it says: with warnings, names that are not known or terms that do not affect membership,
 * or without a term that does, it is refused.
 */
export async function compileStrictlyIn(tx: Transaction, tenant: Tenant, source: string): Promise<Compiled> {
  const compiled = await withNames(tx, tenant, source, (options) =>
    compile(source, { ...options, refuseAt: "warning" }),
  );
  const { scope_warnings, filter_definition, diagnostics } = compiled;
  const { entityTypes, propertyFilters, dateRange } = filter_definition;
  const isAll = entityTypes === undefined && propertyFilters.length === 0 && dateRange === undefined;
  const known = [
    ...(await lookUpTypes(tx, tenant, entityTypes ?? [])),
    ...(tenant.limits?.filter?.entityTypes ?? []),
  ];
  const areTypesKnown = (entityTypes ?? []).every((type) => known.includes(type));
  if (!isAll && areTypesKnown && scope_warnings.length === 0) return compiled;
  const detail = isAll
    ? "The slice of a key needs a term that limits it, such as `type:Person`."
    : "The slice of a key has only terms that limit it, and names that are known; `diagnostics` says which is not so.";
  throw new Problem("invalid_cql", { detail, diagnostics });
}

interface Options {
  readonly catalog: ReturnType<typeof createCatalog>;
  readonly now: Date;
  readonly docsUrl: string;
}

type Refused = Extract<CompileResult, { readonly ok: false }>;

async function withNames<Result extends Compiled>(
  tx: Transaction,
  tenant: Tenant,
  source: string | object,
  run: (options: Options) => Result | Refused,
): Promise<Result> {
  const named = await lookUp(tx, tenant, namesIn(source));
  const common = { now: await tx.now(), docsUrl: docsUrlFor(tenant) };
  const result = run({ ...common, catalog: createCatalog(named) });
  const wanted = result.ok ? (result.filter_definition.entityTypes ?? []) : [];
  const types = await lookUpTypes(tx, tenant, wanted);
  // All names are needed only to suggest the one that was meant by a mistyped one.
  const final =
    isSure(result) && types.length === wanted.length
      ? result
      : run({
          ...common,
          catalog: createCatalog(withNamed(await readCatalog(tx, tenant), { ...named, types })),
        });
  if (!final.ok) throw new Problem("invalid_cql", { diagnostics: final.diagnostics });
  return final;
}

/** Whether the project has all shapes and sources that a query names, and none of its texts could be part of another name. */
function isSure(result: Compiled | Refused): boolean {
  if (!result.ok || mayLackQuotes(result.query)) return false;
  return result.unresolved.shapes.length + result.unresolved.sources.length === 0;
}

/** Adds the names of a query to a catalog: it may be incomplete, and the slice of a key may name what does not occur yet. */
function withNamed(catalog: ProjectCatalog, named: ProjectCatalog): ProjectCatalog {
  const added = (all: readonly Named[], wanted: readonly Named[]): Named[] => {
    const ids = new Set(all.map(({ id }) => id));
    return [...all, ...wanted.filter(({ id }) => !ids.has(id))];
  };
  return {
    shapes: added(catalog.shapes, named.shapes),
    sources: added(catalog.sources, named.sources),
    types: [...new Set([...catalog.types, ...named.types])],
  };
}

/** Whether bare text follows another bare value: it may be the rest of a name that lacks its quotes, or the name after `type`. */
function mayLackQuotes({ terms }: Query): boolean {
  return terms.some(
    ({ kind, value }, index) => kind === "text" && !value.quoted && terms[index - 1]?.value.quoted === false,
  );
}
