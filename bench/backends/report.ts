// The tables of the backends: what their predicates and columns cost, and which goals they meet.
import { atLeast, goals, verdict } from "../goals.ts";
import { table } from "../table.ts";
import { type ColumnSpeed, columnSpeeds } from "./column-speed.ts";
import { type CaseName, caseNames, isNested } from "./filters.ts";
import { type PredicateEffort, type PredicateSpeed, predicateSpeeds } from "./predicate-speed.ts";

/** Measures the predicates and prints their tables: on entities that fit the caches of the processor, and on more. */
export async function predicates(quick: boolean): Promise<void> {
  const few = { entities: 1000, launches: quick ? 3 : 5, peerLaunches: quick ? 1 : 3, milliseconds: 20 };
  for (const name of caseNames) await predicatesIn(name, few);
  if (quick) return;
  const many = { entities: 100_000, launches: 3, peerLaunches: 1, milliseconds: 60 };
  for (const name of caseNames.filter((each) => each !== "source")) await predicatesIn(name, many);
}

async function predicatesIn(name: CaseName, effort: PredicateEffort): Promise<void> {
  const { share, speeds } = await predicateSpeeds(name, effort);
  const found = `${percent(share)} of ${String(effort.entities)} entities`;
  console.log(`Predicate, ${name}: ${found}, and all find the same ones`);
  const head = ["", "ns/entity", "±%", "× by hand", "× predicate", "goal"];
  const rows = speeds.map((each) => predicateRow(name, each));
  console.log(`${table(head, rows)}\n`);
}

function predicateRow(question: CaseName, each: PredicateSpeed): readonly string[] {
  const [byHand, own] = [each.over("by hand"), each.over("predicate")];
  return [
    each.name,
    each.nanoseconds.toFixed(1),
    each.spread.toFixed(0),
    byHand.toFixed(2),
    own.toFixed(2),
    predicateGoal(question, each.name, byHand, own),
  ];
}

function predicateGoal(
  question: CaseName,
  name: PredicateSpeed["name"],
  byHand: number,
  own: number,
): string {
  switch (name) {
    case "by hand":
      return "";
    case "predicate":
      return verdict(byHand, isNested(question) ? goals.nestedRatio : goals.membershipRatio, " × by hand");
    case "after 60 others":
      return verdict(byHand, isNested(question) ? goals.nestedRatio : goals.afterOthersRatio, " × by hand");
    case "ucast":
      return atLeast(own, goals.ucastTimes, " × predicate");
    case "sift":
    case "mingo":
      return atLeast(own, goals.siftAndMingoTimes, " × predicate");
  }
}

/** Measures the columns and prints their table; the goals are for the larger table. */
export async function columns(quick: boolean): Promise<void> {
  const size = quick ? 100_000 : 1_000_000;
  const speeds = await columnSpeeds(size, quick ? 1 : 2, quick ? 5 : 9);
  console.log(`Columns, ${String(size)} rows; ms a question on one thread, and all find the same rows`);
  const head = ["", "asks for", "found", "count", "× columns", "rows", "× columns", "M rows/s", "goal"];
  console.log(`${table(head, columnRows(speeds, size, quick))}\n`);
}

function columnRows(speeds: readonly ColumnSpeed[], size: number, quick: boolean): readonly string[][] {
  return speeds.map((each) => {
    const own = speeds.find(({ kind, question }) => kind === "columns" && question === each.question) ?? each;
    const [counting, selecting] = [each.counting / own.counting, each.selecting / own.selecting];
    const rate = size / each.counting;
    const isOwn = each === own;
    const goal = isOwn
      ? atLeast(rate, goals.millionRowsASecond, " M rows/s")
      : atLeast(Math.min(counting, selecting), goals.columnTimes, " × columns");
    return [
      each.kind,
      each.question,
      percent(each.share),
      (each.counting / 1000).toFixed(2),
      isOwn ? "" : counting.toFixed(1),
      (each.selecting / 1000).toFixed(2),
      isOwn ? "" : selecting.toFixed(1),
      rate.toFixed(0),
      quick ? "" : goal,
    ];
  });
}

function percent(part: number): string {
  return `${(part * 100).toFixed(1)} %`;
}
