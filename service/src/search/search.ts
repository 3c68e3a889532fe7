// Searches a project: entities, memories and relationships by words.

import { allSettledOrThrow } from "../database/all-settled.ts";
import type { Roles, Tenant, Transaction } from "../database/transaction.ts";
import { analyze, type Lexeme, type Question } from "./analyze.ts";
import { type Contents, contentsOf } from "./contents.ts";
import { findHits } from "./find-hits.ts";
import { type Excerpt, excerpt, maxOfEach, recognizer } from "./highlight.ts";
import type { Found } from "./hits.ts";
import type { Hit, SearchRequest, SearchResult } from "./request.ts";
import { lookingForHits } from "./search-role.ts";

/**
 * Searches, in a transaction of this tenant; its role is that of contents again at the end.
 *
 * All words must be there. When that finds less than a page, the last word counts as a prefix as well; when it finds next to nothing, words
 * that nobody wrote stand for those that are spelled nearly so; when it finds nothing at all, any of the words is enough, and of two hits
 * the one with the rarer word comes first. What is excluded stays excluded. Exclusions alone find the newest rows without them.
 */
export async function search(
  tx: Transaction,
  tenant: Tenant,
  roles: Roles | undefined,
  request: SearchRequest,
): Promise<SearchResult> {
  const since = performance.now();
  const question = await analyze(tx, tenant, request.query);
  const isEmpty = question.wanted.length + question.excluded.length === 0;
  // Punctuation is not a word: it finds nothing, rather than everything.
  if (isEmpty && request.query.trim() !== "")
    return Object.fromEntries(request.include.map((kind) => [kind, []]));
  const { lists, words } = await lookingForHits(
    tx,
    roles,
    since,
    async () => await findHits(tx, tenant, question, request),
  );
  const recognizes = recognizer([...lexemesOf(question), ...words]);
  const contents = await allSettledOrThrow(
    request.include.map(async (kind) => await contentsOf(tx, tenant, kind, lists[kind] ?? [])),
  );
  const most = maxOfEach(contents.flat().flatMap(({ texts }) => texts));
  const excerptOf = (texts: readonly string[]): Excerpt => excerpt(texts, recognizes, most);
  return Object.fromEntries(
    request.include.map((kind, at) => [kind, describe(lists[kind] ?? [], contents[at] ?? [], excerptOf)]),
  );
}

function describe(
  found: readonly Found[],
  contents: readonly Contents[],
  excerptOf: (texts: readonly string[]) => Excerpt,
): readonly Hit[] {
  const byId = new Map(contents.map(({ id, texts }) => [id, texts]));
  return found.flatMap(({ id, score }) => {
    const texts = byId.get(id);
    return texts === undefined ? [] : { id, score, ...excerptOf(texts) };
  });
}

function lexemesOf({ wanted }: Question): readonly Lexeme[] {
  return wanted.flatMap(({ lexemes }) => lexemes);
}
