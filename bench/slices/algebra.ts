// The questions about two filters: what an answer costs.
import { type Figures, measureInTurn } from "../harness.ts";
import { nanosecondsOf } from "../measure.ts";
import type { Row } from "../results.ts";
import { compiledPairOf, type FilterPair, pairLines, pairOf, questions } from "./questions.ts";

/** Measures all questions. */
export function measureAlgebra(): readonly Row[] {
  return measureInTurn(
    "algebra",
    questions.map(({ name }) => ({ group: "of two filters", name, args: [name] })),
  );
}

/** Nanoseconds an answer: on filters of `compile` that were never asked about, and on the same ones again. */
export function algebraWork(args: readonly string[]): Figures {
  const [name] = args;
  const question = questions.find((each) => each.name === name);
  if (question === undefined) throw new TypeError(`${String(name)} is not asked`);
  const { relation, ask, isRight } = question;
  const lines = pairLines(200, relation);
  const wrong = [...lines.map(pairOf), ...lines.map(compiledPairOf)].find((pair) => !isRight(pair));
  if (wrong !== undefined) throw new Error(`${question.name} is wrong on ${JSON.stringify(wrong)}`);
  const askAll = (pairs: readonly FilterPair[]): void => {
    for (const pair of pairs) ask(pair);
  };
  const { length: count } = lines;
  const once = { count, mostAtOnce: 1 };
  const compiled = lines.map(compiledPairOf);
  return {
    first: nanosecondsOf(() => lines.map(compiledPairOf), askAll, once),
    later: nanosecondsOf(() => compiled, askAll, { count }),
  };
}
