// Chooses what is shown before and after the memories of a page.

import type { Transaction } from "../database/transaction.ts";
import type { SearchTarget } from "./candidates.ts";
import type { Contents, Shown } from "./contents.ts";
import type { Found } from "./hits.ts";
import type { Context } from "./request.ts";
import { around } from "./threads.ts";

/** The IDs of the memories around a hit. */
export type Surroundings = Context<string>;

/**
 * What is shown around hits, by their IDs: no memory twice on a page. What stands between two hits is shown with the nearer one, and with the
 * better one if both are as near.
 */
export async function surroundingsOf(
  tx: Transaction,
  place: SearchTarget,
  hits: readonly Found[],
  most: number,
): Promise<ReadonlyMap<string, Surroundings>> {
  const ranks = new Map(hits.map(({ id }, at) => [id, at]));
  const near = await around(tx, place, hits, most);
  const nearest = near
    .filter(({ id }) => !ranks.has(id))
    .toSorted(
      (a, b) =>
        Math.abs(a.place) - Math.abs(b.place) || (ranks.get(a.hit_id) ?? 0) - (ranks.get(b.hit_id) ?? 0),
    );
  const shown = new Map(nearest.toReversed().map((each) => [each.id, each]));
  const ofHits = Map.groupBy(
    [...shown.values()].toSorted((a, b) => a.place - b.place),
    ({ hit_id }) => hit_id,
  );
  return new Map(
    hits.map(({ id }) => {
      const own = ofHits.get(id) ?? [];
      const idsOf = (isWanted: (at: number) => boolean): readonly string[] =>
        own.flatMap((each) => (isWanted(each.place) ? each.id : []));
      return [id, { before: idsOf((at) => at < 0), after: idsOf((at) => at > 0) }];
    }),
  );
}

/** The memories in it, those of the best hit first. */
export function idsIn(context: ReadonlyMap<string, Surroundings>): readonly string[] {
  return [...context.values()].flatMap(({ before, after }) => before.concat(after));
}

/** Returns the memories around a hit, by its ID: as far as they were read. */
export function showing(
  context: ReadonlyMap<string, Surroundings>,
  contents: readonly Contents<Shown["memories"]>[],
): (id: string) => Context<Shown["memories"]> {
  const shown = new Map(contents.map(({ item }) => [item.id, item]));
  const memoriesIn = (ids: readonly string[] = []) => ids.flatMap((id) => shown.get(id) ?? []);
  return (id) => {
    const { before, after } = context.get(id) ?? {};
    return { before: memoriesIn(before), after: memoriesIn(after) };
  };
}
