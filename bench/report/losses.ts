// Where we lose: every goal that is not met, and every peer that beats us, as the data say.
import { type Column, type Goal, goalsOf, isMet, type Row, type Section, type Table } from "../section.ts";
import { figureText, goalText, reachedText, timesText } from "./figures.ts";

/** A peer that is better than the row of ours that does the same, in one column of a table. */
export interface Loss {
  readonly peer: string;
  readonly column: Column;
  /** The groups in which it is better; a table without groups has one, without a name. */
  readonly cases: readonly LostCase[];
}

/** Both figures. */
export interface LostCase {
  readonly group: string;
  readonly own: number;
  readonly peer: number;
}

/** A goal that is not met, as a sentence. */
export function missedText(goal: Goal): string {
  return sentence(`${goal.what}: ${reachedText(goal)}; the goal is ${goalText(goal)}`);
}

/** The goals of a section that are not met. */
export function missedGoals(section: Section): readonly Goal[] {
  return goalsOf(section).filter((goal) => !isMet(goal));
}

/** Every peer that is better in a column where that is compared, in all tables of a section. */
export function lossesOf({ tables }: Section): readonly Loss[] {
  const losses = new Map<string, Loss>();
  for (const table of tables) {
    for (const [at, column] of table.columns.entries()) {
      for (const row of table.rows) {
        const key = `${row.name}: ${meaningOf(column)}`;
        const before = losses.get(key)?.cases ?? [];
        const cases = [...before, ...lostCases(table, row, at)];
        if (cases.length > 0) losses.set(key, { peer: row.name, column, cases });
      }
    }
  }
  return [...losses.values()];
}

/** A sentence for each comparison that says nothing, as ours could not be measured and others could: it is no win. */
export function unmeasuredTexts({ title, tables }: Section): readonly string[] {
  const said = tables.flatMap((table) =>
    table.columns.flatMap((column, at) => {
      const peers = column.better === undefined ? [] : table.rows.filter((row) => isAlone(table, row, at));
      if (peers.length === 0) return [];
      const names = [...new Set(peers.map(({ name }) => name))].join(", ");
      const where = table.about === undefined ? "" : `${table.about}: `;
      return [`${title}: ${where}ours could not be measured in ${meaningOf(column)}, where ${names} was.`];
    }),
  );
  return [...new Set(said)];
}

/** Whether a peer has a figure where ours has none. */
function isAlone({ rows }: Table, peer: Row, at: number): boolean {
  if (peer.role !== "peer" || !isFigure(peer.cells[at])) return false;
  const own = rows.filter(({ role, group }) => role === "own" && group === peer.group);
  return own.length > 0 && !own.some(({ cells }) => isFigure(cells[at]));
}

function isFigure(cell: Row["cells"][number] | undefined): cell is number {
  return typeof cell === "number" && Number.isFinite(cell);
}

function meaningOf({ title, means = title }: Column): string {
  return means;
}

/** A loss as a sentence. */
export function lossText({ peer, column, cases }: Loss): string {
  const { digits = 0, unit = "" } = column;
  const figure = (value: number): string => `${figureText(value, digits)}${unit}`;
  const said = cases.map(({ group, own, peer: other }) => {
    const where = group === "" ? "" : `${group}: `;
    const both = `${where}${figure(other)} against our ${figure(own)}`;
    // A difference of two figures may be nothing, or a little under it.
    if (other <= 0 || own <= 0) return both;
    const ratio = column.better === "more" ? other / own : own / other;
    if (ratio < aboutTheSame) return `${both}, which is about the same`;
    return `${both}, ${column.better === "more" ? "" : "which is "}${timesText(ratio)} as much`;
  });
  return `**${peer}** is better in ${meaningOf(column)}. ${said.map(sentence).join(" ")}`;
}

/** Two runs differ by as much. */
const aboutTheSame = 1.05;

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function lostCases({ about = "", columns, rows }: Table, peer: Row, at: number): readonly LostCase[] {
  if (peer.role !== "peer" || columns[at]?.better === undefined) return [];
  const own = rows.find(({ role, group }) => role === "own" && group === peer.group)?.cells[at];
  const other = peer.cells[at];
  if (typeof own !== "number" || typeof other !== "number") return [];
  const isLost = columns[at].better === "less" ? other < own : other > own;
  return isLost ? [{ group: peer.group ?? about, own, peer: other }] : [];
}
