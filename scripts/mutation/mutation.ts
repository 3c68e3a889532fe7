// What a mutation is: one piece of a file's text, and what is written in its place.
import type ts from "typescript";

/** A change of a piece of a file's text. */
export interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** What is changed, in words that no renaming changes: `< to <=`. */
  readonly what: string;
}

/** A change of a file. */
export interface Mutation extends Omit<Change, "what"> {
  /** The declaration it is in, what is changed, and which one of its kind there: `boxOf: < to <=, 2`. */
  readonly key: string;
}

/** The ways to break one kind of node. */
export type Mutator = (node: ts.Node, source: ts.SourceFile) => readonly Change[];

/** A node's text replaced by each of others, which are given by what they change. */
export function replaced(
  node: ts.Node,
  source: ts.SourceFile,
  texts: Readonly<Record<string, string>>,
): readonly Change[] {
  const [start, end] = [node.getStart(source), node.getEnd()];
  return Object.entries(texts).map(([what, text]) => ({ start, end, text, what }));
}

/** A file's text with the mutation in it. */
export function withMutation(text: string, mutation: Mutation): string {
  return text.slice(0, mutation.start) + mutation.text + text.slice(mutation.end);
}
