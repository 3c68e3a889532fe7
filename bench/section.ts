// What a section of the benchmark is once it was measured: plain data, from which the terminal, the page and the plots are made.

/** One part of what a run measures. Goals stand in the cells of its tables; losses follow from the roles of its rows. */
export interface Section {
  /** The word after `--only`, and the beginning of the names of its plots. */
  readonly id: string;
  readonly title: string;
  /** What was measured and how, in one or two sentences of Markdown. */
  readonly lead: string;
  readonly tables: readonly Table[];
  readonly plots: readonly Plot[];
  /** What a reader must know of the rows, a sentence each: what a peer cannot hold, why one is left out. */
  readonly notes: readonly string[];
}

/** Rows of one kind under a caption. */
export interface Table {
  readonly caption: string;
  /** What is said of the whole table in the middle of a sentence: `queries of one term`. */
  readonly about?: string;
  /** The identifier that goals give for where their time or bytes go, if this table shows that. */
  readonly profileOf?: string;
  /** Of the first column, which holds the names of the rows; it may be empty. */
  readonly head: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

/** A column after the first. */
export interface Column {
  readonly title: string;
  /** Digits after the point, where the figure is not so large that they say nothing; a column without them holds words. */
  readonly digits?: number;
  /** After a figure in a sentence, with a space in front: ` ns`. */
  readonly unit?: string;
  /** Where less, or more, is better: there peers are compared with the row of ours that has their group. */
  readonly better?: "less" | "more";
  /** What is compared, in the middle of a sentence; the title if there is none. */
  readonly means?: string;
  /** The place on the axis of a plot of growth. */
  readonly at?: number;
}

/**
 * What a row stands for. `own` is the row of ours that does what the peers do, `ours` is any other of ours, `reference` is there
 * for comparison, such as a bare loop that nobody can beat, and `peer` is a library that a person could use in its place.
 */
export type Role = "own" | "ours" | "reference" | "peer";

/** A row: its name, and a cell for each column. */
export interface Row {
  readonly name: string;
  readonly role: Role;
  /** Rows are compared within a group: the question that all of them answer. */
  readonly group?: string;
  readonly cells: readonly Cell[];
}

/** A figure, words (such as `stack overflow`), a goal with its verdict, or nothing. */
export type Cell = number | string | Goal | null;

/** A figure, and what it should be. */
export interface Goal {
  /** What was measured, at the beginning of a sentence. */
  readonly what: string;
  /** `null` if it could not be measured; then the goal is not met. */
  readonly figure: number | null;
  readonly bound: "most" | "least";
  readonly goal: number;
  /** With a space in front, if there is to be one: ` ms`. */
  readonly unit: string;
  /** The `profileOf` of the table that shows where the time or the bytes go. */
  readonly profile?: string;
  /** What it is one case of, if several have the same goal: the summary has one row for all of them. */
  readonly family?: string;
}

/** What a goal may have beside its figure. */
export type GoalExtras = Pick<Goal, "profile" | "family">;

/** Bars of one column, or a line for each row. */
export type Plot = BarPlot | LinePlot;

/** A bar for each row with a figure in one column; groups are set apart. */
export interface BarPlot {
  readonly kind: "bars";
  /** The name of its file, without the ending. */
  readonly id: string;
  readonly title: string;
  /** Which table of the section, and which of its columns, both counted from 0. */
  readonly table: number;
  readonly column: number;
  /** What the axis shows, with the unit. */
  readonly axis: string;
}

/** A line for each row through the columns that have a place; both axes are logarithmic. */
export interface LinePlot {
  readonly kind: "lines";
  readonly id: string;
  readonly title: string;
  readonly table: number;
  readonly across: string;
  readonly up: string;
}

/** A goal for which less is better. A figure that is no number was not measured. */
export function atMost(
  what: string,
  figure: number,
  goal: number,
  unit: string,
  extras: GoalExtras = {},
): Goal {
  return { what, figure: measured(figure), bound: "most", goal, unit, ...extras };
}

/** A goal for which more is better. */
export function atLeast(
  what: string,
  figure: number,
  goal: number,
  unit: string,
  extras: GoalExtras = {},
): Goal {
  return { what, figure: measured(figure), bound: "least", goal, unit, ...extras };
}

/** Whether the figure is what it should be. */
export function isMet({ figure, bound, goal }: Goal): boolean {
  if (figure === null) return false;
  return bound === "most" ? figure <= goal : figure >= goal;
}

/** Whether a cell holds a goal. */
export function isGoal(cell: Cell | undefined): cell is Goal {
  return typeof cell === "object" && cell !== null;
}

/** All goals of a section, in the order of its tables. */
export function goalsOf({ tables }: Section): readonly Goal[] {
  return tables.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.filter(isGoal)));
}

function measured(figure: number): number | null {
  return Number.isFinite(figure) ? figure : null;
}
