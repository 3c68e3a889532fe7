// The child process: does one piece of work, and prints its figures. `node bench/worker.ts parse liqe typical`
import { oneOf, type Work } from "./harness.ts";

/** The modules are loaded on demand: what one measures must not warm up or slow down another. */
const works = {
  parse: async () => (await import("./parse.ts")).parseWork,
  growth: async () => (await import("./growth.ts")).growthWork,
  predicates: async () => (await import("./backends/predicate-speed.ts")).predicateWork,
  columns: async () => (await import("./backends/column-speed.ts")).columnWork,
  matching: async () => (await import("./slices/matching.ts")).matchingWork,
  upkeep: async () => (await import("./slices/upkeep.ts")).upkeepWork,
  algebra: async () => (await import("./slices/algebra.ts")).algebraWork,
  check: async () => (await import("./check.ts")).checkWork,
  typing: async () => (await import("./keystrokes.ts")).typingWork,
} satisfies Readonly<Record<string, () => Promise<Work>>>;

const [name, ...args] = process.argv.slice(2);
const names = [
  "parse",
  "growth",
  "predicates",
  "columns",
  "matching",
  "upkeep",
  "algebra",
  "check",
  "typing",
] as const;
const work: Work = await works[oneOf(names, name)]();
console.log(JSON.stringify(await work(args)));
// A database would keep the process alive.
process.exit(0);
