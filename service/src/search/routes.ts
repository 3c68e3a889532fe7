// The path of searches.

import { Type } from "typebox";
import { passage as passageOf } from "../catalog/schemas.ts";
import type { Questions } from "../embeddings/questions.ts";
import { entity, relationship } from "../entities/schemas.ts";
import { answer, exact, extension, list, orNull, projectMember, projectQuery } from "../http/schemas.ts";
import { reading, type V1 } from "../http/v1/routes.ts";
import { memory as shownMemory } from "../memories/schemas.ts";
import { maxOfDocument } from "./hits.ts";
import { maxContext, preferences, scoreParts, searchKinds } from "./request.ts";
import { limiting, meaningAnswer, scopeAnswer, scopeOf } from "./scope.ts";
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
    ...limiting,
    include_superseded: Type.Optional(
      Type.Boolean({
        default: false,
        description: "Whether memories that others were written in the place of are found, too.",
        ...extension,
      }),
    ),
    prefer: Type.Optional(
      Type.Enum(preferences, {
        description:
          "Which memories come first: by default the best, but of those within 15 % of each other's score the newer (`valid_at`). `newest`: within half of it; `relevant`: by their score alone.",
        ...extension,
      }),
    ),
    context: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: maxContext,
        default: 0,
        description:
          "How many memories are shown before and after each one in its thread: of those that the search may find, and none twice.",
        ...extension,
      }),
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
            "`word`: it has the word or phrase; `joined`: it has the words that are joined next to each other; `completion`, `near`: it has a word that begins with it, or is spelled like it; `all_words`: it has all of them; `entity`: of a relationship, by one of its ends; of a memory `thread`: by what stands next to it; `meaning`: it means what is asked, more or less.",
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

const memoryHit = {
  ...hit,
  similar: Type.Integer({
    minimum: 0,
    description:
      "How many other memories with the same words in any form it stands for, of those that were ranked: they are left out.",
    examples: [0],
    ...extension,
  }),
  context: Type.Optional(
    exact(
      { before: list(shownMemory), after: list(shownMemory) },
      {
        description:
          "With `context`: what stands before and after it in its thread, the earliest first. What is near several hits is with the nearest.",
        ...extension,
      },
    ),
  ),
};

const found = answer({
  documents: Type.Optional(list(passage, { description: "The passages that were found.", ...extension })),
  entities: Type.Optional(list(exact({ ...entity.properties, ...hit }))),
  memories: Type.Optional(list(exact({ ...shownMemory.properties, ...memoryHit }))),
  relationships: Type.Optional(list(exact({ ...relationship.properties, ...hit }))),
  ...meaningAnswer,
  ...scopeAnswer,
});

/** Adds the path. */
export function searchRoutes(v1: V1, meaning: Questions | undefined): void {
  const schema = {
    operationId: "search",
    summary: "Search by words",
    description:
      "One list per requested kind, the best first; of memories with about the same score, the newer first (`prefer`). Together they end at 8 MiB.",

    querystring: projectQuery,
    body,
    response: { 200: found },
  };
  const { roles } = v1.database;
  const config = { isSpecified: true, isForLimitedKeys: true };
  reading(v1, "POST /v1/search", { schema, config }, async (tx, tenant, request) => {
    const { query, include = ["entities", "memories"], limit = 20, memory, explain } = request.body;
    const { include_superseded: withSuperseded = false, prefer, context } = request.body;
    const forMemories = { memory, prefer, context, include_superseded: withSuperseded || undefined };
    const { filter, said } = await scopeOf(tx, tenant, { ...request.body, include, forMemories });
    const hits = await search(tx, tenant, roles, {
      query,
      include,
      limit,
      filter,
      memory: withSuperseded ? { ...memory, withSuperseded } : memory,
      isExplained: explain === true,
      prefer,
      ...(context !== undefined && { context }),
      meaning,
    });
    return { ...hits, ...said };
  });
}
