// Ranks rows by BM25, without reading their contents. No statement ranks everything, as a common word is in too many texts.

import { type RawBuilder, sql } from "kysely";
import type { Transaction } from "../database/transaction.ts";
import type { Question } from "./analyze.ts";
import { candidates, columnsOf, keyOf, type SearchTarget } from "./candidates.ts";
import { bonus } from "./explain.ts";
import { best, bestOf, type Found, merge, newest, roomFor, statementName } from "./hits.ts";
import type { Part } from "./parts.ts";
import type { SearchKind } from "./request.ts";
import { planned } from "./search-role.ts";
import { writeAll } from "./tsquery.ts";

/** A question in parts, and what is asked for. */
export interface Ranking {
  readonly question: Question;
  readonly parts: readonly Part[];
  readonly limit: number;
  /** How many of the best are returned, if more than a page has. */
  readonly most?: number;
  /** Whether one stands for those with the same words at the same places. */
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

/** Maximum candidates: rows with all words, and those that one part finds. */
const [maxOfAll, maxOfPart] = [2000, 400];
/** If there are more with all words, this many of the newest rows are searched as well. */
const maxNewest = 5000;
/** The rarest parts find candidates, until so many are expected: each takes a look into the index. The others only count for the score. */
const [enough, maxLooks] = [1000, 12];
/** What may stand for a word is worth so much of it. */
const worthOfOther = 0.3;
/** Added to 1 where a word is there as typed. */
const worthOfExact = 0.1;
/** How soon more occurrences stop counting, and how much long texts are held back (k1 and b of BM25). */
const [saturation, ofLength] = [0.9, 0.4];
/** The sum of weights that is worth half of what hits without all words can get. */
export const half = 20;

/** Ranks the rows of a question: those with all words, and if they do not fill the page, those with any. */
export async function rank(tx: Transaction, place: SearchTarget, ranking: Ranking): Promise<Ranked> {
  const { question, parts, limit, most = limit, isFolded = false, isExplained } = ranking;
  const all = sql<boolean>`e.search @@ ${writeAll(question.wanted, question.excluded)}::tsquery`;
  const what = isExplained ? "explained" : "ranked";
  const { kind } = place;
  const ranked = statement(kind, ranking, byParts(place, ranking, all), weighing);
  const name = isFolded ? undefined : statementName(place, what);
  const found = await (name === undefined ? planned(tx, ranked) : tx.all(ranked, name));
  const [{ weights, mean_length, of_all } = nothing] = found;
  // What may stand for a word does not count where all have the word.
  const isFull = of_all >= limit;
  const counting = parts.filter((part, at) => typeof weights[at] === "number" && !(isFull && isOther(part)));
  if (of_all < maxOfAll) return { found, counting };
  const recent = sql`
    counted as (select 0 as at, 0 as n),
    candidate as materialized (select e.*, ${stems} from (${newest(place, maxNewest)}) e where ${all} limit ${maxOfAll})`;
  const weighted = sql`
    select part.*, weight, ${mean_length}::float8 as mean_length from part
    join unnest(${[...weights]}::float8[]) with ordinality w(weight, at) using (at)`;
  const others = await planned(tx, statement(kind, ranking, recent, weighted), { walks: true });
  return { found: merge([found, others], most), counting };
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
function looksOf({ parts, question }: Ranking): readonly Look[] {
  const without = writeAll([], question.excluded);
  const look = (match: string): Look => {
    return { query: without === "" ? match : `(${match}) & ${without}`, most: maxOfPart };
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

const stems = sql`ts_filter(search, '{b,d}') as stems`;

/**
 * Defines the candidates, and how many each part has found: those with all words, and if they do not fill the page, those that have one of the
 * rarest parts. The parts are data, so the text is the same for all questions, and its plan is kept.
 */
function byParts(
  place: SearchTarget,
  { limit, isFolded = false }: Ranking,
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
  return sql`
    with_all as materialized (select h.*, ${stems} from (${withAll}) h),
    with_part as materialized (select part.at, h.* from part cross join lateral (${withPart}) h),
    counted as materialized (
      select 0 as at, count(*)::int as n from with_all having count(*) > 0
      union all select at, count(*)::int from with_part group by at
    ),
    candidate as materialized (
      select * from with_all
      union all select * from (
        select distinct on (project_id, id) project_id, id, new_at, search${columnsOf(place.kind)}, ${stems} from with_part p
        where not exists (select from with_all a where (a.project_id, a.id) = (p.project_id, p.id)) order by project_id, id
      ) p
    )`;
}

/** Ranks the rows of `candidate`, which `found` defines, by what `weighted` selects: the parts with their weights, and the mean length of rows. */
function statement(
  kind: SearchKind,
  ranking: Ranking,
  found: RawBuilder<unknown>,
  weighted: RawBuilder<unknown>,
): RawBuilder<Scored> {
  const { parts, limit, most = limit, isFolded = false, isExplained } = ranking;
  const isOfMemories = kind === "memories";
  const own = parts.filter((part) => part.kind === "own");
  const looks = looksOf(ranking);
  const unless = parts.map(({ kind: kindOfPart, term }) =>
    kindOfPart === "own" ? null : (own.find((part) => part.term === term)?.match ?? null),
  );
  const scored = sql<Scored>`
    select c.project_id, c.id, c.new_at${columnsOf(kind)}, (select array_agg(weight order by at) from weighted) as weights,
      (select min(mean_length) from weighted) as mean_length,
      case when owns = ${own.length} then ${sql.lit(bonus)}::float8 else 0 end + sum / (2 * (${sql.lit(half)} + sum)) as score,
      ${isExplained ? sql`parts` : sql`null`} as parts,
      coalesce((select n from counted where at = 0), 0) as of_all${isOfMemories ? sql`, c.search, ${isFolded ? copies : sql`1 as copies`}` : sql``}
    from (
      -- \`offset 0\` keeps what is computed from being written out wherever it is used.
      select candidate.*, ${sql.lit(saturation)}::float8 * (
          ${sql.lit(1 - ofLength)}::float8 + ${sql.lit(ofLength)}::float8 * length(stems) / (select min(mean_length) from weighted)
        ) as half_at
      from candidate offset 0
    ) c cross join lateral (
      select sum(value) as sum, count(value) filter (where kind = 'own') as owns${isExplained ? sql`, array_agg(value order by at) as parts` : sql``}
      from (select at, kind, weight * ${value} as value from weighted w offset 0) v
    ) s
    where sum > 0`;
  return sql`
    with part as materialized (
      select * from unnest(
        ${parts.map((part) => part.kind)}::text[], ${parts.map(({ term }) => own.findIndex((part) => part.term === term) + 1)}::int[],
        ${parts.map(({ n }) => n)}::int[], ${parts.map(({ match }) => match)}::tsquery[], ${unless}::tsquery[],
        ${parts.map(({ exact }) => exact)}::tsquery[], ${parts.map(({ lexemes }) => lexemes.length)}::float8[],
        ${looks.map(({ query }) => query)}::tsquery[], ${looks.map((look) => look.most)}::int[]
      ) with ordinality p(kind, own, n, match, unless, exact, words, look, most, at)
    ),
    ${found},
    weighted as materialized (${weighted})
    ${isOfMemories ? bestMemories(scored, most, isFolded) : bestOf(kind, scored, most, sql`, weights, mean_length, parts, of_all`)}`;
}

/** The best of the rows, with what tells whether others say the same. */
function bestMemories(rows: RawBuilder<Scored>, most: number, isFolded: boolean): RawBuilder<Scored> {
  return sql`
    select project_id, id, new_at, thread, case when row_number() over (${best}) = 1 then weights end as weights, mean_length, score, parts, of_all, copies, ${keyOf({ kind: "memories" }, sql`search`)} as key
    from (${isFolded ? rows : sql`${rows} ${best} limit ${most}`}) s
    ${isFolded ? sql`where copy = 1 ${best} limit ${most}` : best}`;
}

/** How many rows are the same, word for word; the newest of them is the first copy. */
const copies = sql`count(*) over (partition by sum, search)::int as copies,
  row_number() over (partition by sum, search order by new_at desc, id) as copy`;

/**
 * The value of a part in a row, to be multiplied by its weight; null if the row does not have it. It is f / (f + half_at), f being the frequency.
 *
 * Of one stem `ts_rank` is a function of its frequency alone: the sum of 1/i² up to it, over π²/6, which is f / (f + 0.64) to two digits. So it
 * says the frequency without a text. Words as written have no weight in it, or they would count twice, and those in properties have half.
 * What may stand for a word is there or not, and so is a phrase, which counts as often as it has words.
 *
 * A stem that is also a word as written is in no list of stems if that word is there more than 255 times, or late in the text.
 */
const value = sql`case when search @@ match then case
  when unless is not null then case when not search @@ unless then 1 / (1 + half_at) end
  when exact is null then words / (words + half_at)
  else coalesce(0.64 / (0.64 - half_at + half_at / nullif(ts_rank('{0.5, 0, 1, 0}'::real[], stems, match), 0)), 1 / (1 + half_at))
    + case when search @@ exact then ${sql.lit(worthOfExact)}::float8 else 0 end
  end end`;

/**
 * How much a part is worth, by how many rows have it: as counted here, or as of the last count where that is more, because not all are
 * counted. How many rows there are is not counted: they are taken for twice as many as were found, or as have the most common word, and so long as
 * those are. What is typed ahead is worth no more than any word that is written.
 */
const weighing = sql`
  select i.*, case
      when kind = 'own' then idf
      when kind = 'near' and exists (select from counted where counted.at in (own, 0)) then null
      when kind = 'completion' then ${sql.lit(worthOfOther)}::float8 * least(idf, min(idf) filter (where kind = 'own') over ())
      else ${sql.lit(worthOfOther)}::float8 * idf
    end as weight
    from (
      select p.*, mean_length, ln(1 + (2 * greatest(candidates, max(rows) over ()) - rows + 0.5) / (rows + 0.5)) as idf
      from (select part.*, greatest(part.n, c.n, 1)::float8 as rows from part left join counted c using (at) where part.kind is not null) p
      cross join (select count(*) as candidates, greatest(avg(length(stems)), 1)::float8 as mean_length from candidate) t
    ) i`;
