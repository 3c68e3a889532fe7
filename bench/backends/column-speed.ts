// Speed of columns: each kind of table in its own process, over and over in turn.
import { askOnce, numberIn } from "../processes.ts";
import { median } from "../statistics.ts";
import { type Answer, requireSame } from "./answers.ts";
import {
  type QuestionName,
  questionNames,
  questions,
  type TableKind,
  tableKinds,
} from "./column-questions.ts";

/** What one kind of table takes for one form of question. */
export interface ColumnSpeed {
  readonly kind: TableKind;
  readonly question: QuestionName;
  /** The part of the rows that is found. */
  readonly share: number;
  /** Microseconds of CPU time to count, and to get the numbers of the rows: medians of all launches. */
  readonly counting: number;
  readonly selecting: number;
}

/** Measures all kinds of tables. Throws if they do not find the same rows. */
export async function columnSpeeds(
  size: number,
  launches: number,
  rounds: number,
): Promise<readonly ColumnSpeed[]> {
  const all: Measured[] = [];
  for (let launch = 0; launch < launches; launch++) {
    for (const kind of tableKinds) all.push(...(await ask(kind, size, rounds)));
  }
  return questionNames.flatMap((question) => {
    const answers = all.filter((each) => each.question === question);
    requireSame(question, answers);
    return tableKinds.map((kind) => {
      const own = answers.filter(({ name }) => name === kind);
      return {
        kind,
        question,
        share: (own[0]?.count ?? 0) / (size * questions(question).length),
        counting: median(own.map(({ counting }) => counting)),
        selecting: median(own.map(({ selecting }) => selecting)),
      };
    });
  });
}

interface Measured extends Answer {
  readonly name: TableKind;
  readonly question: QuestionName;
  readonly counting: number;
  readonly selecting: number;
}

async function ask(kind: TableKind, size: number, rounds: number): Promise<readonly Measured[]> {
  const answer = await askOnce("backends/column-worker.ts", [kind, String(size), String(rounds)]);
  const answers: readonly unknown[] = Array.isArray(answer) ? answer : [];
  return questionNames.map((question, index) => {
    const number = (name: string): number => numberIn(answers[index], name);
    return {
      name: kind,
      question,
      count: number("count"),
      rows: number("rows"),
      counting: number("counting"),
      selecting: number("selecting"),
    };
  });
}
