// How cost grows with the text: to a million terms, or to where a parser stops.
import { queryText } from "./corpus.ts";
import { type Figures, launchOnce, measureInTurn } from "./harness.ts";
import { cpuOf } from "./measure.ts";
import { isPeerName, peerNames } from "./peers/names.ts";
import { random } from "./random.ts";
import type { Row } from "./results.ts";
import { exponent, median } from "./statistics.ts";
import { type SubjectName, subject, subjectNamed, writtenAs } from "./variants.ts";

/** The numbers of terms. */
const sizes = [3000, 10_000, 30_000, 100_000, 300_000, 1_000_000] as const;

/** Seconds that a parser may take for a text; ours have more, but only against a benchmark that hangs. */
const patience = 10;

/** Measures the time of all subjects, and what a million terms cost ours in a process that has parsed nothing. */
export function measureGrowth(): readonly Row[] {
  const own = ["limit", "parse"] as const;
  const million = own.map((name) => ({ group: "a million terms", name, args: [name, "1000000", "cold"] }));
  return [
    ...[...own, "compile" as const, ...peerNames].map((name) => growthOf(name)),
    ...measureInTurn("growth", million),
  ];
}

/** The times of one subject, each size in a process of its own, to the first that it does not get through. */
export function growthOf(
  name: SubjectName,
  within: readonly number[] = sizes,
  seconds: number = patience,
): Row {
  const times: (readonly [size: number, nanoseconds: number])[] = [];
  const row = (rest: Pick<Row, "failure">): Row => ({
    group: "growth",
    name,
    figures: {
      ...Object.fromEntries(times.map(([size, nanoseconds]) => [String(size), [nanoseconds]])),
      ...(times.length > 2 && { exponent: [exponent(times.map(([size, each]) => [size, size * each]))] }),
    },
    ...rest,
  });
  for (const size of within) {
    const answer = launchOnce("growth", {
      args: [name, String(size)],
      ...(isPeerName(name) && { seconds }),
    });
    if (typeof answer === "string") {
      if (!isPeerName(name)) throw new Error(`${name}, ${String(size)} terms: ${answer}`);
      return row({ failure: `${String(size)}: ${answer}` });
    }
    times.push([size, answer["ns"] ?? Number.NaN]);
  }
  return row({});
}

/** Nanoseconds a term, warm; or of a process that has parsed nothing the seconds, and its peak in megabytes. */
export async function growthWork(args: readonly string[]): Promise<Figures> {
  const name = subjectNamed(args[0]);
  const size = Number(args[1]);
  const run = await subject(name);
  const text = writtenAs(name, queryText(size, random(size)));
  const made: unknown[] = [];
  const once = (): number => cpuOf(() => (made[0] = run(text)));
  if (args[2] === "cold") return { s: once() / 1e6, MB: process.resourceUsage().maxRSS / 1000 };
  return { ns: (warm(once) * 1000) / size };
}

/** Microseconds: what takes longer than a second is warm on the way, and one run says enough. */
function warm(once: () => number): number {
  const costs: number[] = [];
  for (let spent = 0; spent < second; ) {
    const cost = once();
    spent += cost;
    costs.push(cost);
  }
  return median(costs.slice(costs.length >> 1));
}

const second = 1_000_000;
