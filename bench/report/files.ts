// The files that are generated from the results of the benchmark.
import { performancePage } from "./page.ts";
import { plotFileOf, plotPicture } from "./plots.ts";
import { type Results, readResults } from "./results.ts";

/** The page and its plots by their paths from the root; none before anything was measured. */
export function performanceFiles(
  results: Results | undefined = readResults(),
): readonly { readonly path: string; readonly text: string }[] {
  if (results === undefined) return [];
  return [
    { path: "docs/performance.md", text: performancePage(results) },
    ...results.sections.flatMap((section) =>
      section.plots.map((plot) => ({
        path: `docs/performance/${plotFileOf(plot)}`,
        text: plotPicture(plot, section),
      })),
    ),
  ];
}
