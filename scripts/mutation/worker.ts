// The thread in which tests run: first as they are, to see what each runs, then with one mistake after another.
import { parentPort, workerData } from "node:worker_threads";
import { Modules, type Replacement } from "./modules.ts";
import { slowTests } from "./options.ts";
import { type Ending, nameOf, runTests, TestRun } from "./test-run.ts";
import { noted } from "./units.ts";

/** What the thread is started with. */
export interface Start {
  readonly testFiles: readonly string[];
  /** Texts of files that note which of their units run. */
  readonly noting: ReadonlyMap<string, string>;
  readonly units: number;
}

/** What the thread is asked: to measure all tests, or to run some with a mistake. */
export type Question = "measure" | Trial;

/** A mistake, and the tests that could find it. */
export interface Trial {
  readonly replacement: Replacement;
  readonly plan: readonly Planned[];
}

/** Tests of a file: all of them if their numbers are missing. */
export interface Planned {
  readonly file: string;
  readonly tests?: readonly number[];
  /** How long they take without a mistake. */
  readonly milliseconds: number;
}

/** What a trial gave. */
export interface Verdict {
  readonly ending: Ending;
  readonly file: string | undefined;
}

/** What a test file does without a mistake. */
export interface Measured {
  readonly file: string;
  /** Milliseconds to start it. */
  readonly starting: number;
  /** The units that run when it starts; those of files as a whole if it imports them. */
  readonly units: readonly number[];
  readonly imports: readonly string[];
  readonly tests: readonly MeasuredTest[];
}

/** What a test does without a mistake. */
export interface MeasuredTest {
  readonly milliseconds: number;
  readonly units: readonly number[];
  /** Slow ones are not run, and a few count what they have drawn, and fail as they draw less here: these find no mistakes. */
  readonly passes: boolean;
}

const start: Start = workerData;
const modules = new Modules();
// The same examples each time: what Vitest starts before every test file.
modules.start("test/support/seed.ts", {});

parentPort?.on("message", (question: Question) => {
  void answer(question).then((reply) => parentPort?.postMessage(reply, []));
});

async function answer(question: Question): Promise<readonly Measured[] | Verdict> {
  if (question !== "measure") return await tried(question);
  const noting = new Modules(start.noting);
  const measured: Measured[] = [];
  for (const file of start.testFiles) measured.push(await measure(noting, file));
  return measured;
}

async function measure(noting: Modules, file: string): Promise<Measured> {
  const entered = new Uint8Array(start.units);
  Object.assign(globalThis, { [noted]: entered });
  const taken = (): readonly number[] => {
    const units = [...entered.keys()].filter((unit) => entered[unit] === 1);
    entered.fill(0);
    return units;
  };
  // What is compiled on the way is not to count.
  new TestRun().collect(noting, file);
  taken();
  const run = new TestRun();
  const before = performance.now();
  run.collect(noting, file);
  const starting = performance.now() - before;
  const units = taken();
  const tests: MeasuredTest[] = [];
  for (const test of run.tests) {
    const from = performance.now();
    const name = nameOf(test);
    const passes = !slowTests.some((part) => name.includes(part)) && (await passesAll(run.steps(test)));
    tests.push({ milliseconds: performance.now() - from, units: taken(), passes });
  }
  await run.end();
  return { file, starting, units, imports: run.paths, tests };
}

async function passesAll(steps: readonly (() => unknown)[]): Promise<boolean> {
  try {
    for (const step of steps) await step();
    return true;
  } catch {
    return false;
  }
}

async function tried({ replacement, plan }: Trial): Promise<Verdict> {
  for (const { file, tests, milliseconds } of plan) {
    const limit = 2000 + 10 * milliseconds;
    const ending = await runTests(modules, file, tests, limit, replacement);
    if (ending !== "passed") return { ending, file };
  }
  return { ending: "passed", file: undefined };
}
