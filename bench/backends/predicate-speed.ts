// Speed of predicates: each in its own process, over and over in turn (A B C A B C …).
import { askOnce, numberIn } from "../processes.ts";
import { median, spread } from "../statistics.ts";
import { type Answer, requireSame } from "./answers.ts";
import type { CaseName } from "./filters.ts";
import { type PredicateName, predicateNames } from "./predicates.ts";

/** What one predicate takes in one case. */
export interface PredicateSpeed {
  readonly name: PredicateName;
  /** Nanoseconds of CPU time an entity, the median of all launches. */
  readonly nanoseconds: number;
  /** Half the distance between the quartiles, in percent. */
  readonly spread: number;
  /** Over another predicate in the same launch, the median. */
  readonly over: (other: PredicateName) => number;
}

/** How long to measure. */
export interface PredicateEffort {
  readonly entities: number;
  readonly launches: number;
  /** Launches of the other libraries, which are so slow that fewer will do. */
  readonly peerLaunches: number;
  readonly milliseconds: number;
}

/** What all predicates take in one case, and which part of the entities is in the slice. */
export interface CaseSpeed {
  readonly share: number;
  readonly speeds: readonly PredicateSpeed[];
}

/** Measures all predicates in one case. Throws if they do not find the same entities. */
export async function predicateSpeeds(name: CaseName, effort: PredicateEffort): Promise<CaseSpeed> {
  const launches: ReadonlyMap<PredicateName, number>[] = [];
  let share = 0;
  for (let launch = 0; launch < effort.launches; launch++) {
    const names = launch < effort.peerLaunches ? predicateNames : predicateNames.slice(0, firstPeer);
    const answers: Measured[] = [];
    for (const each of names) answers.push(await ask(each, name, effort));
    requireSame(name, answers);
    share = (answers[0]?.count ?? 0) / effort.entities;
    launches.push(new Map(answers.map((answer) => [answer.name, answer.nanoseconds])));
  }
  return { share, speeds: predicateNames.map((each) => speedOf(each, launches)) };
}

const firstPeer = predicateNames.indexOf("ucast");

function speedOf(
  name: PredicateName,
  launches: readonly ReadonlyMap<PredicateName, number>[],
): PredicateSpeed {
  const own = launches.flatMap((launch) => launch.get(name) ?? []);
  return {
    name,
    nanoseconds: median(own),
    spread: spread(own),
    over: (other) =>
      median(
        launches
          .filter((launch) => launch.has(name))
          .map((launch) => (launch.get(name) ?? 0) / (launch.get(other) ?? 0)),
      ),
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
