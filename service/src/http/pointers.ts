// Where rows are in a body: problems and warnings are about rows of a list, which a body may have elsewhere than at its top.

import { Problem, type ProblemEntry } from "../values/problem.ts";
import { problemOf, RowRefusal } from "../values/row-refusal.ts";

/** From a pointer into a list of rows to one into the body. */
export type Move = (pointer: string) => string;

/** The row is the body itself: `/0/type` is `/type`. */
export const ofOne: Move = (pointer) => pointer.replace(/^\/0(?=\/|$)/, "");

/** The rows are a member of the body: `/0/type` is `/entities/0/type`. */
export function inMember(name: string): Move {
  return (pointer) => `/${name}${pointer}`;
}

/** Moves what is said about rows. */
export function moved<Entry extends ProblemEntry>(entries: readonly Entry[], move: Move): readonly Entry[] {
  return entries.map((entry) => ({ ...entry, pointer: move(entry.pointer) }));
}

/** Runs work on rows; the pointers of the problems that it throws are moved. */
export async function withPointers<Result>(move: Move, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const problem = error instanceof RowRefusal ? problemOf(error) : error;
    if (!(problem instanceof Problem) || problem.options.errors === undefined) throw problem;
    const errors = moved(problem.options.errors, move);
    throw new Problem(problem.code, { ...problem.options, errors });
  }
}
