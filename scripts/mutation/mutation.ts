// What a mutation is: one piece of a file's text, and what is written in its place.
import type ts from "typescript";

/** A mistake put into a file. */
export interface Mutation {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What one kind of node can be made wrong by. */
export type Mutator = (node: ts.Node, source: ts.SourceFile) => readonly Mutation[];

/** A node's text replaced by each of others. */
export function replaced(
  node: ts.Node,
  source: ts.SourceFile,
  texts: readonly string[],
): readonly Mutation[] {
  const [start, end] = [node.getStart(source), node.getEnd()];
  return texts.map((text) => ({ start, end, text }));
}

/** A file's text with the mistake in it. */
export function withMutation(text: string, mutation: Mutation): string {
  return text.slice(0, mutation.start) + mutation.text + text.slice(mutation.end);
}
