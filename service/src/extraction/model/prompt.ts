// The system message: the file prompt.md with the goal and types filled in.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { InstructionLengths, Reading, TextPiece, Wanted } from "../extractor.ts";
import { maxEntities, maxRelationships } from "./finds.ts";

/** A prompt to fill in. */
export interface Prompt {
  /** Changes with each edit of the file. */
  readonly version: string;
  /** Fills in the parts that are the same for all pieces. */
  readonly prepare: (wanted: Wanted) => Prepared;
}

/** Instructions for the pieces of an iteration. */
export interface Prepared {
  readonly lengths: InstructionLengths;
  /** The system message; `length` does not count the title. It does not contain the text of the piece. */
  readonly instructions: (
    piece: TextPiece,
    first: Reading | undefined,
  ) => { readonly text: string; readonly length: number };
}

const secondReading = "<!-- What follows is for a second reading. -->\n";
const titlePlace = "{{title}}";
const firstPlace = "{{first}}";

/** Maximum characters of a title: authors may make them very long, and they appear among the instructions. */
const maxTitleLength = 200;

/** Maximum characters of a first reading that the second is shown: as many as a piece has. It has to find the rest itself. */
const maxFirst = 4000;

/** Reads the file. */
export function readPrompt(): Prompt {
  const file = readFileSync(new URL("prompt.md", import.meta.url), "utf8");
  const [always = "", again = ""] = file.trimEnd().split(secondReading);
  const [beforeTitle = "", afterTitle = ""] = always.trimEnd().split(titlePlace);
  const beforeFirst = again.replace(firstPlace, "");
  return {
    version: createHash("sha256").update(file).digest("hex").slice(0, 8),
    prepare: (wanted) => {
      const values = valuesOf(wanted);
      const [before, after] = [filled(beforeTitle, values), filled(afterTitle, values)];
      const length = before.length + after.length;
      return {
        lengths: { first: length, second: length + between.length + beforeFirst.length + maxFirst },
        instructions: ({ title }, first) => {
          const shown = first === undefined ? "" : `${between}${beforeFirst}${describeReading(first)}`;
          const titled = JSON.stringify(title?.slice(0, maxTitleLength) ?? null);
          return { text: before + titled + after + shown, length: length + shown.length };
        },
      };
    },
  };
}

const between = "\n\n";

/** In one pass, because the inserted values may contain braces. */
function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? "");
}

/** Values that others wrote are JSON on one line, so they cannot begin a line, and with it a section. */
function valuesOf(wanted: Wanted): Record<string, string> {
  return {
    goal: JSON.stringify(wanted.goal),
    entityTypes: linesOf(wanted.entityTypes),
    relationshipTypes: linesOf(wanted.relationshipTypes),
    mostEntities: String(maxEntities),
    mostRelationships: String(maxRelationships),
  };
}

function linesOf(types: readonly object[]): string {
  return types.length === 0 ? "None." : types.map((type) => JSON.stringify(type)).join("\n");
}

/** As much of a reading as fits. Without quotes: the second reading must find evidence again, and quotes are text that the document's author controls. */
function describeReading({ entities, relationships }: Reading): string {
  let left = maxFirst - JSON.stringify({ entities: [], relationships: [] }).length;
  const fits = (item: object): boolean => {
    const length = JSON.stringify(item).length + 1;
    if (length > left) return false;
    left -= length;
    return true;
  };
  return JSON.stringify({
    entities: entities.map(({ type, name, properties }) => ({ type, name, properties })).filter(fits),
    relationships: relationships.map(({ type, from, to }) => ({ type, from, to })).filter(fits),
  });
}

/** The version of the extractor that asks this model. */
export function versionOfModel(name: string, { version }: Pick<Prompt, "version"> = readPrompt()): string {
  return `${name} ${version}`;
}
