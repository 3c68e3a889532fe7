// The tables of reasoning about slices: what the index and the questions cost, and which goals they meet.
import { atLeast, goals, verdict } from "../goals.ts";
import { table } from "../table.ts";
import { type MatchEffort, type MatchSpeed, type MatchSpeeds, matchSpeeds } from "./match-speed.ts";
import { type DateKind, dateKinds } from "./population.ts";
import { pairCosts, pairSpeeds, type QuestionSpeed, queryCosts, querySpeeds } from "./question-speed.ts";
import { building, changing, keeping, storing } from "./upkeep.ts";

/** The number of slices that the goals are for. */
const goalSize = 10_000;

/** Measures which slices an entity is in, and prints a table for each kind of dates. */
export async function matching(quick: boolean): Promise<void> {
  for (const dates of dateKinds) {
    const all: (MatchSpeeds & { readonly size: number })[] = [];
    for (const size of quick ? [1000, goalSize] : [1000, goalSize, 100_000])
      all.push({ size, ...(await matchSpeeds(dates, size, matchEffort(size, quick))) });
    console.log(`Slices of an entity, ${dates} dates: one to three kinds of names, half of them with dates`);
    const rows = all.flatMap(({ size, found, speeds }) =>
      speeds.map((each) => matchRow(dates, size, found, each)),
    );
    const head = ["slices", "found in each", "", "entities/s", "±%", "× loop", "goal", "goal"];
    console.log(`${table(head, rows)}\n`);
  }
}

/** The loop takes so long for each entity that few must do. */
function matchEffort(size: number, quick: boolean): MatchEffort {
  if (quick) return { entities: 100, launches: 1, milliseconds: 30 };
  return size > goalSize
    ? { entities: 100, launches: 1, milliseconds: 100 }
    : { entities: 500, launches: 3, milliseconds: 100 };
}

function matchRow(dates: DateKind, size: number, found: number, each: MatchSpeed): readonly string[] {
  const times = each.timesFasterThan("loop");
  const hasGoal = each.name !== "loop" && size === goalSize;
  const rate = dates === "absolute" ? goals.absoluteEntitiesASecond : goals.rollingEntitiesASecond;
  return [
    String(size),
    found.toFixed(1),
    each.name,
    each.rate.toFixed(0),
    each.spread.toFixed(0),
    times.toFixed(0),
    hasGoal ? atLeast(each.rate, rate, "/s") : "",
    hasGoal ? atLeast(times, goals.loopTimes, " × loop") : "",
  ];
}

/** Measures what an index costs beside matching, and prints the tables. */
export async function upkeep(quick: boolean): Promise<void> {
  const sizes = quick ? [goalSize] : [1000, goalSize, 100_000];
  const launches = (size: number): number => (quick || size > goalSize ? 1 : 3);
  await printBuilding(sizes, launches);
  await printChanging(sizes, launches);
  await printStoring(sizes, launches);
}

/** How many processes measure an index of so many slices. */
type Launches = (size: number) => number;

async function printBuilding(sizes: readonly number[], launches: Launches): Promise<void> {
  const rows: (readonly string[])[] = [];
  for (const [from, dates] of [
    ["definitions", "absolute"],
    ["texts", "absolute"],
    ["texts", "rolling"],
  ] as const) {
    for (const size of sizes) {
      const { cold, warm } = await building(from, dates, size, launches(size));
      const goal =
        from === "definitions" && size === goalSize ? verdict(cold, goals.buildMilliseconds, " ms") : "";
      rows.push([`${from}, ${dates}`, String(size), cold.toFixed(1), warm.toFixed(1), goal]);
    }
  }
  console.log("Making an index, until the first entity is matched; ms in a new process, and when warm");
  console.log(`${table(["from", "slices", "new", "warm", "goal"], rows)}\n`);
}

async function printChanging(sizes: readonly number[], launches: Launches): Promise<void> {
  const rows: (readonly string[])[] = [];
  for (const size of sizes) {
    const { change, match, both } = await changing(size, launches(size));
    rows.push([
      String(size),
      change.toFixed(1),
      match.toFixed(1),
      both.toFixed(1),
      (both / match).toFixed(1),
    ]);
  }
  console.log("Changing an index: a slice removed and added again; µs");
  const head = ["slices", "change", "entity", "change, then entity", "× entity"];
  console.log(`${table(head, rows)}\n`);
}

async function printStoring(sizes: readonly number[], launches: Launches): Promise<void> {
  const rows: (readonly string[])[] = [];
  for (const dates of dateKinds) {
    for (const size of sizes) {
      const { write, read, bytes } = await storing(dates, size, launches(size));
      const memory = await keeping("index", dates, size, launches(size));
      const loop = await keeping("loop", dates, size, launches(size));
      rows.push([
        dates === "absolute" ? "definitions" : "texts, rolling",
        String(size),
        memory.toFixed(0),
        loop.toFixed(0),
        write.toFixed(1),
        read.toFixed(1),
        bytes.toFixed(0),
      ]);
    }
  }
  console.log(
    "Keeping an index: bytes a slice in memory, its identifier and text included; as JSON text, ms and bytes",
  );
  const head = ["of", "slices", "B/slice", "loop", "to JSON", "from JSON", "B/slice"];
  console.log(`${table(head, rows)}\n`);
}

/** Measures the questions about filters and queries, and prints the tables. */
export async function questions(quick: boolean): Promise<void> {
  const [launches, milliseconds] = quick ? [1, 10] : [3, 50];
  const pairs = await pairSpeeds(launches, milliseconds);
  console.log("Questions about filters of four kinds with one to three values, and a range; ns an answer");
  const head = ["", "read from JSON", "of compile, new", "the same again", "goal"];
  console.log(`${table(head, pairs.map(pairRow))}\n`);
  const queries = await querySpeeds(launches, milliseconds);
  console.log("Questions about queries at every instant; µs, the first answer of a process, and later ones");
  const rows = queries.map(({ name, costs }) =>
    [name].concat(queryCosts.map((cost) => ((costs.get(cost) ?? Number.NaN) / 1000).toFixed(1))),
  );
  console.log(`${table(["", "first", "later"], rows)}\n`);
}

function pairRow({ name, costs }: QuestionSpeed): readonly string[] {
  const later = costs.get("later") ?? Number.NaN;
  const isContains = name.startsWith("contains");
  return [
    name,
    ...pairCosts.map((cost) => (costs.get(cost) ?? Number.NaN).toFixed(0)),
    isContains ? verdict(later / 1000, goals.containsMicroseconds, " µs again") : "",
  ];
}
