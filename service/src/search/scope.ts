// What limits a search: a slice, and which memories.

import type { Compiled } from "slice-cql";
import { intersect } from "slice-cql/algebra";
import type { FilterDefinition } from "slice-cql/sql";
import { Type } from "typebox";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { diagnostic, scopeMembers } from "../http/query-schemas.ts";
import { anyInstant, exact, extension, list, reference } from "../http/schemas.ts";
import { memoryKind, memoryScope, subjectId, thread } from "../memories/schemas.ts";
import { diagnosticsOf } from "../slices/beyond.ts";
import { compileIn } from "../slices/compile.ts";
import { keyScopeOf, withinLimits } from "../slices/limits.ts";
import { keyScope } from "../slices/schemas.ts";
import { sliceWith } from "../slices/stored.ts";
import { Problem } from "../values/problem.ts";
import { withoutDocuments } from "./document-slices.ts";
import { type MemoryFilter, meaningStates, type SearchKind } from "./request.ts";

/** The members of a request that limit what is searched. */
export const limiting = {
  cql: Type.Optional(
    Type.String({
      description:
        "A slice that entities and both ends of relationships must be in. Of documents it limits sources and dates; with a term that cannot hold for a document, none is in it.",
    }),
  ),
  slice_id: Type.Optional(
    reference({
      description: "A stored slice, used in the same way; together with `cql`, the intersection.",
    }),
  ),
  memory: Type.Optional(
    exact(
      {
        subject_id: Type.Optional({ ...subjectId, description: "About this end user." }),
        kinds: Type.Optional(list(memoryKind, { minItems: 1, maxItems: 6, uniqueItems: true })),
        scopes: Type.Optional(list(memoryScope, { minItems: 1, maxItems: 3, uniqueItems: true })),
        thread: Type.Optional({ ...thread, description: "Of this thread." }),
        since: Type.Optional({ ...anyInstant, description: "Valid (`valid_at`) at this instant or later." }),
        until: Type.Optional({ ...anyInstant, description: "Valid before this instant." }),
      },
      { description: "Which memories are searched.", minProperties: 1, ...extension },
    ),
  ),
};

/** The members of a response that say so. */
export const scopeAnswer = {
  scope: Type.Optional(exact({ ...scopeMembers, diagnostics: list(diagnostic) })),
  ...keyScope,
};

/** The member of a response that says whether hits are ordered by their meaning. */
export const meaningAnswer = {
  meaning: Type.Optional(
    Type.Enum(meaningStates, {
      description:
        "Whether passages, entities and memories are ordered by their meaning as well as by words: `used`; `late` or `failed` if the vector of the question was not there in time; `pending` if nothing that was found has a vector yet. Missing where nothing is ordered by meaning, or the service has no model for it.",
      ...extension,
    }),
  ),
};

/** What a request says of its scope. */
export interface Scoped {
  readonly query: string;
  readonly include: readonly SearchKind[];
  readonly cql?: string | undefined;
  readonly slice_id?: string | undefined;
  readonly memory?: MemoryFilter | undefined;
  /** The members that are about memories alone; by default `memory`. */
  readonly forMemories?: Readonly<Record<string, unknown>>;
}

/** The scope of a request, and what its response says of it. Throws a {@link Problem} if it has none and no words, or what limits nothing. */
export async function scopeOf(tx: Transaction, tenant: Tenant, request: Scoped) {
  const { query, include, memory, forMemories = { memory } } = request;
  if (!include.includes("memories")) requireNone(forMemories);
  if (tenant.limits !== undefined && include.includes("documents")) throw noDocuments();
  const within = await sliceIn(tx, tenant, request);
  if (query.trim() === "" && within === undefined && memory === undefined) throw emptyQuery();
  const filter: FilterDefinition | undefined = withinLimits(tenant, within?.filter_definition);
  return { filter, said: within === undefined ? {} : { scope: within, ...keyScopeOf(tenant) } };
}

/** Throws a {@link Problem} for members about memories. */
function requireNone(members: Readonly<Record<string, unknown>>): void {
  const given = Object.keys(members).filter((name) => members[name] !== undefined);
  if (given.length === 0) return;
  const message = "has no effect, as `include` has no `memories`";
  throw new Problem("invalid_request", { errors: given.map((name) => ({ pointer: `/${name}`, message })) });
}

function noDocuments(): Problem {
  return new Problem("beyond_scope", {
    detail:
      "This key is limited, and documents are the whole project's; leave `documents` out of `include`, or use a key that is not limited.",
  });
}

function emptyQuery(): Problem {
  const message = "is empty; write words, or name a scope with `cql`, `slice_id` or `memory`";
  return new Problem("invalid_request", { errors: [{ pointer: "/query", message }] });
}

type Within = Pick<Compiled, "filter_definition" | "scope_warnings" | "unresolved"> & {
  readonly diagnostics: ReturnType<typeof diagnosticsOf>;
};

/** The slice that limits a search: the intersection of all that it names. */
async function sliceIn(
  tx: Transaction,
  tenant: Tenant,
  { cql, slice_id, include }: Scoped,
): Promise<Within | undefined> {
  const stored = slice_id === undefined ? undefined : await sliceWith(tx, tenant, slice_id);
  const parts = await compileAll(tx, tenant, [cql, stored?.cql]);
  const within = parts
    .map(toScope)
    .reduce<Within | undefined>((all, part) => (all === undefined ? part : both(all, part)), undefined);
  if (within === undefined) return undefined;
  const text = cql ?? stored?.cql ?? "";
  const ofDocuments = include.includes("documents")
    ? withoutDocuments(tenant, within.filter_definition, text)
    : [];
  const diagnostics = [...diagnosticsOf(tenant, within, await tx.now(), text), ...ofDocuments];
  return { ...within, diagnostics };
}

async function compileAll(
  tx: Transaction,
  tenant: Tenant,
  sources: readonly (string | undefined)[],
): Promise<readonly Compiled[]> {
  const compiled: Compiled[] = [];
  for (const source of sources) if (source !== undefined) compiled.push(await compileIn(tx, tenant, source));
  return compiled;
}

function toScope({ filter_definition, scope_warnings, unresolved, diagnostics }: Compiled): Within {
  return { filter_definition, scope_warnings, unresolved, diagnostics };
}

function both(a: Within, b: Within): Within {
  return {
    filter_definition: intersect(a.filter_definition, b.filter_definition),
    scope_warnings: [...a.scope_warnings, ...b.scope_warnings],
    unresolved: {
      shapes: [...new Set([...a.unresolved.shapes, ...b.unresolved.shapes])],
      sources: [...new Set([...a.unresolved.sources, ...b.unresolved.sources])],
    },
    diagnostics: [...a.diagnostics, ...b.diagnostics],
  };
}
