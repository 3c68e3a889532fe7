// The child process: one question about queries. Prints what the first answer of the process costs, and later ones.
import { cpuOf } from "../cpu.ts";
import { queryQuestions } from "./query-questions.ts";
import { medianNanoseconds } from "./rounds.ts";

const [name, milliseconds] = process.argv.slice(2);
const question = queryQuestions.find((each) => each.name === name);
if (question === undefined) throw new TypeError("usage: query-worker.ts <question> <milliseconds>");

let answer: unknown;
const first = cpuOf(() => {
  answer = question.ask();
});
const [said, expected] = [answer, question.expected].map((each) => JSON.stringify(each));
if (said !== expected) throw new Error(`${question.name} is ${String(said)} and not ${String(expected)}`);
const later = medianNanoseconds(Number(milliseconds) * 1000, () => undefined, question.ask);
console.log(JSON.stringify({ first: first * 1000, later }));
