// The section on cold start: what a process takes to load a library and to read one query.
import { type ColdStarts, coldStarts, type Start } from "../cold-start.ts";
import { goals } from "../goals.ts";
import { atMost, type Role, type Section } from "../section.ts";

/** Measures ours and the others. */
export async function measureStart(quick: boolean): Promise<Section> {
  return startSection(await (quick ? coldStarts(7, 3) : coldStarts(21, 7)));
}

/** The section of these figures. */
export function startSection({ empty, starts }: ColdStarts): Section {
  return {
    id: "start",
    title: "Cold start",
    lead: `CPU time of a process that loads a library and reads one query, over a Node process that does nothing (${empty.toFixed(0)} ms), in the same round. As installed: from its package, as Node finds it. Bundled: with all that it needs in one file.`,
    tables: [
      {
        caption: "Milliseconds of CPU time over an empty process",
        head: "",
        columns: [
          { title: "loaded" },
          { title: "ms", digits: 1, better: "less", means: "CPU time to start", unit: " ms" },
          { title: "± ms", digits: 1 },
          { title: "goal" },
        ],
        rows: inGroups(starts).map((start) => ({
          name: start.name,
          role: roleOf(start),
          group: start.how,
          cells: [
            start.how,
            start.milliseconds ?? start.failure ?? null,
            start.spread ?? null,
            start.name === commandLine
              ? atMost(
                  "`slice-cql check` over an empty process",
                  start.milliseconds ?? Number.NaN,
                  goals.coldStartMilliseconds,
                  " ms",
                  { profile: "cold-start" },
                )
              : null,
          ],
        })),
      },
    ],
    plots: [
      {
        kind: "bars",
        id: "start",
        title: "Cold start: CPU time over an empty process",
        table: 0,
        column: 1,
        axis: "milliseconds",
      },
    ],
    notes: [
      "The command line also reads its arguments, checks the query and prints what it found. Node keeps it compiled from its first start on.",
    ],
  };
}

const commandLine = "command line";

/** What is loaded in the same way is compared, and so stands together. */
function inGroups(starts: readonly Start[]): readonly Start[] {
  return [...Map.groupBy(starts, ({ how }) => how).values()].flat();
}

function roleOf({ name, isPeer }: Start): Role {
  if (isPeer) return "peer";
  return name === "parse" ? "own" : "ours";
}
