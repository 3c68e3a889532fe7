// The section on the language service: what a keystroke costs, and which goals that meets.
import { goals } from "../goals.ts";
import { askOnce, numberIn } from "../processes.ts";
import { atMost, type Section } from "../section.ts";
import { median } from "../statistics.ts";
import { type VariantName, variantNames } from "./typing.ts";

const figures = ["first", "median", "p95", "cpu", "cpu95"] as const;

/** Measures all variants, each in its own process, over and over in turn. */
export async function measureTyping(quick: boolean): Promise<Section> {
  const [launches, keystrokes] = quick ? [1, 200] : [5, 400];
  const answers: (readonly [name: VariantName, answer: unknown])[] = [];
  for (let launch = 0; launch < launches; launch++) {
    for (const name of variantNames)
      answers.push([name, await askOnce("language-service/typing-worker.ts", [name, String(keystrokes)])]);
  }
  return typingSection(
    variantNames.map((name) => {
      const own = answers.flatMap(([of, answer]) => (of === name ? [answer] : []));
      const middle = (figure: string): number => median(own.map((answer) => numberIn(answer, figure)));
      return [name, figures.map(middle)];
    }),
  );
}

/** The section of these figures. */
export function typingSection(
  costs: readonly (readonly [name: VariantName, milliseconds: readonly number[]])[],
): Section {
  return {
    id: "typing",
    title: "Typing",
    lead: "A keystroke in a query of 10 kB, each another one, with a small catalog of shapes and a very large one: until the diagnostics of the whole text are there, or the completions at the end of a short query. Milliseconds on the clock, as that is what a person waits, and of CPU time.",
    tables: [
      {
        caption: "Milliseconds a keystroke",
        head: "",
        columns: [
          { title: "first", digits: 2 },
          { title: "median", digits: 2 },
          { title: "p95", digits: 2 },
          { title: "CPU, mean", digits: 2 },
          { title: "CPU, p95", digits: 2 },
          { title: "goal" },
        ],
        rows: costs.map(([name, milliseconds]) => ({
          name,
          role: "ours",
          cells: [...milliseconds, goalFor(name, milliseconds[figures.indexOf("p95")] ?? Number.NaN)],
        })),
      },
    ],
    plots: [],
    notes: [],
  };
}

function goalFor(name: VariantName, p95: number): ReturnType<typeof atMost> {
  const isDiagnostics = name.startsWith("diagnostics");
  const goal = isDiagnostics ? goals.diagnosticsMilliseconds : goals.completionMilliseconds;
  return atMost(`${name}, 95 of 100 keystrokes`, p95, goal, " ms", {
    profile: isDiagnostics ? "typing" : "completion",
    family: `${isDiagnostics ? "diagnostics" : "completion"}, 95 of 100 keystrokes`,
  });
}
