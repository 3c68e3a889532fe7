// Scores candidates by BM25: what of the question is in a row, how much each part is worth, and what they make together.

import { type RawBuilder, sql } from "kysely";
import { bonus } from "./explain.ts";
import type { Part } from "./parts.ts";

/** What may stand for a word is worth so much of it. */
const worthOfOther = 0.3;
/** Added to 1 where a word is there as typed. */
const worthOfExact = 0.1;
/** How soon more occurrences stop counting, and how much long texts are held back (k1 and b of BM25). */
const [saturation, ofLength] = [0.9, 0.4];
/** The sum of weights that is worth half of what hits without all words can get. */
export const half = 20;

/** A place for a part in a statement; nothing is in it where a question has fewer parts. */
export type Slots = readonly (Part | undefined)[];

/**
 * The columns of a row of which its score is made, so that its text index need not be kept: how many stems it has, and of each part how often
 * it has that (`f1`, `f2` …; null if it does not), and whether as typed (`x1` …). `stems` are its stems alone.
 */
export function features(slots: Slots): RawBuilder<unknown> {
  const own = new Map(slots.flatMap((part) => (part?.kind === "own" ? [[part.term, part.match]] : [])));
  const columns = slots.map((part, at) => {
    const unless = part === undefined || part.kind === "own" ? null : (own.get(part.term) ?? null);
    const [f, x] = namesOf(at);
    return sql`${frequency(part, unless)} as ${f}, search @@ ${part?.exact ?? null}::tsquery as ${x}`;
  });
  return sql`length(stems) as length, ${sql.join(columns)}`;
}

function namesOf(at: number): readonly [frequency: RawBuilder<unknown>, exact: RawBuilder<unknown>] {
  return [sql.ref(`f${at + 1}`), sql.ref(`x${at + 1}`)];
}

/**
 * How often a row has a part.
 *
 * Of one stem `ts_rank` is a function of its frequency alone: the sum of 1/i² up to it, over π²/6, which is f / (f + 0.64) to two digits. So it
 * says the frequency without a text. Words as written have no weight in it, or they would count twice, and those in properties have half.
 * What may stand for a word is there or not, and so is a phrase, which counts as often as it has words.
 *
 * A stem that is also a word as written is in no list of stems if that word is there more than 255 times, or late in the text.
 */
function frequency(part: Part | undefined, unless: string | null): RawBuilder<unknown> {
  const match = sql`${part?.match ?? null}::tsquery`;
  return sql`case when search @@ ${match} then case
    when ${unless}::tsquery is not null then case when not search @@ ${unless}::tsquery then 1 end
    when ${part?.exact ?? null}::tsquery is null then ${part?.lexemes.length ?? null}::float8
    else coalesce(0.64 / (1 / nullif(ts_rank('{0.5, 0, 1, 0}'::real[], stems, ${match}), 0)::float8 - 1), 1)
  end end`;
}

/**
 * How much a part is worth, by how many rows have it: as counted here, or as of the last count where that is more, because not all are
 * counted. How many rows there are is not counted: they are taken for twice as many as were found, or as have the most common word, and so long as
 * those are. What is typed ahead is worth no more than any word that is written.
 */
export const weighing: RawBuilder<unknown> = sql`
  select i.*, case
      when kind = 'own' then idf
      when kind = 'near' and exists (select from counted where counted.at in (own, 0)) then null
      when kind = 'completion' then ${sql.lit(worthOfOther)}::float8 * least(idf, min(idf) filter (where kind = 'own') over ())
      else ${sql.lit(worthOfOther)}::float8 * idf
    end as weight
    from (
      select p.*, mean_length, ln(1 + (2 * greatest(candidates, max(rows) over ()) - rows + 0.5) / (rows + 0.5)) as idf
      from (select part.*, greatest(part.n, c.n, 1)::float8 as rows from part left join counted c using (at) where part.kind is not null) p
      cross join (select count(*) as candidates, greatest(avg(length), 1)::float8 as mean_length from candidate) t
    ) i`;

/**
 * Selects the rows of `candidate` that have a weight, with what `weighted` says of the parts: `weights`, `mean_length`, `score` and `parts`. The
 * value of a part is its weight times f / (f + half_at), f being its frequency; the first parts are those of all words.
 */
export function scored(slots: Slots, isExplained: boolean): RawBuilder<unknown> {
  const values = slots.map((_, at) => {
    const [f, x] = namesOf(at);
    return sql`weights[${sql.lit(at + 1)}] * (${f} / (${f} + half_at) + case when ${x} then ${sql.lit(worthOfExact)}::float8 else 0 end)`;
  });
  const sum = sql.join(
    values.map((value) => sql`coalesce(${value}, 0)`),
    sql` + `,
  );
  const hasAll = slots.map((_, at) => sql`(owns <= ${sql.lit(at)} or ${namesOf(at)[0]} is not null)`);
  return sql`
    select c.*, case when ${sql.join(hasAll, sql` and `)} then ${sql.lit(bonus)}::float8 else 0 end + sum / (2 * (${sql.lit(half)} + sum)) as score
    from (
      select c.*, ${sum} as sum, ${isExplained ? sql`array[${sql.join(values)}]` : sql`null::float8[]`} as parts
      from (
        -- \`offset 0\` keeps what is computed from being written out wherever it is used.
        select c.*, w.*, ${sql.lit(saturation)}::float8 * (${sql.lit(1 - ofLength)}::float8 + ${sql.lit(ofLength)}::float8 * length / mean_length) as half_at
        from candidate c cross join (
          select array_agg(weight order by at) as weights, min(mean_length) as mean_length, count(*) filter (where kind = 'own') as owns from weighted
        ) w offset 0
      ) c offset 0
    ) c where sum > 0`;
}
