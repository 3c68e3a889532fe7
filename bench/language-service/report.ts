// The table of the language service: what a keystroke costs, and which goals that meets.
import { verdict } from "../goals.ts";
import { askOnce, numberIn } from "../processes.ts";
import { median } from "../statistics.ts";
import { table } from "../table.ts";
import { type VariantName, variantNames } from "./typing.ts";

/** The most milliseconds that 95 of 100 keystrokes may take. */
export const keystrokeGoals: Readonly<Record<VariantName, number>> = {
  "diagnostics, 200 names": 5,
  "diagnostics, 100 000 names": 5,
  "completion, 200 names": 10,
  "completion, 100 000 names": 10,
};

const figures = ["first", "median", "p95", "cpu", "cpu95"] as const;

/** Measures all variants, each in its own process, over and over in turn, and prints a table. */
export async function typing(quick: boolean): Promise<void> {
  const [launches, keystrokes] = quick ? [1, 200] : [5, 400];
  const answers: (readonly [name: VariantName, answer: unknown])[] = [];
  for (let launch = 0; launch < launches; launch++) {
    for (const name of variantNames)
      answers.push([name, await askOnce("language-service/typing-worker.ts", [name, String(keystrokes)])]);
  }
  const rows = variantNames.map((name) => {
    const own = answers.flatMap(([of, answer]) => (of === name ? [answer] : []));
    const middle = (figure: string): number => median(own.map((answer) => numberIn(answer, figure)));
    const shown = figures.map((figure) => middle(figure).toFixed(2));
    const head: readonly string[] = [name];
    return head.concat(shown, verdict(middle("p95"), keystrokeGoals[name], " ms"));
  });
  console.log("A keystroke in a query of 10 kB; ms on the clock, ms of CPU time of all threads");
  console.log(`${table(["", "first", "median", "p95", "CPU, mean", "CPU, p95", "goal"], rows)}\n`);
}
