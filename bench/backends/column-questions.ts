// What is asked of a table of many rows: filters of one form, which differ in what they look for.
import type { FilterDefinition } from "../../src/index.ts";
import { compiled, type Wanted } from "./filters.ts";

/** The forms; each is asked as a count, and for the numbers of the rows. */
export const questionNames = ["type, shape, source, range", "type, source-shape", "range"] as const;

/** One of {@link questionNames}. */
export type QuestionName = (typeof questionNames)[number];

/** The kinds of tables in the order in which a round asks them. */
export const tableKinds = ["columns", "DuckDB", "DuckDB, enum"] as const;

/** One of {@link tableKinds}. */
export type TableKind = (typeof tableKinds)[number];

/** Six filters of a form. A program asks many questions, so that none should pay for having been asked before. */
export function questions(name: QuestionName): readonly FilterDefinition[] {
  return [0, 1, 2, 3, 4, 5].map((index) => compiled(forms[name](index)));
}

const forms: Readonly<Record<QuestionName, (index: number) => Wanted>> = {
  "type, shape, source, range": (index) => ({
    types: 2,
    shapes: 1,
    sources: 3,
    from: index % 2,
    ...range(index),
  }),
  "type, source-shape": (index) => ({ types: 2, sourceShapes: 20, from: index }),
  range,
};

function range(index: number): Wanted {
  return { after: `2025-0${String(index + 2)}-01`, before: `2026-0${String(index + 3)}-15` };
}
