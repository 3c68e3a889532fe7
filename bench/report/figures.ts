// Figures, goals and cells as text.
import { type Cell, type Column, type Goal, isGoal, isMet } from "../section.ts";

/** A figure with at most so many digits after the point, fewer if it is large; thousands are set apart. */
export function figureText(figure: number, digits: number): string {
  const shown = Math.abs(figure) >= 1000 ? 0 : Math.abs(figure) >= 100 ? Math.min(digits, 1) : digits;
  const [whole = "", fraction] = figure.toFixed(shown).split(".");
  const apart = whole.length > 4 ? whole.replaceAll(/(?<=\d)(?=(?:\d{3})+$)/gu, " ") : whole;
  return fraction === undefined ? apart : `${apart}.${fraction}`;
}

/** `≤ 2.3 × limit`. */
export function goalText({ bound, goal, unit }: Goal): string {
  return `${bound === "most" ? "≤" : "≥"} ${figureText(goal, decimalsOf(goal))}${unit}`;
}

/** `≤ 2.3 × limit met` or `≤ 2.3 × limit NOT MET`. */
export function verdictText(goal: Goal): string {
  return `${goalText(goal)} ${isMet(goal) ? "met" : "NOT MET"}`;
}

/** What was measured, with one digit more than the goal has, so that a goal that is just missed is seen to be. */
export function reachedText({ figure, goal, unit }: Goal): string {
  if (figure === null) return "not measured";
  return `${figureText(figure, decimalsOf(goal) + 1)}${unit}`;
}

/** What was reached in several cases of one goal: from the least to the most. */
export function rangeText(goals: readonly Goal[]): string {
  const sorted = goals
    .filter(({ figure }) => figure !== null)
    .toSorted((a, b) => (a.figure ?? 0) - (b.figure ?? 0));
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (least === undefined || most === undefined) return "not measured";
  const [from, to] = [reachedText({ ...least, unit: "" }), reachedText(most)];
  return sorted.length === 1 ? to : `${from} to ${to}`;
}

/** What stands in a cell; nothing for what was not measured. */
export function cellText(cell: Cell | undefined, column: Column): string {
  if (cell === null || cell === undefined) return "";
  if (isGoal(cell)) return verdictText(cell);
  if (typeof cell === "string") return cell;
  return Number.isNaN(cell) ? "" : figureText(cell, column.digits ?? 0);
}

/** `1.25 times`, `40 times`. */
export function timesText(ratio: number): string {
  return `${figureText(ratio, ratio < 10 ? 2 : 0)} times`;
}

function decimalsOf(goal: number): number {
  return String(goal).split(".")[1]?.length ?? 0;
}
