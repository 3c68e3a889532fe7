// Speed of the questions about filters and queries: each in its own process, over and over in turn.
import { askOnce, numberIn } from "../processes.ts";
import { median } from "../statistics.ts";
import { queryQuestions } from "./query-questions.ts";
import { questions } from "./questions.ts";

/** What an answer costs, in nanoseconds of CPU time. */
export interface QuestionSpeed {
  readonly name: string;
  /** By the name of what is measured. */
  readonly costs: ReadonlyMap<string, number>;
}

/** On filters as they are read from JSON, on those of `compile` that were never asked about, and on the same ones again. */
export const pairCosts = ["read", "first", "later"] as const;

/** The first answer of a process, and later ones. */
export const queryCosts = ["first", "later"] as const;

/** Measures the questions about pairs of filters. */
export async function pairSpeeds(launches: number, milliseconds: number): Promise<readonly QuestionSpeed[]> {
  const names = questions.map(({ name }) => name);
  return await speedsOf("pair-worker.ts", names, pairCosts, launches, milliseconds);
}

/** Measures the questions about queries. */
export async function querySpeeds(launches: number, milliseconds: number): Promise<readonly QuestionSpeed[]> {
  const names = queryQuestions.map(({ name }) => name);
  return await speedsOf("query-worker.ts", names, queryCosts, launches, milliseconds);
}

async function speedsOf(
  worker: string,
  names: readonly string[],
  costs: readonly string[],
  launches: number,
  milliseconds: number,
): Promise<readonly QuestionSpeed[]> {
  const answers: (readonly [name: string, answer: unknown])[] = [];
  for (let launch = 0; launch < launches; launch++) {
    for (const name of names)
      answers.push([name, await askOnce(`slices/${worker}`, [name, String(milliseconds)])]);
  }
  return names.map((name) => {
    const own = answers.flatMap(([of, answer]) => (of === name ? [answer] : []));
    const middle = (cost: string): number => median(own.map((answer) => numberIn(answer, cost)));
    return { name, costs: new Map(costs.map((cost) => [cost, middle(cost)])) };
  });
}
