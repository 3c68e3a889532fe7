// The section on the upkeep of an index of slices: making, changing and keeping it.
import { goals } from "../goals.ts";
import { figureText } from "../report/figures.ts";
import { atMost, type Row, type Section, type Table } from "../section.ts";
import { dateKinds } from "./population.ts";
import { building, changing, keeping, storing } from "./upkeep.ts";

/** The number of slices that the goal is for. */
const goalSize = 10_000;

/** Measures what an index costs beside matching. */
export async function measureUpkeep(quick: boolean): Promise<Section> {
  const sizes = quick ? [goalSize] : [1000, goalSize, 100_000];
  const launches = (size: number): number => (quick || size > goalSize ? 1 : 3);
  return {
    id: "upkeep",
    title: "Upkeep of the index",
    lead: "What an index of slices costs beside matching: to make it until the first entity is matched, to change a slice, and to keep it in memory and as JSON text. CPU time, each figure from processes of its own.",
    tables: [await buildTable(sizes, launches), await changeTable(sizes, launches), await storeTable(sizes)],
    plots: [],
    notes: [],
  };
}

/** How many processes measure an index of so many slices. */
type Launches = (size: number) => number;

async function buildTable(sizes: readonly number[], launches: Launches): Promise<Table> {
  const rows: Row[] = [];
  for (const [from, dates] of [
    ["definitions", "absolute"],
    ["texts", "absolute"],
    ["texts", "rolling"],
  ] as const) {
    for (const size of sizes) {
      const { cold, warm } = await building(from, dates, size, launches(size));
      const goal =
        from === "definitions" && size === goalSize
          ? atMost(
              `an index of ${figureText(size, 0)} definitions, made in a new process`,
              cold,
              goals.buildMilliseconds,
              " ms",
              { profile: "build" },
            )
          : null;
      rows.push({ name: `${from}, ${dates}`, role: "ours", cells: [size, cold, warm, goal] });
    }
  }
  return {
    caption: "To make it, until the first entity is matched; milliseconds in a new process, and when warm",
    head: "from",
    columns: [
      { title: "slices", digits: 0 },
      { title: "new", digits: 1 },
      { title: "warm", digits: 1 },
      { title: "goal" },
    ],
    rows,
  };
}

async function changeTable(sizes: readonly number[], launches: Launches): Promise<Table> {
  const rows: Row[] = [];
  for (const size of sizes) {
    const { change, match, both } = await changing(size, launches(size));
    rows.push({
      name: figureText(size, 0),
      role: "ours",
      cells: [change, match, both, both / match],
    });
  }
  return {
    caption: "To change it: a slice removed and added again; microseconds",
    head: "slices",
    columns: [
      { title: "change", digits: 1 },
      { title: "entity", digits: 1 },
      { title: "change, then entity", digits: 1 },
      { title: "× entity", digits: 1 },
    ],
    rows,
  };
}

/** One process says it: bytes are the same in each, and the times are long. */
async function storeTable(sizes: readonly number[]): Promise<Table> {
  const rows: Row[] = [];
  for (const dates of dateKinds) {
    for (const size of sizes) {
      const { write, read, bytes } = await storing(dates, size, 1);
      const memory = await keeping("index", dates, size, 1);
      const loop = await keeping("loop", dates, size, 1);
      const name = dates === "absolute" ? "definitions" : "texts, rolling";
      rows.push({ name, role: "ours", cells: [size, memory, loop, write, read, bytes] });
    }
  }
  return {
    caption:
      "To keep it: bytes a slice in memory, identifier and text included, beside those of the loop; as JSON text",
    head: "of",
    columns: [
      { title: "slices", digits: 0 },
      { title: "B/slice", digits: 0 },
      { title: "loop", digits: 0 },
      { title: "to JSON, ms", digits: 1 },
      { title: "from JSON, ms", digits: 1 },
      { title: "B/slice as JSON", digits: 0 },
    ],
    rows,
  };
}
