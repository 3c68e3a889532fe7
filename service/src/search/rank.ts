// Ranks rows by BM25, without reading their contents. No statement ranks everything, as a common word is in too many texts.

import { type RawBuilder, sql } from "kysely";
import type { Transaction } from "../database/transaction.ts";
import type { Question } from "./analyze.ts";
import { candidates, columnsOf, type SearchTarget } from "./candidates.ts";
import { best, bestOf, type Found, merge, newest, roomFor, statementName } from "./hits.ts";
import type { Part } from "./parts.ts";
import type { SearchKind } from "./request.ts";
import { features, type Slots, scored, weighing } from "./score.ts";
import { planned } from "./search-role.ts";
import { writeAll } from "./tsquery.ts";

/** A question in parts, and what is asked for. */
export interface Ranking {
  readonly question: Question;
  readonly parts: readonly Part[];
  readonly limit: number;
  /** How many of the best are returned, if more than a page has. */
  readonly most?: number;
  /** Whether to look further, and of memories to take one of those with the same content: for when a few crowd out all others. */
  readonly isFolded?: boolean;
  /** Whether to say what scores are made of. */
  readonly isExplained: boolean;
}

/** A hit, with what a second statement needs to score as the first one did. */
interface Scored extends Found {
  /** How much each part is worth; null if it does not count. */
  readonly weights: readonly (number | null)[];
  readonly mean_length: number;
  /** How many rows have all words: at most {@link maxOfAll}. */
  readonly of_all: number;
}

/** The best rows, and the parts that count. */
export interface Ranked {
  readonly found: readonly Found[];
  readonly counting: readonly Part[];
}

/** Maximum candidates: rows with all words, and those that one part finds; as many as with all words, where the first of them crowd out others. */
const [maxOfAll, maxOfPart] = [2000, 400];
/** If there are more with all words, this many of the newest rows are searched as well. */
const maxNewest = 5000;
/** The rarest parts find candidates, until so many are expected: each takes a look into the index. The others only count for the score. */
const [enough, maxLooks] = [1000, 12];
/** Statements have a place for so many parts, and there is one for each of these: PostgreSQL keeps their plans. More parts have a statement of their own. */
const roomy = [4, 8, 16];

/** Ranks the rows of a question: those with all words, and if they do not fill the page, those with any. */
export async function rank(tx: Transaction, place: SearchTarget, ranking: Ranking): Promise<Ranked> {
  const { question, parts, limit, most = limit, isFolded = false, isExplained } = ranking;
  const all = sql<boolean>`e.search @@ ${writeAll(question.wanted, question.excluded)}::tsquery`;
  const { kind } = place;
  const room = roomy.find((each) => each >= parts.length);
  const isKept = room !== undefined && !isFolded;
  const name = isKept ? statementName(place, `${isExplained ? "explained" : "ranked"}.${room}`) : undefined;
  const slots = Array.from({ length: name === undefined ? parts.length : (room ?? 0) }, (_, at) => parts[at]);
  const ranked = statement(kind, ranking, slots, byParts(place, ranking, slots, all), weighing);
  const found = await (name === undefined ? planned(tx, ranked) : tx.all(ranked, name));
  const [{ weights, mean_length, of_all } = nothing] = found;
  // What may stand for a word does not count where all have the word.
  const isFull = of_all >= limit;
  const counting = parts.filter((part, at) => typeof weights[at] === "number" && !(isFull && isOther(part)));
  if (of_all < maxOfAll) return { found, counting };
  const hits = sql`select 0 as found_by, e.* from (${newest(place, maxNewest)}) e where ${all} limit ${maxOfAll}`;
  const recent = sql`
    counted as (select 0 as at, 0 as n),
    candidate as materialized (select f.* from (${featured(place, hits, slots, isFolded)}) f)`;
  const weighted = sql`
    select part.*, weight, ${mean_length}::float8 as mean_length from part
    join unnest(${[...weights]}::float8[]) with ordinality w(weight, at) using (at)`;
  const others = await planned(tx, statement(kind, ranking, slots, recent, weighted), { walks: true });
  return { found: merge([found, others], most), counting };
}

/** Ranks rows, and looks further if the passages of a few long documents are all that was looked at. */
export async function rankFurther(tx: Transaction, place: SearchTarget, ranking: Ranking): Promise<Ranked> {
  const first = await rank(tx, place, ranking);
  if (place.kind !== "documents" || first.found.length >= ranking.limit) return first;
  const documents = new Map(first.found.map(({ document_id, passages = 1 }) => [document_id, passages]));
  const looked = [...documents.values()].reduce((sum, passages) => sum + passages, 0);
  return looked < maxOfPart ? first : await rank(tx, place, { ...ranking, isFolded: true });
}

const nothing: Pick<Scored, "mean_length" | "of_all" | "weights"> = {
  weights: [],
  mean_length: 1,
  of_all: 0,
};

function isOther({ kind }: Part): boolean {
  return kind === "completion" || kind === "near";
}

/** What finds candidates apart from all words: a query, and how many rows at most. */
interface Look {
  readonly query: string | null;
  readonly most: number;
}

/** The looks of all parts, of which the rarest find candidates, and one of the rest; words of which no text is known come last, as mostly there is none. */
function looksOf({ parts, question, isFolded = false }: Ranking): readonly Look[] {
  const without = writeAll([], question.excluded);
  const look = (match: string): Look => {
    return {
      query: without === "" ? match : `(${match}) & ${without}`,
      most: isFolded ? maxOfAll : maxOfPart,
    };
  };
  const looks: Look[] = [...parts, undefined].map(() => ({ query: null, most: 0 }));
  // All words are that one.
  if (parts.length === 1) return looks;
  const numbered = parts.map(({ match, n }, at) => ({ match, n, at }));
  const rarest = numbered.toSorted((a, b) => (a.n || Infinity) - (b.n || Infinity) || a.at - b.at);
  let expected = 0;
  for (const { at, match, n } of rarest.slice(0, maxLooks)) {
    if (expected < enough) looks[at] = look(match);
    expected += Math.min(n, maxOfPart);
  }
  const rest = expected < enough ? rarest.slice(maxLooks).map(({ match }) => match) : [];
  // Together, as any of them may be the only one that finds something.
  if (rest.length > 0) looks[parts.length] = look(rest.join(" | "));
  return looks;
}

/**
 * Defines the candidates, and how many each part has found: those with all words, and if they do not fill the page, those that have one of the
 * rarest parts. The parts are data, so the text is the same for all questions, and its plan is kept.
 */
function byParts(
  place: SearchTarget,
  { limit, isFolded = false }: Ranking,
  slots: Slots,
  all: RawBuilder<boolean>,
): RawBuilder<unknown> {
  const room = isFolded
    ? sql`(select count(distinct search) from with_all)`
    : roomFor(place.kind, sql`with_all`);
  const withAll = candidates(place, { condition: all, most: sql`${maxOfAll}`, isNewest: false });
  const withPart = candidates(place, {
    condition: sql`e.search @@ part.look`,
    most: sql`case when ${room} < ${limit} then part.most else 0 end`,
    isNewest: false,
  });
  const hits = sql`
    select 0 as found_by, * from with_all
    union all select part.at, h.* from part cross join lateral (${withPart}) h where part.look is not null`;
  return sql`
    with_all as materialized (${withAll}),
    hit as materialized (${featured(place, hits, slots, isFolded)}),
    counted as materialized (select found_by as at, count(*)::int as n from hit group by found_by),
    candidate as materialized (select distinct on (id, project_id) * from hit order by id, project_id)`;
}

/**
 * Selects what scores are made of, of what `hits` selects, in place of the text index: rows as wide as that take most of the time of a search
 * to copy and sort.
 */
function featured(
  { kind }: SearchTarget,
  hits: RawBuilder<unknown>,
  slots: Slots,
  isFolded: boolean,
): RawBuilder<unknown> {
  // `offset 0` keeps the stems from being computed for each part.
  return sql`
    select found_by, project_id, id, new_at${columnsOf(kind)}${isFolded && kind === "memories" ? sql`, search, precisely, subject_id` : sql``}, ${features(slots)}
    from (select h.*, ts_filter(search, '{b,d}') as stems from (${hits}) h offset 0) h`;
}

/** Ranks the rows of `candidate`, which `found` defines, by what `weighted` selects: the parts with their weights, and the mean length of rows. */
function statement(
  kind: SearchKind,
  ranking: Ranking,
  slots: Slots,
  found: RawBuilder<unknown>,
  weighted: RawBuilder<unknown>,
): RawBuilder<Scored> {
  const { parts, limit, most = limit, isFolded = false, isExplained } = ranking;
  const own = parts.filter((part) => part.kind === "own");
  const looks = looksOf(ranking);
  const what = sql`weights, mean_length, parts, coalesce((select n from counted where at = 0), 0) as of_all`;
  const rows = sql<Scored>`
    select project_id, id, new_at${columnsOf(kind)}, score, ${what}${isFolded && kind === "memories" ? sql`, ${copies}` : sql``}
    from (${scored(slots, isExplained)}) s
    ${isFolded && kind === "memories" ? sql`window same as (partition by sum, search, precisely, subject_id)` : sql``}`;
  return sql`
    with part as materialized (
      select * from unnest(
        ${parts.map((part) => part.kind)}::text[], ${parts.map(({ term }) => own.findIndex((part) => part.term === term) + 1)}::int[],
        ${parts.map(({ n }) => n)}::int[], ${looks.map(({ query }) => query)}::tsquery[], ${looks.map((look) => look.most)}::int[]
      ) with ordinality p(kind, own, n, look, most, at)
    ),
    ${found},
    weighted as materialized (${weighted})
    ${kind === "memories" ? bestMemories(rows, most, isFolded) : bestOf(kind, rows, most, sql`, weights, mean_length, parts, of_all`)}`;
}

/** The best of the rows; the weights are those of all, and returned once. */
function bestMemories(rows: RawBuilder<Scored>, most: number, isFolded: boolean): RawBuilder<Scored> {
  return sql`
    select project_id, id, new_at, thread, case when row_number() over (${best}) = 1 then weights end as weights, mean_length, score, parts, of_all, ${isFolded ? sql`copies` : sql`1 as copies`}
    from (${isFolded ? rows : sql`${rows} ${best} limit ${most}`}) s
    ${isFolded ? sql`where copy = 1 ${best} limit ${most}` : best}`;
}

/** How many rows say the same of the same end user; the newest of them is the first copy. */
const copies = sql`count(*) over same::int as copies, row_number() over (same order by new_at desc, id) as copy`;
