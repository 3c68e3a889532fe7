// The path of searches.

import type { Compiled } from "slice-cql";
import { intersect } from "slice-cql/algebra";
import { type Static, Type } from "typebox";
import { passage as passageOf } from "../catalog/schemas.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { entity, relationship } from "../entities/schemas.ts";
import { diagnostic, scopeMembers } from "../http/query-schemas.ts";
import {
  answer,
  anyInstant,
  exact,
  extension,
  list,
  orNull,
  projectMember,
  projectQuery,
  reference,
} from "../http/schemas.ts";
import { reading, type V1 } from "../http/v1/routes.ts";
import { memoryKind, memoryScope, memory as shownMemory, subjectId } from "../memories/schemas.ts";
import { diagnosticsOf } from "../slices/beyond.ts";
import { compileIn } from "../slices/compile.ts";
import { keyScopeOf, withinLimits } from "../slices/limits.ts";
import { keyScope } from "../slices/schemas.ts";
import { sliceWith } from "../slices/stored.ts";
import { Problem } from "../values/problem.ts";
import { withoutDocuments } from "./document-slices.ts";
import { maxOfDocument } from "./hits.ts";
import { type SearchKind, scoreParts, searchKinds } from "./request.ts";
import { search } from "./search.ts";

const body = exact(
  {
    query: Type.String({
      maxLength: 10_000,
      description:
        'Plain words. `"a phrase"`, `-without`; the last word may be the beginning of one. Empty with a scope, or with `memory`: the newest.',
    }),
    include: Type.Optional(
      list(Type.Enum(searchKinds), {
        minItems: 1,
        maxItems: searchKinds.length,
        uniqueItems: true,
        default: ["entities", "memories"],
        description: "`documents` (an extension) finds passages of documents; limited keys see none.",
      }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: 20, description: "Items a list." }),
    ),
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
          since: Type.Optional({ ...anyInstant, description: "Written at this instant or later." }),
          until: Type.Optional({ ...anyInstant, description: "Written before this instant." }),
        },
        { description: "Which memories are searched.", minProperties: 1, ...extension },
      ),
    ),
    explain: Type.Optional(
      Type.Boolean({
        default: false,
        description: "Whether each hit says which words it lacks, and what its score is made of.",
        ...extension,
      }),
    ),
    ...projectMember,
  },
  {
    examples: [{ query: "okta renewal", include: ["entities", "memories"], limit: 5, cql: "type:Person" }],
  },
);

const hit = {
  score: Type.Number({ minimum: 0, examples: [0.87] }),
  highlight: orNull(
    Type.String({ description: "An excerpt with the match.", examples: ["The «renewal» is in May."] }),
  ),
  matched: list(Type.String(), {
    description:
      "The words of the item that were looked for, without case and accents: fewer than in `query` where only some of them were found.",
    examples: [["renewal"]],
  }),
  missing: Type.Optional(
    list(Type.String(), {
      description:
        "With `explain`: the words and phrases of `query` that the item does not have, nor anything that may stand for them, without case and accents.",
      examples: [["okta"]],
      ...extension,
    }),
  ),
  score_parts: Type.Optional(
    list(
      exact({
        part: Type.Enum(scoreParts, {
          description:
            "`word`: it has the word or phrase; `joined`: it has the words that are joined next to each other; `completion`, `near`: it has a word that begins with it, or is spelled like it; `all_words`: it has all of them; `entity`: of a relationship, by one of its ends.",
        }),
        word: orNull(Type.String({ description: "Of `query`.", examples: ["renewal"] })),
        score: Type.Number({ minimum: 0, examples: [0.12] }),
      }),
      { description: "With `explain`: what together is the score.", ...extension },
    ),
  ),
};

const passage = exact({
  ...passageOf.properties,
  passages: Type.Integer({
    minimum: 1,
    description: `How many passages of the document were found; at most ${maxOfDocument} of them are in the list.`,
    examples: [1],
  }),
  ...hit,
});

const found = answer({
  documents: Type.Optional(list(passage, { description: "The passages that were found.", ...extension })),
  entities: Type.Optional(list(exact({ ...entity.properties, ...hit }))),
  memories: Type.Optional(list(exact({ ...shownMemory.properties, ...hit }))),
  relationships: Type.Optional(list(exact({ ...relationship.properties, ...hit }))),
  scope: Type.Optional(exact({ ...scopeMembers, diagnostics: list(diagnostic) })),
  ...keyScope,
});

/** Adds the path. */
export function searchRoutes(v1: V1): void {
  const schema = {
    operationId: "search",
    summary: "Search by words",
    description: "One list per requested kind, sorted by descending score; together they end at 8 MiB.",
    querystring: projectQuery,
    body,
    response: { 200: found },
  };
  const { roles } = v1.database;
  const config = { isSpecified: true, isForLimitedKeys: true };
  reading(v1, "POST /v1/search", { schema, config }, async (tx, tenant, request) => {
    const { query, include = ["entities", "memories"], limit = 20, memory, explain } = request.body;
    if (memory !== undefined && !include.includes("memories")) throw noMemories();
    if (tenant.limits !== undefined && include.includes("documents")) throw noDocuments();
    const within = await sliceIn(tx, tenant, request.body, include);
    if (query.trim() === "" && within === undefined && memory === undefined) throw emptyQuery();
    const filter = withinLimits(tenant, within?.filter_definition);
    const hits = await search(tx, tenant, roles, {
      query,
      include,
      limit,
      filter,
      memory,
      isExplained: explain === true,
    });
    return { ...hits, ...(within !== undefined && { scope: within, ...keyScopeOf(tenant) }) };
  });
}

function noMemories(): Problem {
  const message = "limits nothing, as `include` has no `memories`";
  return new Problem("invalid_request", { errors: [{ pointer: "/memory", message }] });
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
  { cql, slice_id }: Static<typeof body>,
  include: readonly SearchKind[],
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
