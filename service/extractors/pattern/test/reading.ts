// Reads a text by patterns, in few words.

import type { Reading, Wanted } from "../../../src/extraction/extractor.ts";
import { createPatternExtractor } from "../src/pattern.ts";

/** Types in short: `Person: email, due:date`; relationships: `closes: Release -> Bug`. */
export function wanted(...lines: readonly string[]): Wanted {
  const parts = lines.map((line) => line.split(/: ?(.*)/u));
  return {
    goal: "find out",
    entityTypes: parts
      .filter(([, rest = ""]) => !rest.includes("->"))
      .map(([name = "", rest = ""]) => ({ name, properties: propertiesOf(rest) })),
    relationshipTypes: parts
      .filter(([, rest = ""]) => rest.includes("->"))
      .map(([name = "", rest = ""]) => {
        const [from = "", to = ""] = rest.split(" -> ");
        return { name, from, to };
      }),
  };
}

function propertiesOf(list: string): Record<string, { readonly type: string }> {
  const names = list.split(", ").filter((name) => name !== "");
  return Object.fromEntries(
    names.map((name) => name.split(":")).map(([name = "", type = "string"]) => [name, { type }]),
  );
}

/** Reads it. */
export async function readPattern(
  text: string,
  what: Wanted,
  first?: Reading,
  title?: string,
): Promise<Reading> {
  const { signal } = new AbortController();
  return await createPatternExtractor().read({ title: title ?? null, text }, what, { signal, first });
}

/** The finds of a text as lines: `Type: name` and `relationship: from -> to`. */
export async function found(text: string, ...lines: readonly string[]): Promise<readonly string[]> {
  const { entities, relationships } = await readPattern(text, wanted(...lines));
  return [
    ...entities.map(({ type, name }) => `${type}: ${name}`),
    ...relationships.map(({ type, from, to }) => `${type}: ${from} -> ${to}`),
  ].toSorted();
}

/** The properties of a find. */
export async function propertiesIn(
  text: string,
  name: string,
  ...lines: readonly string[]
): Promise<unknown> {
  const { entities } = await readPattern(text, wanted(...lines));
  return entities.find((entity) => entity.name === name)?.properties;
}
