// Speed of predicates: each in its own process, over and over in turn (A B C A B C …).
import { askOnce, numberIn } from "../processes.ts";
import { median, spread } from "../statistics.ts";
import { type Answer, requireSame } from "./answers.ts";
import { type CaseName, caseOf } from "./filters.ts";
import {
  type PredicateName,
  peerPredicateNames,
  predicateNames,
  predicateOf,
  whyLeft,
} from "./predicates.ts";

/** What one predicate takes in one case. */
export interface PredicateSpeed {
  readonly name: PredicateName;
  readonly isPeer: boolean;
  /** Nanoseconds of CPU time an entity, the median of all launches. */
  readonly nanoseconds: number;
  /** Half the distance between the quartiles, in percent. */
  readonly spread: number;
  /** Over the one written by hand, and over `predicate`, in the same launch: medians. */
  readonly overHand: number;
  readonly overPredicate: number;
}

/** How long to measure. */
export interface PredicateEffort {
  readonly entities: number;
  readonly launches: number;
  /** Launches of the other libraries, which are so slow that fewer will do. */
  readonly peerLaunches: number;
  readonly milliseconds: number;
}

/** What all predicates take in one case. */
export interface CaseSpeed {
  readonly name: CaseName;
  readonly entities: number;
  /** The part of the entities that is in the slice. */
  readonly share: number;
  readonly speeds: readonly PredicateSpeed[];
  /** Libraries that cannot express the case, and why. */
  readonly left: readonly { readonly name: PredicateName; readonly note: string }[];
}

/** Measures all predicates in one case. Throws if they do not find the same entities. */
export async function predicateSpeeds(name: CaseName, effort: PredicateEffort): Promise<CaseSpeed> {
  const launches: Launch[] = [];
  let share = 0;
  const able = predicateNames.filter((each) => predicateOf(each, caseOf(name), []) !== undefined);
  const own = able.filter((each) => !isPeer(each));
  for (let launch = 0; launch < effort.launches; launch++) {
    const answers: Measured[] = [];
    for (const each of launch < effort.peerLaunches ? able : own) answers.push(await ask(each, name, effort));
    requireSame(name, answers);
    share = (answers[0]?.count ?? 0) / effort.entities;
    launches.push(new Map(answers.map((answer) => [answer.name, answer.nanoseconds])));
  }
  return {
    name,
    entities: effort.entities,
    share,
    speeds: able.map((each) => speedOf(each, launches)),
    left: predicateNames
      .filter((each) => !able.includes(each))
      .map((each) => ({ name: each, note: whyLeft(each) })),
  };
}

/** What a launch found: nanoseconds an entity. */
type Launch = ReadonlyMap<PredicateName, number>;

function isPeer(name: PredicateName): boolean {
  return peerPredicateNames.some((each) => each === name);
}

function speedOf(name: PredicateName, launches: readonly Launch[]): PredicateSpeed {
  const own = launches.filter((launch) => launch.has(name));
  const of = (launch: Launch, each: PredicateName): number => launch.get(each) ?? Number.NaN;
  const over = (other: PredicateName): number =>
    median(own.map((launch) => of(launch, name) / of(launch, other)));
  const figures = own.map((launch) => of(launch, name));
  return {
    name,
    isPeer: isPeer(name),
    nanoseconds: median(figures),
    spread: spread(figures),
    overHand: over("by hand"),
    overPredicate: over("predicate"),
  };
}

async function ask(
  name: PredicateName,
  question: CaseName,
  { entities, milliseconds }: PredicateEffort,
): Promise<Measured> {
  const args = [name, question, String(entities), String(milliseconds)];
  const answer = await askOnce("backends/predicate-worker.ts", args);
  const number = (member: string): number => numberIn(answer, member);
  return { name, nanoseconds: number("nanoseconds"), count: number("count"), rows: number("rows") };
}

interface Measured extends Answer {
  readonly name: PredicateName;
  readonly nanoseconds: number;
}
