// All sections, and the page of their results: its figures come from `results.json`.

import { agents, agentsMemory } from "./agents.ts";
import { changes } from "./changes.ts";
import { consolePage } from "./console.ts";
import { cpu } from "./cpu.ts";
import { imports } from "./imports.ts";
import { limited } from "./limited.ts";
import { live } from "./live.ts";
import { loops } from "./loops.ts";
import { memories } from "./memories.ts";
import { memorySearch } from "./memory-search.ts";
import { quality } from "./quality.ts";
import type { Results } from "./results.ts";
import { search } from "./search.ts";
import { type Goal, isMet, type Section } from "./section.ts";
import { slices } from "./slices.ts";
import { start } from "./start.ts";

/** All sections, in the order of the page. */
export const sections: readonly Section[] = [
  slices,
  limited,
  cpu,
  agents,
  agentsMemory,
  search,
  memorySearch,
  quality,
  memories,
  changes,
  imports,
  start,
  loops,
  live,
  consolePage,
];

/** The page, in Markdown. */
export function pageOf({ machine, sections: found }: Results): string {
  const measured = sections.flatMap((section) => {
    const result = found[section.id];
    return result === undefined ? [] : [{ ...section, ...result }];
  });
  const goals = measured.flatMap((each) => each.goals.map((goal) => goalRow(each, goal)));
  const parts = [
    "<!-- Written by `npm run bench -w service -- --write` from service/bench/results.json: do not edit. -->",
    "# Performance",
    `What the layer costs over what it is made of. Both sides of a ratio are measured in one run, in turn, so that whatever else the machine does happens to both. Measured on ${machine}.`,
    tableOf(goals),
    ...measured.flatMap(({ title, how, date, seconds, rows, machine: own }) => [
      `## ${title}`,
      how,
      tableOf(rows),
      `<sub>Measured on ${date}, in ${seconds} s${own === undefined ? "" : `, on another machine: ${own}`}.</sub>`,
    ]),
    "## Again\n\n```sh\nnpm run bench -w service                        # prints; --write replaces this page\nnpm run bench -w service -- --only cpu,start    # some sections\nnpm run bench -w service -- --entities 100000   # smaller, and soon over\n```",
  ];
  return `${parts.join("\n\n")}\n`;
}

function goalRow({ title }: Section, goal: Goal): Readonly<Record<string, string>> {
  const sign = goal.bound === "most" ? "≤" : "≥";
  return {
    what: `[${goal.what}](#${anchorOf(title)})`,
    goal: `${sign} ${goal.goal} ${goal.unit}`,
    measured: `${goal.figure} ${goal.unit}`,
    met: isMet(goal) ? "yes" : "**no**",
  };
}

function tableOf(rows: readonly Readonly<Record<string, number | string>>[]): string {
  const heads = Object.keys(rows[0] ?? {});
  const line = (cells: readonly (number | string)[]): string => `| ${cells.join(" | ")} |`;
  return [
    line(heads),
    line(heads.map(() => "---")),
    ...rows.map((row) => line(heads.map((head) => row[head] ?? ""))),
  ].join("\n");
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, "")
    .replaceAll(" ", "-");
}
