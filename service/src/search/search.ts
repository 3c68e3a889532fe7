// Searches a project: documents, entities, memories and relationships by words.

import { allSettledOrThrow } from "../database/all-settled.ts";
import type { Roles, Tenant, Transaction } from "../database/transaction.ts";
import { analyze, type Lexeme, type Question } from "./analyze.ts";
import type { SearchTarget } from "./candidates.ts";
import { type Contents, readContents, type Shown } from "./contents.ts";
import { idsIn, type Surroundings, showing as showingContext, surroundingsOf } from "./context.ts";
import { explanationOf } from "./explain.ts";
import { findHits, type Hits } from "./find-hits.ts";
import { excerpt, maxOfEach, recognizer } from "./highlight.ts";
import type { Found } from "./hits.ts";
import { type Asked, askMeaning, orderByMeaning, stateOf } from "./meaning.ts";
import type { Hit, MeaningState, MemoryHit, OfDocument, SearchKind, SearchRequest } from "./request.ts";
import { lookingForHits } from "./search-role.ts";
import { type Vocabulary, vocabularyOf } from "./word-lookup.ts";

/** The hits of each requested kind: by score, then the newest, then by id, and memories by age where scores are about the same; together they end at 8 MiB. */
export type SearchResult = {
  readonly [Kind in SearchKind]?: readonly (Shown[Kind] &
    (Kind extends "documents" ? OfDocument : object) &
    (Kind extends "memories" ? MemoryHit<Shown["memories"]> : object) &
    Omit<Hit, "id">)[];
} & { readonly meaning?: MeaningState };

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
  const { include } = request;
  const looking = async <Result>(work: () => Promise<Result>): Promise<Result> =>
    await lookingForHits(tx, tenant, roles, since, work);
  const [foundPassages, foundOthers] = await looking(
    async () =>
      await allSettledOrThrow([ask(tx, tenant, request, "passages"), ask(tx, tenant, request, "others")]),
  );
  const ordered = async (found: FoundOf) =>
    await orderByMeaning(tx, tenant, found.lists, found.asked, request);
  const [ofPassages, ofOthers] = [await ordered(foundPassages), await ordered(foundOthers)];
  const passages = { ...foundPassages, lists: ofPassages.lists };
  const others = { ...foundOthers, lists: ofOthers.lists };
  const meaning = stateOf([ofPassages.state, ofOthers.state]);
  const context = await contextOf(tx, tenant, others.lists.memories ?? [], request, looking);
  const foundOf = (kind: SearchKind): FoundOf => (vocabularyOf(kind) === "passages" ? passages : others);
  const read = async <Kind extends SearchKind>(kind: Kind, around: readonly string[] = []) => {
    const ids = [...(foundOf(kind).lists[kind] ?? []).map(({ id }) => id), ...around];
    return include.includes(kind) ? await readContents(tx, tenant, kind, ids, include.length) : undefined;
  };
  const documents = hitsIn(await read("documents"), foundOf("documents"), "documents");
  const entities = hitsIn(await read("entities"), foundOf("entities"), "entities");
  const withContext = await read("memories", idsIn(context));
  const memories = hitsIn(withContext, others, "memories");
  const relationships = hitsIn(await read("relationships"), others, "relationships");
  const page = { documents, entities, memories, relationships };
  return {
    ...showing(page, [passages, others], showingContext(context, withContext ?? []), request),
    ...(meaning && { meaning }),
  };
}

/** The hits of a page with their contents, by kind. */
type Page = {
  readonly [Kind in SearchKind]: readonly Read<Shown[Kind]>[] | undefined;
};

/** The hits as they are answered: with scores, excerpts, and what is asked for besides. */
function showing(
  { documents, entities, memories, relationships }: Page,
  all: readonly FoundOf[],
  contextIn: ReturnType<typeof showingContext>,
  { isExplained, context }: SearchRequest,
): SearchResult {
  const hits = [...(documents ?? []), ...(entities ?? []), ...(memories ?? []), ...(relationships ?? [])];
  const most = maxOfEach(hits.flatMap(({ texts }) => texts));
  const recognizes = recognizer(all.flatMap(({ wanted, counting }) => lexemesOf([...wanted, ...counting])));
  const hitOf = <Item extends object>({ item, texts, hit, found }: Read<Item>) => {
    const shown = excerpt(texts, recognizes, most);
    const explanation = isExplained && explanationOf(hit, found.wanted, found.parts, shown.matched);
    return { ...item, score: hit.score, ...shown, ...explanation };
  };
  const passageOf = (each: Read<Shown["documents"]>) => ({
    ...hitOf(each),
    passages: each.hit.passages ?? 1,
  });
  const memoryOf = (each: Read<Shown["memories"]>) => ({
    ...hitOf(each),
    similar: (each.hit.copies ?? 1) - 1,
    ...(context !== undefined && { context: contextIn(each.id) }),
  });
  return {
    ...(documents && { documents: documents.map(passageOf) }),
    ...(entities && { entities: entities.map(hitOf) }),
    ...(memories && { memories: memories.map(memoryOf) }),
    ...(relationships && { relationships: relationships.map(hitOf) }),
  };
}

/** What is shown around the memories of a page, by their IDs. */
async function contextOf(
  tx: Transaction,
  tenant: Tenant,
  memories: readonly Found[],
  { context = 0, filter, memory }: SearchRequest,
  looking: <Result>(work: () => Promise<Result>) => Promise<Result>,
): Promise<ReadonlyMap<string, Surroundings>> {
  if (context === 0 || memories.length === 0) return new Map();
  const place: SearchTarget = { kind: "memories", tenant, filter, memory };
  return await looking(async () => await surroundingsOf(tx, place, memories, context));
}

/** The hits of the kinds of a vocabulary, the terms that they were looked for by, and what was asked for their meaning. */
type FoundOf = Hits & Pick<Question, "wanted"> & { readonly asked?: Asked | undefined };

/** Asks with one vocabulary for the kinds that are searched with it. */
async function ask(
  tx: Transaction,
  tenant: Tenant,
  { include, ...request }: SearchRequest,
  vocabulary: Vocabulary,
): Promise<FoundOf> {
  const nothing = { wanted: [], lists: {}, parts: [], counting: [] };
  const kinds = include.filter((kind) => vocabularyOf(kind) === vocabulary);
  if (kinds.length === 0) return nothing;
  const question = await analyze(tx, tenant, request.query, vocabulary);
  const { wanted, excluded } = question;
  // A query of punctuation alone finds nothing, rather than everything.
  if (wanted.length + excluded.length === 0 && request.query.trim() !== "") return nothing;
  const own = { ...request, include: kinds };
  const asked = askMeaning(tenant, own, question);
  return { wanted, asked, ...(await findHits(tx, tenant, question, own, vocabulary)) };
}

/** A hit with its contents, and with all that was found. */
interface Read<Item> extends Contents<Item> {
  readonly hit: Found;
  readonly found: FoundOf;
}

/** Those of the contents that are hits, without what stands around these. */
function hitsIn<Item>(
  contents: readonly Contents<Item>[] | undefined,
  found: FoundOf,
  kind: SearchKind,
): readonly Read<Item>[] | undefined {
  const hits = new Map((found.lists[kind] ?? []).map((each) => [each.id, each]));
  return contents?.flatMap((each) => {
    const hit = hits.get(each.id);
    return hit === undefined ? [] : [{ ...each, hit, found }];
  });
}

function lexemesOf(parts: readonly { readonly lexemes: readonly Lexeme[] }[]): readonly Lexeme[] {
  return parts.flatMap(({ lexemes }) => lexemes);
}
