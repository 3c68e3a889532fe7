// Arranges the memories that were found: with what stands next to them, the newer first where they are about as good, and one of each.

import type { Transaction } from "../database/transaction.ts";
import type { SearchTarget } from "./candidates.ts";
import { browse, compare, type Found } from "./hits.ts";
import { type Ranked, type Ranking, rank } from "./rank.ts";
import type { Preference } from "./request.ts";
import { foldSame } from "./said.ts";
import { scoreThreads } from "./threads.ts";
import { writeAll } from "./tsquery.ts";

/** This many more than a page has are arranged: what they lack to the last of a page they may get from others. */
const more = 80;

/** How far scores may be below the best of their group, as a share of it. */
const [balanced, newestFirst] = [0.15, 0.5];

/** The memories of a page. */
export async function rankMemories(
  tx: Transaction,
  place: SearchTarget,
  ranking: Ranking,
  prefer: Preference | undefined,
): Promise<Ranked> {
  const exclusions = writeAll([], ranking.question.excluded);
  const page = async (wanted: Ranking): Promise<Ranked> => {
    const { found, counting } = await rank(tx, place, wanted);
    const scored = await scoreThreads(tx, place, found, exclusions);
    return { found: await foldSame(tx, place, byAge(scored, prefer).slice(0, most)), counting };
  };
  const { limit } = ranking;
  const most = limit + more;
  const wanted = { ...ranking, most };
  const first = await page(wanted);
  // Copies of a few have taken the places of all others, or of those that only have some of the words.
  const isCrowded = first.found.length < limit && first.found.some(({ copies = 1 }) => copies > 1);
  const { found, counting } = isCrowded ? await page({ ...wanted, isFolded: true }) : first;
  return { found: found.slice(0, limit), counting };
}

/** The newest rows that match a query of exclusions; of memories one of each. */
export async function browseOnce(
  tx: Transaction,
  place: SearchTarget,
  query: string,
  limit: number,
): Promise<readonly Found[]> {
  if (place.kind !== "memories") return await browse(tx, place, query, limit);
  const found = await browse(tx, place, query, limit + more);
  return (await foldSame(tx, place, found)).slice(0, limit);
}

/**
 * The best first; but of those that are about as good as the best of them, the newer first. A group begins with the best that is left, so that no
 * chain of small steps brings up what is far below.
 */
export function byAge(found: readonly Found[], prefer: Preference | undefined): readonly Found[] {
  const sorted = found.toSorted(compare);
  if (prefer === "relevant") return sorted;
  const least = 1 - (prefer === "newest" ? newestFirst : balanced);
  const arranged: Found[] = [];
  for (let at = 0, end = 0; at < sorted.length; at = end) {
    const worst = least * (sorted[at]?.score ?? 0);
    while ((sorted[end]?.score ?? -1) >= worst) end++;
    // Sorting is stable: what is as new stays in the order of scores.
    const group = sorted.slice(at, end).toSorted((a, b) => b.new_at.getTime() - a.new_at.getTime());
    arranged.push(...group);
  }
  return arranged;
}
