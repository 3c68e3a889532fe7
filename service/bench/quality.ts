// How good the search is: labelled sets, and on the same texts BM25 of SQLite and the text search of PostgreSQL.

import { type Collection, labelledSets, type Question, readSet } from "./labelled.ts";
import { serve } from "./processes.ts";
import { ofPostgres, ofService, ofSqlite, type Ranker } from "./rankers.ts";
import { atLeast, type Goal, type Run, type Section } from "./section.ts";

/** The goals for recall@10, in percent. */
const goals: Readonly<Record<string, number>> = {
  "LoCoMo turns": 71,
  "LoCoMo observations": 74,
  WikiQA: 87,
  Cranfield: 43,
  CACM: 30,
};

/** How much of what answers a question is found. */
export const quality: Section = {
  id: "quality",
  title: "Quality of the search",
  how: `Each text is a memory, each question a \`POST /v1/search\` over HTTP; then come the same texts and questions in SQLite's FTS5 (\`bm25\`, stemmer of Porter, any of the words) and in PostgreSQL alone (\`english\`, any of the
words, \`ts_rank\`). All figures are percent, with 95 % intervals of the mean over the questions; [search.md](search.md#quality) has the sets.`,
  measure: async (run) => {
    const database = await run.postgres.create();
    const DATABASE_URL = database.url;
    const byWords = Object.fromEntries(embeddings.map((name) => [name, undefined]));
    const server = await serve([], { DATABASE_URL, ...byWords });
    const byMeaning = embeddings.length > 0 ? await serve([], { DATABASE_URL }) : undefined;
    const systems: Readonly<Record<string, (collection: Collection) => Promise<Ranker>>> = {
      // First: its worker makes the vectors of all memories that are there when it starts.
      ...(byMeaning && {
        "by meaning as well": async (collection: Collection) =>
          await ofService(database, byMeaning.url, collection, true),
      }),
      "this search": async (collection) => await ofService(database, server.url, collection),
      "SQLite FTS5": ofSqlite,
      "PostgreSQL, any word": async (collection) => await ofPostgres(database, collection),
    };
    const rows: Readonly<Record<string, number | string>>[] = [];
    const met: Goal[] = [];
    for (const set of labelledSets) {
      const collections = readSet(set, folderOf(run));
      if (collections === undefined) continue;
      for (const [system, open] of Object.entries(systems)) {
        const asked = await ask(collections, open);
        const figures = figuresOf(asked);
        rows.push({ set: set.id, system, questions: asked.length, ...figures });
        if (system !== "this search") continue;
        const recall = 100 * mean(asked.map((each) => recallAt(each, 10)));
        met.push(atLeast(`${set.id}, recall@10`, goals[set.id] ?? 0, "%", recall));
      }
    }
    await server.stop();
    await byMeaning?.stop();
    if (rows.length === 0) throw new Error("the folder of --data has none of the files that search.md lists");
    return { goals: met, rows };
  },
};

/** The settings of what makes vectors. */
const embeddings = Object.keys(process.env).filter((name) => name.startsWith("EMBEDDING_"));

function folderOf({ data }: Run): string {
  if (data === undefined)
    throw new Error("the section `quality` needs --data, the folder of the labelled sets");
  return data;
}

/** A question with what was found. */
export interface Answered {
  readonly relevant: ReadonlySet<string>;
  readonly found: readonly string[];
}

async function ask(
  collections: readonly Collection[],
  open: (collection: Collection) => Promise<Ranker>,
): Promise<readonly Answered[]> {
  const answered: Answered[] = [];
  for (const collection of collections) {
    const ranker = await open(collection);
    for (const question of collection.questions) answered.push(await answer(ranker, question));
  }
  return answered;
}

async function answer(ranker: Ranker, { text, relevant }: Question): Promise<Answered> {
  return { relevant, found: await ranker(text) };
}

function figuresOf(asked: readonly Answered[]): Readonly<Record<string, number | string>> {
  const column = (figure: (each: Answered) => number): string => withInterval(asked.map(figure));
  return {
    "recall@5": column((each) => recallAt(each, 5)),
    "recall@10": column((each) => recallAt(each, 10)),
    "recall@20": column((each) => recallAt(each, 20)),
    "nDCG@10": column((each) => gainAt(each, 10)),
    MRR: column(reciprocalRank),
    "without a hit": asked.filter(({ found }) => found.length === 0).length,
  };
}

/** The part of what is relevant that is among the first `count` found. */
export function recallAt({ relevant, found }: Answered, count: number): number {
  return found.slice(0, count).filter((id) => relevant.has(id)).length / relevant.size;
}

/** The normalized discounted cumulative gain of the first `count` found, which are relevant or not. */
export function gainAt({ relevant, found }: Answered, count: number): number {
  const gain = (at: number): number => 1 / Math.log2(at + 2);
  const best = Array.from({ length: Math.min(count, relevant.size) }, (_, at) => gain(at));
  const gains = found.slice(0, count).map((id, at) => (relevant.has(id) ? gain(at) : 0));
  return sum(gains) / sum(best);
}

/** One over the place of the first that is relevant; 0 if none is. */
export function reciprocalRank({ relevant, found }: Answered): number {
  const at = found.findIndex((id) => relevant.has(id));
  return at === -1 ? 0 : 1 / (at + 1);
}

/** The mean in percent, with its 95 % interval. */
export function withInterval(values: readonly number[]): string {
  const middle = mean(values);
  const variance = sum(values.map((value) => (value - middle) ** 2)) / Math.max(1, values.length - 1);
  const interval = 1.96 * Math.sqrt(variance / values.length);
  return `${(100 * middle).toFixed(1)} ± ${(100 * interval).toFixed(1)}`;
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
