// The texts of all fixtures, and those that the diagnostics are explained with.

import { ruleDocs } from "../../../scripts/generate/rule-docs.ts";
import { casesOf, type Kind } from "../../conformance/files.ts";
import { assembled, hostileFixture, type Part } from "../../support/hostile.ts";

/** The queries of the conformance cases; an expression of a date after a qualifier. Long ones are cut. */
export function conformanceTexts(): readonly string[] {
  const kinds: readonly Kind[] = ["lex", "parse", "compile", "diagnostics", "format", "mirror", "body"];
  const inputs = kinds.flatMap((kind) => casesOf(kind).map(({ input }): unknown => input));
  const dates = casesOf("dates").flatMap(({ input }): readonly string[] => [`after:${String(input)}`]);
  return [...inputs.flatMap(queryOfInput), ...dates].map((text) => text.slice(0, longest));
}

/** The hostile texts; of the large ones the beginning. */
export function hostileTexts(): readonly string[] {
  return [
    ...hostile<{ readonly input: readonly Part[] }>("characters").map(({ input }) => assembled(input)),
    ...hostile<{ readonly query: string }>("names").map(({ query }) => query),
    ...hostile<{ readonly input: readonly Part[] }>("sizes").map(({ input }) =>
      assembled(input.map(shortened)).slice(0, beginning),
    ),
  ];
}

function hostile<T>(name: string): readonly T[] {
  return hostileFixture<{ readonly cases: readonly T[] }>(name).cases;
}

/** What is wrong and what is right in the documentation of each diagnostic. */
export function documentedTexts(): readonly string[] {
  const texts = ruleDocs.flatMap(({ invalid, valid }) => invalid.map(({ text }) => text).concat(valid));
  return texts.map((text) => text.slice(0, longest));
}

const longest = 200;
const beginning = 40;

function queryOfInput(input: unknown): readonly string[] {
  if (typeof input === "string") return [input];
  if (typeof input === "object" && input !== null && "cql" in input) return queryOfInput(input.cql);
  return [];
}

function shortened(part: Part): Part {
  return typeof part === "string" || part.times === undefined
    ? part
    : { ...part, times: Math.min(part.times, beginning) };
}
