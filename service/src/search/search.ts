// Searches a project: entities, memories and relationships by words.

import type { Roles, Scope, Transaction } from "../database/transaction.ts";
import { analyze, type Lexeme, type Question } from "./analyze.ts";
import { contentsOf } from "./contents.ts";
import { excerpt, type Recognizes, recognizer } from "./highlight.ts";
import type { Found } from "./hits.ts";
import { lookingForHits } from "./locks.ts";
import { type Lists, lookFor } from "./look.ts";
import type { Hit, SearchKind, SearchRequest, SearchResult } from "./request.ts";
import { together } from "./together.ts";

/**
 * Searches, in a transaction of this scope; its role is that of contents again at the end.
 *
 * All words must be there. When that finds less than a page, the last word counts as a prefix as well; when it finds next to nothing, words
 * that nobody wrote stand for those that are spelled nearly so; when it finds nothing at all, any of the words is enough, and of two hits
 * the one with the rarer word comes first. What is excluded stays excluded. Exclusions alone find the newest rows without them.
 */
export async function search(
  tx: Transaction,
  scope: Scope,
  roles: Roles | undefined,
  request: SearchRequest,
): Promise<SearchResult> {
  const question = await analyze(tx, scope, request.query);
  const isEmpty = question.wanted.length + question.excluded.length === 0;
  // Punctuation is no word: it finds nothing, rather than everything.
  if (isEmpty && request.query.trim() !== "")
    return Object.fromEntries(request.include.map((kind) => [kind, []]));
  const { lists, words } = await lookingForHits(
    tx,
    roles,
    async () => await lookFor(tx, scope, question, request),
  );
  const recognizes = recognizer([...lexemesOf(question), ...words]);
  const hits = request.include.map(
    async (kind) => [kind, await describe(tx, scope, kind, lists, recognizes)] as const,
  );
  return Object.fromEntries(await together(hits));
}

async function describe(
  tx: Transaction,
  scope: Scope,
  kind: SearchKind,
  lists: Lists,
  recognizes: Recognizes,
): Promise<readonly Hit[]> {
  const found: readonly Found[] = lists[kind] ?? [];
  const contents = new Map((await contentsOf(tx, scope, kind, found)).map(({ id, texts }) => [id, texts]));
  return found.flatMap(({ id, score }) => {
    const texts = contents.get(id);
    return texts === undefined ? [] : { id, score, highlight: excerpt(texts, recognizes) };
  });
}

function lexemesOf({ wanted }: Question): readonly Lexeme[] {
  return wanted.flatMap(({ lexemes }) => lexemes);
}
