// The child process: one variant. Prints what the first question costs, and what later ones do.
import { cpu } from "../cpu.ts";
import { median, quantile } from "../statistics.ts";
import { keystrokesOf, variantNames, warmUp } from "./typing.ts";

const [name, count] = process.argv.slice(2);
const variant = variantNames.find((each) => each === name);
if (variant === undefined || !(Number(count) > 0))
  throw new TypeError("usage: typing-worker.ts <variant> <keystrokes>");

const times: number[] = [];
const costs: number[] = [];
let found = 0;
for (const ask of keystrokesOf(variant, Number(count) + warmUp)) {
  const [start, begun] = [performance.now(), cpu()];
  found += await ask();
  costs.push((cpu() - begun) / 1000);
  times.push(performance.now() - start);
}
const later = times.slice(warmUp);
console.log(
  JSON.stringify({
    first: times[0] ?? Number.NaN,
    median: median(later),
    p95: quantile(later, 0.95),
    cpu: costs.slice(warmUp).reduce((sum, each) => sum + each, 0) / Number(count),
    cpu95: quantile(costs.slice(warmUp), 0.95),
    found,
  }),
);
