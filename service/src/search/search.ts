// Searches a project: entities, memories and relationships by words.

import type { Roles, Tenant, Transaction } from "../database/transaction.ts";
import { analyze, type Lexeme } from "./analyze.ts";
import { type Contents, readContents, type Shown } from "./contents.ts";
import { explanationOf } from "./explain.ts";
import { findHits } from "./find-hits.ts";
import { excerpt, maxOfEach, recognizer } from "./highlight.ts";
import type { Found } from "./hits.ts";
import type { Hit, SearchKind, SearchRequest } from "./request.ts";
import { lookingForHits } from "./search-role.ts";

/** The hits of each requested kind: by score, then the newest, then by id; together they end at 8 MiB. */
export type SearchResult = {
  readonly [Kind in SearchKind]?: readonly (Shown[Kind] & Omit<Hit, "id">)[];
};

/**
 * Searches in a transaction of this tenant; afterwards its role is again the one for contents.
 *
 * Any of the words is enough; what has all of them comes first. Where the last word is not complete, its completions count a little, and so
 * do the near spellings of a word that occurs nowhere. Excluded words stay excluded. A query of exclusions alone finds the newest rows
 * without them.
 */
export async function search(
  tx: Transaction,
  tenant: Tenant,
  roles: Roles | undefined,
  request: SearchRequest,
): Promise<SearchResult> {
  const since = performance.now();
  const hits = await lookingForHits(tx, tenant, roles, since, async () => {
    const question = await analyze(tx, tenant, request.query);
    const isEmpty = question.wanted.length + question.excluded.length === 0;
    // A query of punctuation alone finds nothing, rather than everything.
    if (isEmpty && request.query.trim() !== "") return undefined;
    return { question, ...(await findHits(tx, tenant, question, request)) };
  });
  if (hits === undefined) return Object.fromEntries(request.include.map((kind) => [kind, []]));
  const { question, lists, parts, counting } = hits;
  const read = async <Kind extends SearchKind>(kind: Kind) => {
    const found = new Map((lists[kind] ?? []).map((each) => [each.id, each]));
    const contents = await readContents(tx, tenant, kind, [...found.keys()], request.include.length);
    return contents.flatMap(({ item, texts }) => {
      const hit = found.get(item.id);
      return hit === undefined ? [] : [{ item, texts, hit }];
    });
  };
  const readIf = async <Kind extends SearchKind>(kind: Kind) =>
    request.include.includes(kind) ? await read(kind) : undefined;
  const entities = await readIf("entities");
  const memories = await readIf("memories");
  const relationships = await readIf("relationships");
  const all = [...(entities ?? []), ...(memories ?? []), ...(relationships ?? [])];
  const most = maxOfEach(all.flatMap(({ texts }) => texts));
  const recognizes = recognizer([...lexemesOf(question.wanted), ...lexemesOf(counting)]);
  const hitOf = <Item extends object>({ item, texts, hit }: Contents<Item> & { readonly hit: Found }) => ({
    ...item,
    score: hit.score,
    ...excerpt(texts, recognizes, most),
    ...(request.isExplained && explanationOf(hit, question.wanted, parts)),
  });
  return {
    ...(entities && { entities: entities.map(hitOf) }),
    ...(memories && { memories: memories.map(hitOf) }),
    ...(relationships && { relationships: relationships.map(hitOf) }),
  };
}

function lexemesOf(parts: readonly { readonly lexemes: readonly Lexeme[] }[]): readonly Lexeme[] {
  return parts.flatMap(({ lexemes }) => lexemes);
}
