// Walks from one point of a slice to another: what enters and what leaves on the way, by writes, by names and by time.

import type { LogEnd } from "../log/end.ts";
import type { Moment, Point } from "../slices/point.ts";
import { Problem } from "../values/problem.ts";
import { differing } from "./differing.ts";
import type { Step, Walked, WalkedFar, Walker } from "./step.ts";
import { nextStepBack, toggled } from "./toggled.ts";
import { written } from "./written.ts";

/** Throws a {@link Problem} for a point from which the log is kept no more, or that it has not come to, as before a backup was restored. */
export function requireKept({ sequence, version, split }: Point, end: LogEnd): void {
  const versions = [version, split?.version ?? version];
  const isKept =
    sequence >= end.sequence_kept &&
    sequence <= end.sequence &&
    versions.every((each) => each >= end.version_kept && each <= end.version);
  if (!isKept) throw new Problem("cursor_expired");
}

/** Milliseconds after which a walk ends where it is: a bound of dates may pass a million entities that are in the slice at no time. */
const maxMs = 2000;

/**
 * Walks from a point to another, which the transaction sees, at most so many steps. The way is always the same: first the writes, as the slice
 * was at the first point; then its names; then its time. Each step leads to a point, so it can be ended after any of them. It also ends where it has
 * looked at many writes, and when it has taken long.
 */
export async function walk(walker: Walker, from: Point, to: Point, most: number): Promise<WalkedFar> {
  const steps: Step[] = [];
  let point = from;
  const left = (): number => most - steps.length;
  const go = async (way: (left: number) => Promise<Walked>): Promise<void> => {
    const walked = await way(left());
    steps.push(...walked.steps);
    ({ point } = walked);
  };
  await go(async (some) => await written(walker, point, to, some));
  const end = performance.now() + maxMs;
  while (left() > 0 && point.sequence === to.sequence && !walker.isGone() && performance.now() < end) {
    const { split, version, instant } = point;
    if (split !== undefined) await go(async (some) => await differing(walker, point, split, some));
    else if (version < to.version)
      await go(async (some) => await differing(walker, point, { version: to.version, instant }, some));
    else if (instant < to.instant) await go(async (some) => await passing(walker, point, to.instant, some));
    else return { steps, point, isAtEnd: true };
  }
  return { steps, point, isAtEnd: false };
}

/** Some of the time up to an instant. */
async function passing(walker: Walker, point: Point, instant: number, most: number): Promise<Walked> {
  const { view } = walker;
  const at = (later: number): Moment => ({ version: point.version, instant: later });
  if (!view.hasDates) return { steps: [], point: { ...point, instant } };
  const back = nextStepBack(view, point.instant, instant);
  if (back === point.instant + 1) return await differing(walker, point, at(back), most);
  const until = back === undefined ? instant : back - 1;
  const isRefused = [point.instant, until].some((each) => view.rangeAt(each) === undefined);
  return isRefused
    ? await differing(walker, point, at(until), most)
    : await toggled(walker, point, until, most);
}
