// The sections of the backends: what their predicates and columns cost beside others, and which goals they meet.

import { goals } from "../goals.ts";
import { figureText } from "../report/figures.ts";
import {
  atLeast,
  atMost,
  type Cell,
  type Plot,
  type Role,
  type Row,
  type Section,
  type Table,
} from "../section.ts";
import { type ColumnSpeed, columnSpeeds } from "./column-speed.ts";
import { caseNames, isNested } from "./filters.ts";
import { type CaseSpeed, type PredicateSpeed, predicateSpeeds } from "./predicate-speed.ts";
import { type PredicateName, predicateNotes } from "./predicates.ts";

/** Measures the predicates: on entities that fit the caches of the processor, and on more. */
export async function measurePredicates(quick: boolean): Promise<Section> {
  const few = { entities: 1000, launches: quick ? 3 : 5, peerLaunches: quick ? 1 : 2, milliseconds: 20 };
  const many = { entities: 100_000, launches: 3, peerLaunches: 1, milliseconds: 60 };
  const all: CaseSpeed[] = [];
  for (const name of caseNames) all.push(await predicateSpeeds(name, few));
  const large = quick ? [] : caseNames.filter((each) => each !== "source");
  for (const name of large) all.push(await predicateSpeeds(name, many));
  return predicatesSection(all);
}

/** The section of these figures. */
export function predicatesSection(all: readonly CaseSpeed[]): Section {
  const left = new Map(
    all.flatMap((each) =>
      each.left.map(({ name, note }) => [
        `${name}, ${each.name}`,
        `${name} is not in “${each.name}”: ${note}.`,
      ]),
    ),
  );
  return {
    id: "predicates",
    title: "Predicates",
    lead: "A filter as a function of one entity: CPU time an entity, over the whole list. All find the same entities, which is checked in every run. By hand is the same condition as a person writes it in TypeScript, for entities of the right form only; after others is the same predicate in a process that has made and run sixty other filters.",
    tables: all.map(predicateTable),
    plots: [
      ...plotOf("predicates", all, ({ name }) => !isNested(name)),
      ...plotOf("predicates-nested", all, ({ name }) => isNested(name)),
    ],
    notes: [...predicateNotes.map(({ name, note }) => `${name}: ${note}.`), ...left.values()],
  };
}

/** A plot of the first case that is meant. */
function plotOf(
  id: string,
  all: readonly CaseSpeed[],
  isMeant: (each: CaseSpeed) => boolean,
): readonly Plot[] {
  const table = all.findIndex(isMeant);
  const each = all[table];
  if (each === undefined) return [];
  const title = `A predicate on ${aboutOf(each)}`;
  return [{ kind: "bars", id, title, table, column: 0, axis: "nanoseconds an entity" }];
}

function aboutOf({ name, entities }: CaseSpeed): string {
  return `“${name}”, ${figureText(entities, 0)} entities`;
}

function predicateTable(each: CaseSpeed): Table {
  return {
    caption: `${aboutOf(each)}, of which ${percentText(each.share)} are found`,
    about: aboutOf(each),
    head: "",
    columns: [
      { title: "ns/entity", digits: 1 },
      { title: "±%", digits: 0 },
      { title: "× by hand", digits: 2 },
      { title: "× predicate", digits: 2, better: "less", means: "CPU time an entity, as a multiple of ours" },
      { title: "goal" },
    ],
    rows: each.speeds.map((speed) => ({
      name: speed.name,
      role: predicateRole(speed),
      cells: [
        speed.nanoseconds,
        speed.spread,
        speed.overHand,
        speed.overPredicate,
        predicateGoal(each, speed),
      ],
    })),
  };
}

function predicateRole({ name, isPeer }: PredicateSpeed): Role {
  if (isPeer) return "peer";
  if (name === "by hand") return "reference";
  return name === "predicate" ? "own" : "ours";
}

function predicateGoal(each: CaseSpeed, { name, overHand, overPredicate }: PredicateSpeed): Cell {
  const what = `${name}, ${aboutOf(each)}`;
  const times = peerGoals.get(name);
  if (times !== undefined) return atLeast(what, overPredicate, times, " × predicate", { family: name });
  if (name !== "predicate" && name !== "after 60 others") return null;
  const nested = isNested(each.name);
  const flat = name === "predicate" ? goals.membershipRatio : goals.afterOthersRatio;
  return atMost(what, overHand, nested ? goals.nestedRatio : flat, " × by hand", {
    profile: `${name} ${each.name}`,
    family: `${name}, ${nested ? "nested properties" : "filters of `compile`"}`,
  });
}

const peerGoals: ReadonlyMap<PredicateName, number> = new Map([
  ["ucast", goals.ucastTimes],
  ["sift", goals.siftAndMingoTimes],
  ["mingo", goals.siftAndMingoTimes],
]);

/** Measures the columns; the goals are for the larger table. */
export async function measureColumns(quick: boolean): Promise<Section> {
  const size = quick ? 100_000 : 1_000_000;
  return columnsSection(await columnSpeeds(size, quick ? 1 : 2, quick ? 5 : 9), size);
}

/** The section of these figures. */
export function columnsSection(speeds: readonly ColumnSpeed[], size: number): Section {
  return {
    id: "columns",
    title: "Columns and DuckDB",
    lead: "A table of entities in columns, asked six filters of each form one after the other, beside a table in DuckDB on one thread with prepared statements, its names as text or as ENUM. All find the same rows.",
    tables: [
      {
        caption: `${figureText(size, 0)} rows; milliseconds of CPU time a question`,
        head: "",
        columns: [
          { title: "asks for" },
          { title: "found %", digits: 1 },
          { title: "count ms", digits: 2, better: "less", means: "CPU time to count", unit: " ms" },
          { title: "× columns", digits: 1 },
          { title: "rows ms", digits: 2, better: "less", means: "CPU time to get the rows", unit: " ms" },
          { title: "× columns", digits: 1 },
          { title: "M rows/s", digits: 0 },
          { title: "goal" },
        ],
        rows: speeds.map((each) => columnRow(each, speeds, size)),
      },
    ],
    plots: [
      {
        kind: "bars",
        id: "columns",
        title: `To count in ${figureText(size, 0)} rows: CPU time a question`,
        table: 0,
        column: 2,
        axis: "milliseconds",
      },
    ],
    notes: [],
  };
}

function columnRow(each: ColumnSpeed, speeds: readonly ColumnSpeed[], size: number): Row {
  const own = speeds.find(({ kind, question }) => kind === "columns" && question === each.question) ?? each;
  const isOwn = each === own;
  const [counting, selecting] = [each.counting / own.counting, each.selecting / own.selecting];
  const rate = size / each.counting;
  const what = `${each.kind}, “${each.question}”`;
  const goal = isOwn
    ? atLeast(what, rate, goals.millionRowsASecond, " M rows/s", {
        profile: "columns",
        family: "columns, counting",
      })
    : atLeast(what, Math.min(counting, selecting), goals.columnTimes, " × columns", {
        profile: "columns",
        family: "DuckDB over columns",
      });
  return {
    name: each.kind,
    role: isOwn ? "own" : "peer",
    group: each.question,
    cells: [
      each.question,
      each.share * 100,
      each.counting / 1000,
      isOwn ? null : counting,
      each.selecting / 1000,
      isOwn ? null : selecting,
      rate,
      size < 1_000_000 ? null : goal,
    ],
  };
}

function percentText(part: number): string {
  return `${(part * 100).toFixed(1)} %`;
}
