// The goals of the project for itself, which every run prints. They are not a promise, and so not on the page for users.
import { caseNames, isNested } from "./backends/filters.ts";
import { figureText } from "./figures.ts";
import { evaluatingNames, peerPredicateNames } from "./peers/names.ts";
import { figureAt, type Results, ratioAt } from "./results.ts";

/** A figure of the results, and what it should be. */
export interface Goal {
  readonly section: string;
  readonly what: string;
  /** The most that the figure may be, or the least. */
  readonly bound: "most" | "least";
  readonly limit: number;
  readonly unit: string;
  /** NaN if it was not measured. */
  readonly figure: (results: Results) => number;
}

const forms = ["type, shape, source, range", "type, source-shape"];
const flat = caseNames.filter((name) => !isNested(name));

/** All goals, section by section. */
export const goals: readonly Goal[] = [
  over("compile, 6 to 10 terms", 20, "parse > typical > compile > ns", "limit"),
  over("compile, one term", 6, "parse > short > compile > ns", "parse"),
  over("parse, 6 to 10 terms", 5.5, "parse > typical > parse > ns", "limit"),
  over("parse, 200 terms", 4.6, "parse > long > parse > ns", "limit"),
  {
    ...atMost("parse: exponent of growth above the limit's", 0.1, "", "growth > growth > parse > exponent"),
    figure: (results) =>
      figureAt(results, "growth > growth > parse > exponent") -
      figureAt(results, "growth > growth > limit > exponent"),
  },
  over("parse, a million terms: peak", 1.3, "growth > a million terms > parse > MB", "limit"),
  over("parse, a million terms: CPU time", 3, "growth > a million terms > parse > s", "limit"),
  atMost("command line, over an empty process", 26, " ms", "start > bundled > command line > ms"),
  atMost("import as installed, over an empty process", 50, " ms", "start > as installed > parse > ms"),
  atMost("bundle of validate", 38.5, " kB", "bundles > ours > validate > gzip"),
  atMost("bundle of parse", 23, " kB", "bundles > ours > parse > gzip"),
  atMost("bundle of compilePredicate", 2.5, " kB", "bundles > ours > compilePredicate > gzip"),
  atMost("bundle of contains", 3, " kB", "bundles > ours > contains > gzip"),
  atMost("bundle of the SQL dialects", 6, " kB", "bundles > ours > sql > gzip"),
  ...flat.flatMap((name) => [
    over(`predicate, ${name}`, 1.25, `predicates > ${name} > predicate > ns`, "by hand"),
    over(`after 60 others, ${name}`, 1.5, `predicates > ${name} > after 60 others > ns`, "by hand"),
  ]),
  ...caseNames
    .filter(isNested)
    .map((name) => over(`predicate, ${name}`, 4.5, `predicates > ${name} > predicate > ns`, "by hand")),
  ...caseNames.map(fasterThanLibraries),
  ...[...forms, "range"].map((form) =>
    atMost(`count in a million rows, ${form}`, 5000, " µs", `columns > ${form} > columns > counting`),
  ),
  ...forms.flatMap((form) =>
    ["DuckDB > counting", "DuckDB > selecting", "DuckDB, enum > counting", "DuckDB, enum > selecting"].map(
      (what) => least(over(`${what}, ${form}`, 3, `columns > ${form} > ${what}`, "columns")),
    ),
  ),
  ...["absolute", "rolling"].flatMap((dates) => {
    const path = `matching > 10000 slices, ${dates} dates > index > rate`;
    return [
      least(atMost(`entities in a second, ${dates} dates`, 200_000, "", path)),
      least(over(`the index, ${dates} dates`, 300, path, "loop")),
    ];
  }),
  atMost("make an index of 10 000 slices", 100, " ms", "upkeep > absolute dates > make > cold"),
  ...["true", "false", "apart"].map((answer) =>
    atMost(`contains, ${answer}`, 2000, " ns", `algebra > of two filters > contains, ${answer} > later`),
  ),
  ...["200 names", "100 000 names"].map((names) =>
    atMost(
      `95 of 100 diagnostics, ${names}`,
      5,
      " ms",
      `typing > a keystroke > diagnostics, ${names} > cpu95`,
    ),
  ),
];

/** Whether the figure is what it should be; what was not measured is not. */
function isMet({ bound, limit, figure }: Goal, results: Results): boolean {
  const reached = figure(results);
  return bound === "most" ? reached <= limit : reached >= limit;
}

/** What a run prints: each goal with what was reached, and how many are met. */
export function goalLines(results: Results): readonly string[] {
  const lines = goals.map((goal) => {
    const { section, what, bound, limit, unit, figure } = goal;
    const reached = figure(results);
    const text = Number.isNaN(reached) ? "not measured" : `${figureText(reached)}${unit}`;
    const verdict = isMet(goal, results) ? "met    " : "NOT MET";
    const sign = bound === "most" ? "≤" : "≥";
    return `${verdict} ${section.padEnd(10)} ${what}: ${text} (goal ${sign} ${figureText(limit)}${unit})`;
  });
  const met = goals.filter((goal) => isMet(goal, results)).length;
  return [...lines, `${String(met)} of ${String(goals.length)} goals are met.`];
}

function atMost(what: string, limit: number, unit: string, path: string): Goal {
  const [section = ""] = path.split(" > ");
  return { section, what, bound: "most", limit, unit, figure: (results) => figureAt(results, path) };
}

/** At most so many times another variant of the group. */
function over(what: string, limit: number, path: string, other: string): Goal {
  return {
    ...atMost(`${what}, over ${other}`, limit, " ×", path),
    figure: (results) => ratioAt(results, path, other),
  };
}

function least(goal: Goal): Goal {
  return { ...goal, bound: "least" };
}

/** Those that make code from text are faster, where that is allowed. */
function fasterThanLibraries(name: string): Goal {
  const peers = peerPredicateNames.filter((peer) => !evaluatingNames.includes(peer));
  return {
    ...least(atMost(`the fastest library without eval, over predicate, ${name}`, 2.5, " ×", "predicates > ")),
    figure: (results) => {
      const ratios = peers.map((peer) =>
        ratioAt(results, `predicates > ${name} > ${peer} > ns`, "predicate"),
      );
      return ratios.filter((ratio) => !Number.isNaN(ratio)).toSorted((a, b) => a - b)[0] ?? Number.NaN;
    },
  };
}
