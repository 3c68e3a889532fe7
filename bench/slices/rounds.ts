// How the workers of this folder measure a piece of work whose preparation does not count.
import { cpuOf } from "../cpu.ts";
import { median } from "../statistics.ts";

/**
 * Nanoseconds of CPU time for one of the `count` things that are prepared together, when warm: the median of some rounds. At
 * most so many are prepared at once, so that what is measured is not how long the processor waits for memory.
 */
export function medianNanoseconds<Prepared>(
  microseconds: number,
  prepare: () => Prepared,
  work: (prepared: Prepared) => unknown,
  { count = 1, mostAtOnce = 1000 }: { readonly count?: number; readonly mostAtOnce?: number } = {},
): number {
  const round = (least: number): number => {
    let [spent, done] = [0, 0];
    // Reading the clock of the process costs about a microsecond, so work comes in growing batches.
    for (let batch = 1; spent < least; batch = Math.min(batch * 2, mostAtOnce)) {
      const all = Array.from({ length: batch }, prepare);
      spent += cpuOf(() => {
        for (const each of all) work(each);
      });
      done += batch * count;
    }
    return (spent * 1000) / done;
  };
  round(microseconds * 4);
  return median([1, 2, 3, 4, 5].map(() => round(microseconds)));
}
