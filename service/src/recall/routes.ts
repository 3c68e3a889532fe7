// The path that recalls what is known as one text for a prompt.

import { Type } from "typebox";
import type { Questions } from "../embeddings/questions.ts";
import { answer, exact, id, instant, list, orNull, projectMember, projectQuery } from "../http/schemas.ts";
import { reading, type V1 } from "../http/v1/routes.ts";
import { searchKinds } from "../search/request.ts";
import { limiting, meaningAnswer, scopeAnswer, scopeOf } from "../search/scope.ts";
import { recall } from "./recall.ts";
import { itemKinds } from "./text.ts";

const body = exact(
  {
    query: Type.String({ maxLength: 10_000, description: "A question or plain words, as of a search." }),
    budget: exact({
      characters: Type.Integer({
        minimum: 100,
        maximum: 100_000,
        description: "Maximum length of the text, in UTF-16 code units: about four for a token of a model.",
        examples: [2000],
      }),
    }),
    include: Type.Optional(
      list(Type.Enum(searchKinds), {
        minItems: 1,
        maxItems: searchKinds.length,
        uniqueItems: true,
        description:
          "By default `entities`, whose relationships are told with them, `memories` and, unless the key is limited, `documents`.",
      }),
    ),
    ...limiting,
    ...projectMember,
  },
  { examples: [{ query: "What does Ada prefer?", budget: { characters: 2000 }, cql: "source:gmail" }] },
);

const item = exact({
  kind: Type.Enum(itemKinds),
  id: id({ description: "Of the memory, the entity, the relationship, or the document." }),
  quote: Type.String({ description: "What the line says.", examples: ["Ada prefers tea."] }),
  source: orNull(
    Type.String({
      description:
        "The `source_context` of a memory, the source of an entity, the source and the title of a document.",
      examples: ["gmail: Minutes of May"],
    }),
  ),
  at: instant,
});

const recalled = answer({
  text: Type.String({
    description:
      "A line for each item, the best first: its number in `items`, from 1, its date, whom it is about, what it says, and its source.",
    examples: ["[1] 2026-05-03 Ada prefers tea. (gmail: Minutes of May)"],
  }),
  items: list(item, { description: "What the lines refer to." }),
  ...meaningAnswer,
  ...scopeAnswer,
});

/** Adds the path. */
export function recallRoutes(v1: V1, meaning: Questions | undefined): void {
  const schema = {
    operationId: "recall",
    summary: "Recall what is known as a text for a prompt",
    description:
      "Memories, entities with their relationships and what documents say of them, and passages of documents. What was superseded, or says the same of the same in the same words, is left out.",
    querystring: projectQuery,
    body,
    response: { 200: recalled },
  };
  const { roles } = v1.database;
  reading(
    v1,
    "POST /v1/recall",
    { schema, config: { isForLimitedKeys: true } },
    async (tx, tenant, request) => {
      const { query, budget, memory, include = kindsFor(tenant) } = request.body;
      const { filter, said } = await scopeOf(tx, tenant, { ...request.body, include });
      const found = await recall(tx, tenant, roles, {
        query,
        include,
        filter,
        memory,
        meaning,
        budget: budget.characters,
      });
      return { ...found, ...said };
    },
  );
}

type Include = readonly (typeof searchKinds)[number][];

/** Documents are the whole project's. */
function kindsFor({ limits }: { readonly limits?: unknown }): Include {
  return limits === undefined ? ["entities", "memories", "documents"] : ["entities", "memories"];
}
