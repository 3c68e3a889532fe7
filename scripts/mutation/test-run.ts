// Runs the tests of one file until one fails, and ends those that do not end by themselves.
import { Script } from "node:vm";
import { type Collected, Collector, type Group } from "./collector.ts";
import type { Modules, Replacement } from "./modules.ts";

/** How a run of tests ended. */
export type Ending = "passed" | "timed out" | "failed";

/** The tests of a file, collected anew. */
export class TestRun {
  tests: readonly Collected[] = [];
  /** The files that the file has imported, and itself. */
  paths: readonly string[] = [];
  readonly #started = new Set<Group>();

  /** Starts the file's modules. */
  collect(modules: Modules, file: string, replacement?: Replacement): void {
    const collector = new Collector();
    this.paths = modules.start(file, { vitest: collector.exports }, replacement);
    this.tests = collector.tests;
  }

  /** What is to be called for one test: its groups' preparations if it is the first of them, and itself. */
  steps(test: Collected): readonly (() => unknown)[] {
    const fresh = test.groups.filter((group) => !this.#started.has(group));
    for (const group of fresh) this.#started.add(group);
    return [...fresh.flatMap(({ before }) => before), test.body];
  }

  /** Calls what has to be called after the last test. */
  async end(): Promise<void> {
    for (const { after } of this.#started) for (const step of after) await step();
  }
}

/**
 * Runs some of a file's tests, or all, for so many milliseconds of the processor at most. What is after an `await` is not
 * timed here.
 */
export async function runTests(
  modules: Modules,
  file: string,
  wanted: readonly number[] | undefined,
  milliseconds: number,
  replacement?: Replacement,
): Promise<Ending> {
  const run = new TestRun();
  try {
    if (!within(milliseconds, () => run.collect(modules, file, replacement))) return "timed out";
    for (const index of wanted ?? run.tests.keys()) {
      const test = run.tests[index];
      if (test === undefined) return "failed";
      for (const step of run.steps(test)) {
        let result: unknown;
        if (!within(milliseconds, () => (result = step()))) return "timed out";
        if (result instanceof Promise) await result;
      }
    }
    await run.end();
    return "passed";
  } catch {
    return "failed";
  }
}

/** A test's name with those of its groups. */
export function nameOf({ name, groups }: Collected): string {
  return [...groups.map((group) => group.name), name].filter((each) => each !== "").join(" > ");
}

const script = new Script("__work()");

/**
 * Does something, and says whether it ended in time. Time is that of the processor, as others may keep it busy: what was
 * ended too early is done again, with more patience.
 */
function within(milliseconds: number, work: () => unknown): boolean {
  Object.assign(globalThis, { __work: work });
  for (let patience = milliseconds; ; patience *= 2) {
    const before = process.threadCpuUsage();
    try {
      script.runInThisContext({ timeout: Math.ceil(patience) });
      return true;
    } catch (error) {
      if (!isTimeout(error)) throw error;
    }
    const { user, system } = process.threadCpuUsage(before);
    if ((user + system) / 1000 >= milliseconds / 2) return false;
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}
