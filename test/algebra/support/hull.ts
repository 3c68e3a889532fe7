// Decides whether some entities are exactly those of one filter of lists and a range, as a union must be to be a slice.

import type { DateRange } from "../../../src/index.ts";
import { bounded } from "../../support/backends/one-filter.ts";
import { pathOf } from "../../support/backends/reference.ts";
import { propertyFilter } from "../../support/property-filter.ts";
import { bitsWhere } from "./bits.ts";
import { areSamePath } from "./exactness.ts";
import type { Side, Universe } from "./universe.ts";

/**
 * Decides for a universe whether entities are the members of one filter. If they are, then they are all entities that
 * have, on each axis, one of the values that they have there; and on each axis these are all values, or values that can
 * be listed, or the values within a range, which a filter has on one axis only.
 */
export function sliceTestOf({ world, size, sides }: Universe): (members: bigint) => boolean {
  const all = bitsWhere(size, () => true);
  const forms = sides.map((side) => ({ side, ...formsOf(side, world.paths, world.fields) }));
  return (members) => {
    if (members === 0n) return true;
    let [hull, ranges] = [all, 0];
    for (const { side, everything, listed, ranged } of forms) {
      const isThere = side.having.map((having) => (having & members) !== 0n);
      const values = isThere.reduce((found, is, at) => (is ? found | (1 << at) : found), 0);
      if (values === everything) continue;
      if ((values & ~listed) !== 0) {
        if (!ranged.has(values)) return false;
        ranges++;
      }
      hull &= side.havingAny(values);
    }
    return ranges <= 1 && hull === members;
  };
}

/** Sets of the values of an axis: bit `n` is value `n`. */
interface Forms {
  readonly everything: number;
  /** All that can be listed. */
  readonly listed: number;
  /** Those within each range. */
  readonly ranged: ReadonlySet<number>;
}

function formsOf(side: Side, paths: Universe["world"]["paths"], fields: Universe["world"]["fields"]): Forms {
  const path = pathOf([side.axis.key]);
  const listed = paths
    .filter((pool) => areSamePath(pool.path, path))
    .map(({ values }) => propertyFilter(path, "in", values));
  const bounds = fields.find(({ field }) => areSamePath(field, path))?.bounds ?? [];
  const ends = [undefined, ...bounds];
  const ranges: readonly DateRange[] =
    bounds.length === 0 ? [] : ends.flatMap((start) => ends.map((end) => bounded(path, start, end)));
  return {
    everything: 2 ** side.axis.values.length - 1,
    listed: listed.reduce((values, part) => values | side.satisfying({ propertyFilters: [part] }), 0),
    ranged: new Set(ranges.map((dateRange) => side.satisfying({ propertyFilters: [], dateRange }))),
  };
}
