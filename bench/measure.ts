// CPU time: unlike the clock on the wall it does not count what other programs do meanwhile. No benchmark library measures it.
import { median } from "./statistics.ts";

/** Microseconds of this process, of all its threads: those of the compiler and the garbage collector count too. */
export function cpu(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** Microseconds that something takes. */
export function cpuOf(work: () => unknown): number {
  const start = cpu();
  work();
  return cpu() - start;
}

/** How {@link nanosecondsOf} measures. */
interface Effort {
  /** What is prepared counts as so many pieces of work. */
  readonly count?: number;
  /** So much is prepared at once at most, so that the figure does not show how long the processor waits for memory. */
  readonly mostAtOnce?: number;
}

/** Nanoseconds of CPU time for a piece of work when warm, without its preparation: the median of five rounds of 20 ms or more. */
export function nanosecondsOf<Prepared>(
  prepare: () => Prepared,
  work: (prepared: Prepared) => unknown,
  { count = 1, mostAtOnce = 1000 }: Effort = {},
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
  round(warmUp);
  return median([1, 2, 3, 4, 5].map(() => round(least)));
}

/**
 * Nanoseconds of CPU time for a piece of work at best, after a second of it: of 200 rounds the quickest, as a busy machine makes the others
 * slower and none quicker. They take two seconds, as somebody who shares the processor may be busy for longer than one.
 */
export function leastNanosecondsOf(work: () => unknown, count: number): number {
  const spend = (least: number): number => {
    let done = 0;
    const spent = cpuOf(() => {
      const end = performance.now() + least;
      for (; performance.now() < end; done++) work();
    });
    return (spent * 1000) / (done * count);
  };
  spend(1000);
  return Math.min(...Array.from({ length: 200 }, () => spend(10)));
}

/** Microseconds. */
const warmUp = 200_000;
const least = 20_000;
