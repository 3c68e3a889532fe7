// The sections of reasoning about slices: what the index and the questions cost, and which goals they meet.
import { goals } from "../goals.ts";
import { figureText } from "../report/figures.ts";
import { atLeast, atMost, type Row, type Section, type Table } from "../section.ts";
import { type MatchEffort, type MatchSpeed, type MatchSpeeds, matchSpeeds } from "./match-speed.ts";
import { type DateKind, dateKinds } from "./population.ts";
import { pairCosts, pairSpeeds, type QuestionSpeed, queryCosts, querySpeeds } from "./question-speed.ts";

/** The number of slices that the goals are for. */
const goalSize = 10_000;

/** What was measured of so many slices. */
export interface SizedSpeeds extends MatchSpeeds {
  readonly size: number;
}

/** Measures which slices an entity is in, for each kind of dates. */
export async function measureMatching(quick: boolean): Promise<Section> {
  const all: [dates: DateKind, speeds: SizedSpeeds[]][] = [];
  for (const dates of dateKinds) {
    const sized: SizedSpeeds[] = [];
    for (const size of quick ? [1000, goalSize] : [1000, goalSize, 100_000])
      sized.push({ size, ...(await matchSpeeds(dates, size, matchEffort(size, quick))) });
    all.push([dates, sized]);
  }
  return matchingSection(all);
}

/** The loop takes so long for each entity that few must do. */
function matchEffort(size: number, quick: boolean): MatchEffort {
  if (quick) return { entities: 100, launches: 1, milliseconds: 30 };
  return size > goalSize
    ? { entities: 100, launches: 1, milliseconds: 100 }
    : { entities: 500, launches: 3, milliseconds: 100 };
}

/** The section of these figures. */
export function matchingSection(
  all: readonly (readonly [dates: DateKind, speeds: readonly SizedSpeeds[]])[],
): Section {
  return {
    id: "matching",
    title: "Slices of an entity",
    lead: "Of many stored slices, which ones a new entity is in: by the index, and by a loop over their compiled predicates. Slices have one to three kinds of names, half of them dates too. Absolute dates are days; rolling ones move with the present, which goes on between two entities where the row says so.",
    tables: all.map(([dates, speeds]) => ({
      caption: `${dates.charAt(0).toUpperCase()}${dates.slice(1)} dates; entities in a second of CPU time`,
      about: `${dates} dates`,
      head: "",
      columns: [
        { title: "slices", digits: 0 },
        { title: "found in each", digits: 1 },
        { title: "entities/s", digits: 0 },
        { title: "±%", digits: 0 },
        { title: "× loop", digits: 0 },
        { title: "goal" },
        { title: "goal" },
      ],
      rows: speeds.flatMap((sized) => sized.speeds.map((each) => matchRow(dates, sized, each))),
    })),
    plots: all.map(([dates], table) => ({
      kind: "bars",
      id: `matching-${dates}`,
      title: `Slices of an entity, ${dates} dates: entities in a second`,
      table,
      column: 2,
      axis: "entities in a second of CPU time",
    })),
    notes: [],
  };
}

function matchRow(dates: DateKind, { size, found }: SizedSpeeds, each: MatchSpeed): Row {
  const times = each.timesFasterThan("loop");
  const hasGoal = each.name !== "loop" && size === goalSize;
  const what = `${each.name}, ${figureText(size, 0)} slices, ${dates} dates`;
  const profile = `matching-${dates}${each.name === "index" ? "" : `, ${each.name}`}`;
  const faster = { profile, family: "the index over the loop" };
  const many = { profile, family: `entities in a second, ${dates} dates` };
  return {
    name: each.name,
    role: each.name === "index" ? "own" : each.name === "loop" ? "reference" : "ours",
    group: `${figureText(size, 0)} slices`,
    cells: [
      size,
      found,
      each.rate,
      each.spread,
      times,
      hasGoal ? atLeast(what, each.rate, goals.entitiesASecond, "/s", many) : null,
      hasGoal ? atLeast(what, times, goals.loopTimes, " × loop", faster) : null,
    ],
  };
}

/** Measures the questions about filters and queries. */
export async function measureQuestions(quick: boolean): Promise<Section> {
  const [launches, milliseconds] = quick ? [1, 10] : [3, 30];
  const pairs = await pairSpeeds(launches, milliseconds);
  return questionsSection(pairs, await querySpeeds(launches, milliseconds));
}

/** The section of these figures. */
export function questionsSection(
  pairs: readonly QuestionSpeed[],
  queries: readonly QuestionSpeed[],
): Section {
  return {
    id: "questions",
    title: "Questions about slices",
    lead: "How two slices lie to each other: CPU time an answer. Filters have four kinds of names with one to three values each, and a range. They are read from JSON, or come from `compile` and are asked about for the first time, or again.",
    tables: [pairTable(pairs), queryTable(queries)],
    plots: [],
    notes: [],
  };
}

function pairTable(pairs: readonly QuestionSpeed[]): Table {
  return {
    caption: "Of two filters; nanoseconds an answer",
    head: "",
    columns: [
      { title: "read from JSON", digits: 0 },
      { title: "of compile, new", digits: 0 },
      { title: "the same again", digits: 0 },
      { title: "goal" },
    ],
    rows: pairs.map(({ name, costs }) => ({
      name,
      role: "ours",
      cells: [
        ...pairCosts.map((cost) => costs.get(cost) ?? null),
        name.startsWith("contains")
          ? atMost(
              `\`${name}\`, filters seen before`,
              (costs.get("later") ?? Number.NaN) / 1000,
              goals.containsMicroseconds,
              " µs",
              { profile: "contains", family: "`contains`, filters seen before" },
            )
          : null,
      ],
    })),
  };
}

function queryTable(queries: readonly QuestionSpeed[]): Table {
  return {
    caption: "Of queries, at every instant; microseconds, the first answer of a process, and later ones",
    head: "",
    columns: [
      { title: "first", digits: 1 },
      { title: "later", digits: 1 },
    ],
    rows: queries.map(({ name, costs }) => ({
      name,
      role: "ours",
      cells: queryCosts.map((cost) => (costs.get(cost) ?? Number.NaN) / 1000),
    })),
  };
}
