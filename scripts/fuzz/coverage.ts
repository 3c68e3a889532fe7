// Which characters of src have run, counted by V8 in this process: what tells the fuzzer that an input did something new.

import { type Profiler, Session } from "node:inspector";

/** What has run since the start. */
export interface Coverage {
  /** Whether something ran since the last call that never ran before. Then it is remembered. */
  readonly isNew: () => boolean;
  /** As `isNew`, but only says it. */
  readonly wouldBeNew: () => boolean;
  /** How many characters have run in all. */
  readonly size: () => number;
  readonly stop: () => void;
}

/** Starts to count. Only one can count in a process. */
export function startCoverage(): Coverage {
  const session = new Session();
  session.connect();
  session.post("Profiler.enable");
  session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  const known = new Map<string, Uint8Array>();
  const take = (): readonly Profiler.ScriptCoverage[] => {
    let scripts: readonly Profiler.ScriptCoverage[] = [];
    session.post("Profiler.takePreciseCoverage", (error, taken) => {
      if (error === null) scripts = taken.result.filter(({ url }) => isCounted(url));
    });
    return scripts;
  };
  const look = (keep: boolean): boolean => {
    let found = false;
    for (const script of take()) {
      const ran = painted(script);
      const before = known.get(script.url) ?? new Uint8Array(longestFile);
      for (let at = 0; at < ran.length; at++) {
        if (ran[at] !== 1 || before[at] === 1) continue;
        found = true;
        if (!keep) break;
        before[at] = 1;
      }
      if (keep) known.set(script.url, before);
    }
    return found;
  };
  return {
    isNew: () => look(true),
    wouldBeNew: () => look(false),
    size: () => [...known.values()].reduce((sum, each) => sum + each.reduce((all, bit) => all + bit, 0), 0),
    stop: () => session.disconnect(),
  };
}

/** Where the project is, as V8 names it. */
const projectUrl = new URL("../../", import.meta.url).href;

/** Whether the code at an address is of src. A folder above the project may be named so too. */
export function isCounted(url: string, project: string = projectUrl): boolean {
  return url.startsWith(`${project}src/`);
}

/** No file of src has more characters. */
const longestFile = 1 << 17;

/** One byte a character: 1 where it ran. Inner ranges come after those that they are in. */
function painted({ functions }: Profiler.ScriptCoverage): Uint8Array {
  const length = Math.max(0, ...functions.flatMap(({ ranges }) => ranges.map(({ endOffset }) => endOffset)));
  const ran = new Uint8Array(length);
  for (const { ranges } of functions) {
    for (const { startOffset, endOffset, count } of ranges)
      ran.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  }
  return ran;
}
