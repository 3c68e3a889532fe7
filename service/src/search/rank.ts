// Ranks rows by BM25, without reading their contents. No statement ranks everything, as a common word is in too many texts.

import { type RawBuilder, sql } from "kysely";
import type { Transaction } from "../database/transaction.ts";
import type { Question } from "./analyze.ts";
import { candidates, type SearchTarget } from "./candidates.ts";
import { bonus } from "./explain.ts";
import { amongNewest, best, type Found, merge, newest, statementName } from "./hits.ts";
import type { Part } from "./parts.ts";
import { writeAll } from "./tsquery.ts";

/** A question in parts, and what is asked for. */
export interface Ranking {
  readonly question: Question;
  readonly parts: readonly Part[];
  readonly limit: number;
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
const [maxOfAll, maxOfPart] = [3000, 400];
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
const half = 20;

/** Ranks the rows of a question: those with all words, and if they do not fill the page, those with any. */
export async function rank(tx: Transaction, place: SearchTarget, ranking: Ranking): Promise<Ranked> {
  const { question, parts, limit } = ranking;
  const all = sql<boolean>`e.search @@ ${writeAll(question.wanted, question.excluded)}::tsquery`;
  const withAll = candidates(place, { condition: all, most: maxOfAll, isNewest: false });
  // What may stand for a word does not count where the word is.
  const sure = parts.filter(({ kind }) => kind === "own" || kind === "joined");
  const first = { ...ranking, parts: sure };
  const found = await tx.all(statement(first, onlyAll(withAll), weighing), nameOf(place, first));
  const [one] = found;
  if (found.length < limit && parts.length > 1) {
    const hits = [hitsOf(forAll, withAll), ...withPart(place, ranking)];
    const any = await tx.all(statement(ranking, distinct(sql.join(hits, sql` union all `)), weighing));
    return { found: any, counting: countingIn(parts, any[0]) };
  }
  const counting = countingIn(sure, one);
  if (one === undefined || one.of_all < maxOfAll) return { found, counting };
  const { weights, mean_length } = one;
  const recent = sql`select e.* from (${newest(place, maxNewest)}) e where ${all} limit ${maxOfAll}`;
  const weighted = sql`select ${[...weights]}::float8[] as weights, ${mean_length}::float8 as mean_length`;
  const others = await amongNewest(tx, statement(first, onlyAll(recent), weighted));
  return { found: merge([found, others], limit), counting };
}

/** The number of all words, among those of parts, which begin with 1. */
const forAll = 0;

function countingIn(parts: readonly Part[], found: Scored | undefined): readonly Part[] {
  return parts.filter((_, at) => typeof found?.weights[at] === "number");
}

/** The candidates that have one of the rarest parts; words of which no text is known come last, as mostly there is none. */
function withPart(place: SearchTarget, { parts, question }: Ranking): readonly RawBuilder<unknown>[] {
  const without = writeAll([], question.excluded);
  const look = (at: number, match: string): RawBuilder<unknown> => {
    const query = without === "" ? match : `(${match}) & ${without}`;
    const condition = sql<boolean>`e.search @@ ${query}::tsquery`;
    return hitsOf(at, candidates(place, { condition, most: maxOfPart, isNewest: false }));
  };
  const numbered = parts.map(({ match, n }, at) => ({ match, n, at: at + 1 }));
  const rarest = numbered.toSorted((a, b) => (a.n || Infinity) - (b.n || Infinity) || a.at - b.at);
  let expected = 0;
  const needed = rarest.slice(0, maxLooks).filter(({ n }) => {
    const isNeeded = expected < enough;
    expected += Math.min(n, maxOfPart);
    return isNeeded;
  });
  const rest = expected < enough ? rarest.slice(maxLooks).map(({ match }) => match) : [];
  return [
    ...needed.map(({ at, match }) => look(at, match)),
    // The others together, as any of them may be the only one that finds something.
    ...(rest.length > 0 ? [look(parts.length + 1, rest.join(" | "))] : []),
  ];
}

function hitsOf(at: number, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select ${sql.lit(at)} as at, h.* from (${rows}) h`;
}

/** Maximum parts of a statement with a name: each sequence of kinds has a text of its own, and its plan is kept. */
const maxNamed = 4;

function nameOf(place: SearchTarget, { parts, isExplained }: Ranking): string | undefined {
  if (parts.length > maxNamed || isExplained) return undefined;
  return statementName(place, parts.map(({ kind, exact }) => (exact === null ? `${kind}s` : kind)).join("."));
}

const stems = sql`ts_filter(search, '{b,d}') as stems`;

/** Defines the candidates, and how many each part has found, where all are found by all words. */
function onlyAll(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    candidate as materialized (select h.*, ${stems} from (${rows}) h),
    counted as materialized (select ${sql.lit(forAll)} as at, count(*)::int as n from candidate having count(*) > 0)`;
}

/** The same, where a row may be found by several parts. */
function distinct(hits: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    hit as materialized (${hits}),
    counted as materialized (select at, count(*)::int as n from hit group by at),
    candidate as materialized (
      select distinct on (project_id, id) project_id, id, new_at, search, ${stems} from hit order by project_id, id
    )`;
}

/** Ranks what `found` defines ({@link onlyAll}, {@link distinct}) by what `weighted` selects: the weights of the parts, and the mean length of rows. */
function statement(
  { parts, limit, isExplained }: Ranking,
  found: RawBuilder<unknown>,
  weighted: RawBuilder<unknown>,
): RawBuilder<Scored> {
  const own = new Map(parts.flatMap((part, at) => (part.kind === "own" ? [[part.term, at]] : [])));
  const kinds = parts.map(({ kind }) => kind);
  const ownAt = parts.map(({ term }) => (own.get(term) ?? -1) + 1);
  const names = parts.map((_, at) => sql.ref(`v${at + 1}`));
  const values = parts.map((part, at) => {
    const ownPart = part.kind === "own" ? undefined : parts[own.get(part.term) ?? -1];
    return sql`${valueOf(part, ownPart)} * weights[${sql.lit(at + 1)}] as ${names[at]}`;
  });
  const ownNames = names.filter((_, at) => parts[at]?.kind === "own");
  const sum = sql.join(
    names.map((name) => sql`coalesce(${name}, 0)`),
    sql` + `,
  );
  return sql`
    with part as materialized (
      select at, kind, own, n from unnest(${kinds}::text[], ${ownAt}::int[], ${parts.map(({ n }) => n)}::int[]) with ordinality p(kind, own, n, at)
    ),
    ${found},
    weighted as materialized (${weighted}),
    -- \`offset 0\` keeps what is computed from being written out wherever it is used.
    ranked as (
      select c.*, w.*, ${sql.lit(saturation)}::float8 * (${sql.lit(1 - ofLength)}::float8 + ${sql.lit(ofLength)}::float8 * length(stems) / mean_length) as half_at
      from candidate c cross join weighted w offset 0
    ),
    valued as (select project_id, id, new_at, weights, mean_length, ${sql.join(values)} from ranked offset 0),
    summed as (select *, ${sum} as sum from valued offset 0)
    select project_id, id, new_at, weights, mean_length,
      case when num_nulls(${sql.join(ownNames)}) = 0 then ${sql.lit(bonus)}::float8 else 0 end + sum / (2 * (${sql.lit(half)} + sum)) as score,
      ${isExplained ? sql`array[${sql.join(names)}]` : sql`null`} as parts,
      coalesce((select n from counted where at = ${sql.lit(forAll)}), 0) as of_all
    from summed where sum > 0 ${best} limit ${limit}`;
}

/**
 * The value of a part in a row, to be multiplied by its weight; null if the row does not have it. It is f / (f + half_at), f being the frequency.
 *
 * Of one stem `ts_rank` is a function of its frequency alone: the sum of 1/i² up to it, over π²/6, which is f / (f + 0.64) to two digits. So it
 * says the frequency without a text. Words as written have no weight in it, or they would count twice, and those in properties have half.
 * What may stand for a word is there or not, and so is a phrase, which counts as often as it has words.
 */
function valueOf({ match, exact, lexemes }: Part, own: Part | undefined): RawBuilder<unknown> {
  const has = (query: string): RawBuilder<unknown> => sql`search @@ ${query}::tsquery`;
  if (own !== undefined)
    return sql`case when ${has(match)} and not ${has(own.match)} then 1 / (1 + half_at) end`;
  if (exact === null) {
    const words = sql`${lexemes.length}::float8`;
    return sql`case when ${has(match)} then ${words} / (${words} + half_at) end`;
  }
  // A stem that is also a word as written is in no list of stems if that word is there more than 255 times, or late in the text.
  return sql`case when ${has(match)} then
    coalesce(0.64 / (0.64 - half_at + half_at / nullif(ts_rank('{0.5, 0, 1, 0}'::real[], stems, ${match}::tsquery), 0)), 1 / (1 + half_at))
    + case when ${has(exact)} then ${sql.lit(worthOfExact)}::float8 else 0 end end`;
}

/**
 * How much a part is worth, by how many rows have it: as counted here, or as of the last count where that is more, because not all are
 * counted. How many rows there are is not counted: they are taken for twice as many as were found, or as have the most common word, and so long as
 * those are. What is typed ahead is worth no more than any word that is written.
 */
const weighing = sql`
  select array_agg(weight order by at) as weights, min(mean_length) as mean_length
  from (
    select at, mean_length, case
      when kind = 'own' then idf
      when kind = 'near' and exists (select from counted where counted.at in (own, ${sql.lit(forAll)})) then null
      when kind = 'completion' then ${sql.lit(worthOfOther)}::float8 * least(idf, min(idf) filter (where kind = 'own') over ())
      else ${sql.lit(worthOfOther)}::float8 * idf
    end as weight
    from (
      select p.*, mean_length, ln(1 + (2 * greatest(candidates, max(rows) over ()) - rows + 0.5) / (rows + 0.5)) as idf
      from (select part.*, greatest(part.n, c.n, 1)::float8 as rows from part left join counted c using (at)) p
      cross join (select count(*) as candidates, greatest(avg(length(stems)), 1)::float8 as mean_length from candidate) t
    ) i
  ) w`;
