// The system message: the file prompt.md with the goal and types filled in.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Reading, TextPiece, Wanted } from "../extractor.ts";
import { mostEntities, mostRelationships } from "./finds.ts";

/** Instructions that can be filled in. */
export interface Prompt {
  /** Another one for each change of the file. */
  readonly version: string;
  /** The values in the system message. The text of the piece is not among them. */
  readonly instructions: (piece: TextPiece, wanted: Wanted, first: Reading | undefined) => string;
}

const secondReading = "<!-- What follows is for a second reading. -->\n";

/** Titles are as long as their authors make them, and appear among the instructions. */
const longestTitle = 200;

/** Reads the file. */
export function readPrompt(): Prompt {
  const file = readFileSync(new URL("prompt.md", import.meta.url), "utf8");
  const [always = "", again = ""] = file.split(secondReading);
  return {
    version: createHash("sha256").update(file).digest("hex").slice(0, 8),
    instructions: (piece, wanted, first) =>
      filled(first === undefined ? always : always + again, valuesOf(piece, wanted, first)).trim(),
  };
}

/** In one pass, because inserted values may contain braces. */
function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? "");
}

/** Everything that others wrote is JSON on one line: it cannot begin a line, and so no section. */
function valuesOf(piece: TextPiece, wanted: Wanted, first: Reading | undefined): Record<string, string> {
  return {
    goal: JSON.stringify(wanted.goal),
    entityTypes: linesOf(wanted.entityTypes),
    relationshipTypes: linesOf(wanted.relationshipTypes),
    title: JSON.stringify(piece.title?.slice(0, longestTitle) ?? null),
    mostEntities: String(mostEntities),
    mostRelationships: String(mostRelationships),
    first: first === undefined ? "" : JSON.stringify(withoutQuotes(first)),
  };
}

function linesOf(types: readonly object[]): string {
  return types.length === 0 ? "None." : types.map((type) => JSON.stringify(type)).join("\n");
}

/** Its evidence must be found again, and quotes are the part that a document's author writes freely. */
function withoutQuotes({ entities, relationships }: Reading): object {
  return {
    entities: entities.map(({ type, name, properties }) => ({ type, name, properties })),
    relationships: relationships.map(({ type, from, to }) => ({ type, from, to })),
  };
}
