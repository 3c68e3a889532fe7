// The child process: one question about pairs of filters. Prints what an answer costs.
import { type Asked, compiledPairOf, pairLines, pairOf, questions } from "./questions.ts";
import { medianNanoseconds } from "./rounds.ts";

const [name, milliseconds] = process.argv.slice(2);
const question = questions.find((each) => each.name === name);
if (question === undefined) throw new TypeError("usage: pair-worker.ts <question> <milliseconds>");

const { relation, ask, isRight } = question;
const lines = pairLines(500, relation);
const wrong = [...lines.map(pairOf), ...lines.map(compiledPairOf)].find((pair) => !isRight(pair));
if (wrong !== undefined) throw new Error(`${question.name} is wrong on ${JSON.stringify(wrong)}`);
const askAll = (pairs: readonly Asked[]): void => {
  for (const pair of pairs) ask(pair);
};
const microseconds = Number(milliseconds) * 1000;
const { length: count } = lines;
const once = { count, mostAtOnce: 1 };
const read = medianNanoseconds(microseconds, () => lines.map(pairOf), askAll, once);
const first = medianNanoseconds(microseconds, () => lines.map(compiledPairOf), askAll, once);
const compiled = lines.map(compiledPairOf);
const later = medianNanoseconds(microseconds, () => compiled, askAll, { count });
console.log(JSON.stringify({ read, first, later }));
