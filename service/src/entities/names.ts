// Shapes and sources by their names: a name that one alone has stands for its ID.

import { createCatalog } from "slice-cql";
import type { Static } from "typebox";
import { lookUp, type Named, readCatalog } from "../catalog/catalog.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { type Candidate, Problem, type ProblemCode, type ProblemEntry } from "../values/problem.ts";
import { createYield } from "../values/yield-to-event-loop.ts";
import type { EntityInput } from "./inputs.ts";
import { type entityBody, maxListed } from "./schemas.ts";

/** What names can stand for. */
export type Table = "shape" | "source";

/** A name in a body. */
export interface Written {
  readonly table: Table;
  readonly name: string;
  readonly pointer: string;
}

/** The ID of the only shape, or source, with a name; undefined if there is none, or several. */
export type IdOf = (table: Table, name: string) => string | undefined;

/** Looks up names. Throws a {@link Problem} with what may be meant for those that stand for nothing that the key sees, or for several. */
export async function lookUpNames(tx: Transaction, tenant: Tenant, names: readonly Written[]): Promise<IdOf> {
  if (names.length === 0) return () => undefined;
  const found = await lookUp(tx, tenant, {
    shapes: namesOf(names, "shape"),
    sources: namesOf(names, "source"),
  });
  const known = { shape: byName(found.shapes), source: byName(found.sources) };
  const wrong = names.filter(({ table, name }) => known[table].get(name)?.length !== 1);
  if (wrong.length > 0)
    throw await unclear(tx, tenant, wrong.slice(0, maxListed), (table, name) => known[table].get(name) ?? []);
  return (table, name) => known[table].get(name)?.[0]?.id;
}

function namesOf(names: readonly Written[], wanted: Table): string[] {
  return [...new Set(names.filter(({ table }) => table === wanted).map(({ name }) => name))];
}

function byName(found: readonly Named[]): ReadonlyMap<string, readonly Named[]> {
  return Map.groupBy(found, ({ name }) => name);
}

/** Maximum candidates of a name. */
export const maxCandidates = 10;

const codes: Readonly<Record<Table, ProblemCode>> = { shape: "unknown_shape", source: "unknown_source" };

async function unclear(
  tx: Transaction,
  tenant: Tenant,
  wrong: readonly Written[],
  foundFor: (table: Table, name: string) => readonly Named[],
): Promise<Problem> {
  const hasUnknown = wrong.some(({ table, name }) => foundFor(table, name).length === 0);
  const near = hasUnknown ? await nearNames(tx, tenant) : () => [];
  const nextTurn = createYield();
  const errors: ProblemEntry[] = [];
  for (const { table, name, pointer } of wrong) {
    await nextTurn();
    const found = foundFor(table, name);
    const said =
      found.length > 0
        ? severalMessage(`${String(found.length)} ${table}s`, found)
        : unknownMessage(table, near(table, name));
    errors.push({ pointer, ...said });
  }
  const [{ table } = { table: "shape" as const }] = wrong;
  const detail = `A name stands for no ${table}, or for several; \`errors\` says which, and what may be meant.`;
  return new Problem(codes[table], { detail, errors });
}

/** What is said about a name that several things have. */
export function severalMessage(
  things: string,
  candidates: readonly Candidate[],
): Pick<ProblemEntry, "message" | "candidates"> {
  return {
    message: `stands for ${things}; send the ID of one of the candidates`,
    candidates: candidates.slice(0, maxCandidates),
  };
}

function unknownMessage(table: Table, near: readonly Named[]): Pick<ProblemEntry, "message" | "candidates"> {
  const [first] = near;
  const hint = first === undefined ? "" : `; did you mean \`${first.name}\`?`;
  return {
    message: `names no ${table} of the project${hint}`,
    candidates: near.slice(0, maxCandidates),
  };
}

/** Finds the closest name among those that the key sees. */
async function nearNames(
  tx: Transaction,
  tenant: Tenant,
): Promise<(table: Table, name: string) => readonly Named[]> {
  const { shapes, sources } = await readCatalog(tx, tenant);
  const catalog = createCatalog({ shapes, sources });
  return (table, name) => {
    const names = table === "shape" ? catalog.shapes : catalog.sources;
    const near = names.closestTo(name);
    return near === undefined ? [] : names.idsOf(near).map((id) => ({ id, name: near }));
  };
}

type Body = Static<typeof entityBody>;

/** The members with names, and those with the IDs that they stand for. */
const pairs = [
  { name: "shape", id: "shape_id", table: "shape" },
  { name: "source_shape", id: "source_shape_id", table: "shape" },
  { name: "source", id: "source_id", table: "source" },
] as const;

/** Entities with IDs in place of names. Throws a {@link Problem} for names that are not clear, and for a name and an ID that differ. */
export async function withIds(
  tx: Transaction,
  tenant: Tenant,
  rows: readonly Body[],
): Promise<readonly EntityInput[]> {
  if (!rows.some((row) => pairs.some(({ name }) => row[name] !== undefined))) return rows;
  const names = rows.flatMap((row, index) =>
    pairs.flatMap(({ name: member, table }): readonly Written[] => {
      const name = row[member];
      return typeof name === "string" ? [{ table, name, pointer: `/${String(index)}/${member}` }] : [];
    }),
  );
  const idOf = await lookUpNames(tx, tenant, names);
  const errors: ProblemEntry[] = [];
  const replaced = rows.map(({ shape, source, source_shape, ...row }, index) => {
    const written = { shape, source, source_shape };
    const ids: { -readonly [Member in (typeof pairs)[number]["id"]]?: string | null } = {};
    for (const { name: member, id, table } of pairs) {
      const name = written[member];
      if (name === undefined) continue;
      const named = name === null ? null : (idOf(table, name) ?? null);
      if (row[id] !== undefined && (row[id]?.toLowerCase() ?? null) !== named)
        errors.push({ pointer: `/${String(index)}/${member}`, message: `is not the ${table} of \`${id}\`` });
      ids[id] = named;
    }
    return { ...row, ...ids };
  });
  if (errors.length > 0) throw new Problem("invalid_request", { errors: errors.slice(0, maxListed) });
  return replaced;
}
