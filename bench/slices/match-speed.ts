// Speed of finding slices: each way in its own process, over and over in turn (A B C A B C …).
import { type Answer, requireSame } from "../backends/answers.ts";
import { askOnce, numberIn } from "../processes.ts";
import { median, spread } from "../statistics.ts";
import { type MatcherName, matcherNames } from "./matchers.ts";
import type { DateKind } from "./population.ts";

/** What one way to find slices takes. */
export interface MatchSpeed {
  readonly name: MatcherName;
  /** Entities in a second of CPU time, the median of all launches. */
  readonly rate: number;
  /** Half the distance between the quartiles, in percent. */
  readonly spread: number;
  /** How many times longer another takes, in the same launch: the median. */
  readonly timesFasterThan: (other: MatcherName) => number;
}

/** What all ways take for one population. */
export interface MatchSpeeds {
  /** How many slices an entity is in. */
  readonly found: number;
  readonly speeds: readonly MatchSpeed[];
}

/** How long to measure. */
export interface MatchEffort {
  /** Of so many entities the slices found are compared. */
  readonly entities: number;
  readonly launches: number;
  readonly milliseconds: number;
}

/** Measures all ways on one population. Throws if they do not find the same slices. */
export async function matchSpeeds(dates: DateKind, size: number, effort: MatchEffort): Promise<MatchSpeeds> {
  const names = matcherNames.filter((name) => dates === "rolling" || name !== "index, time goes on");
  const launches: ReadonlyMap<MatcherName, number>[] = [];
  let found = 0;
  for (let launch = 0; launch < effort.launches; launch++) {
    const answers: Measured[] = [];
    for (const name of names) answers.push(await ask(name, dates, size, effort));
    requireSame(`${String(size)} slices, ${dates}`, answers);
    found = (answers[0]?.count ?? 0) / effort.entities;
    launches.push(new Map(answers.map(({ name, nanoseconds }) => [name, nanoseconds])));
  }
  return { found, speeds: names.map((name) => speedOf(name, launches)) };
}

function speedOf(name: MatcherName, launches: readonly ReadonlyMap<MatcherName, number>[]): MatchSpeed {
  const costOf = (launch: ReadonlyMap<MatcherName, number>, each: MatcherName): number =>
    launch.get(each) ?? Number.NaN;
  const own = launches.map((launch) => costOf(launch, name));
  return {
    name,
    rate: 1e9 / median(own),
    spread: spread(own),
    timesFasterThan: (other) =>
      median(launches.map((launch) => costOf(launch, other) / costOf(launch, name))),
  };
}

interface Measured extends Answer {
  readonly name: MatcherName;
  readonly nanoseconds: number;
}

async function ask(
  name: MatcherName,
  dates: DateKind,
  size: number,
  { entities, milliseconds }: MatchEffort,
): Promise<Measured> {
  const args = [name, dates, String(size), String(entities), String(milliseconds)];
  const answer = await askOnce("slices/match-worker.ts", args);
  const number = (member: string): number => numberIn(answer, member);
  return { name, nanoseconds: number("nanoseconds"), count: number("count"), rows: number("rows") };
}
