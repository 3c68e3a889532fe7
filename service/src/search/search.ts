// Searches a project: entities, memories and relationships by words.

import type { Roles, Tenant, Transaction } from "../database/transaction.ts";
import { analyze, type Lexeme, type Question } from "./analyze.ts";
import { type Contents, readContents, type Shown } from "./contents.ts";
import { findHits } from "./find-hits.ts";
import { excerpt, maxOfEach, recognizer } from "./highlight.ts";
import type { Hit, SearchKind, SearchRequest } from "./request.ts";
import { lookingForHits } from "./search-role.ts";

/** The hits of each requested kind: by score, then the newest, then by id; together they end at 8 MiB. */
export type SearchResult = {
  readonly [Kind in SearchKind]?: readonly (Shown[Kind] & Omit<Hit, "id">)[];
};

/**
 * Searches in a transaction of this tenant; afterwards its role is again the one for contents.
 *
 * All words must match. If that finds less than a page, the last word also counts as a prefix; if it finds next to nothing, words that
 * occur nowhere are replaced by similar ones; if it finds nothing at all, any of the words is enough, and of two hits the one with
 * the rarer word comes first. Excluded words stay excluded. A query of exclusions alone finds the newest rows without them.
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
  // A query of punctuation alone finds nothing, rather than everything.
  if (isEmpty && request.query.trim() !== "")
    return Object.fromEntries(request.include.map((kind) => [kind, []]));
  const { lists, words } = await lookingForHits(
    tx,
    tenant,
    roles,
    since,
    async () => await findHits(tx, tenant, question, request),
  );
  const read = async <Kind extends SearchKind>(kind: Kind) => {
    const found = lists[kind] ?? [];
    const scores = new Map(found.map(({ id, score }) => [id, score]));
    const contents = await readContents(tx, tenant, kind, [...scores.keys()], request.include.length);
    return contents.map(({ item, texts }) => ({ item, texts, score: scores.get(item.id) ?? 0 }));
  };
  const readIf = async <Kind extends SearchKind>(kind: Kind) =>
    request.include.includes(kind) ? await read(kind) : undefined;
  const entities = await readIf("entities");
  const memories = await readIf("memories");
  const relationships = await readIf("relationships");
  const all = [...(entities ?? []), ...(memories ?? []), ...(relationships ?? [])];
  const most = maxOfEach(all.flatMap(({ texts }) => texts));
  const recognizes = recognizer([...lexemesOf(question), ...words]);
  const hitOf = <Item extends object>({
    item,
    texts,
    score,
  }: Contents<Item> & { readonly score: number }) => ({
    ...item,
    score,
    ...excerpt(texts, recognizes, most),
  });
  return {
    ...(entities && { entities: entities.map(hitOf) }),
    ...(memories && { memories: memories.map(hitOf) }),
    ...(relationships && { relationships: relationships.map(hitOf) }),
  };
}

function lexemesOf({ wanted }: Question): readonly Lexeme[] {
  return wanted.flatMap(({ lexemes }) => lexemes);
}
