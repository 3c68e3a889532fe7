// Messages about what the text alone can get wrong.
import { codePointName } from "../../text/characters.ts";
import { show } from "../../text/show.ts";
import { dateExamples } from "../../vocabulary/dates.ts";
import { qualifiers } from "../../vocabulary/qualifiers.ts";
import type { Entries } from "./entry.ts";

/** Entries for errors of the text. */
export const syntaxEntries: Entries<
  | "unterminated-quote"
  | "missing-value"
  | "missing-space"
  | "qualifier-case"
  | "not-a-colon"
  | "smart-quote"
  | "invisible-character"
  | "control-character"
  | "malformed-unicode"
  | "too-long"
  | "too-many-terms"
> = {
  "unterminated-quote": {
    severity: "error",
    message: () => 'This quote is never closed, so it runs to the end of the query. Close it with `"`.',
  },
  "missing-value": {
    severity: "error",
    message: ({ qualifier, next }) => {
      const what = qualifiers.find((row) => row.word === qualifier)?.means === "date" ? "date" : "name";
      const subject = qualifier === undefined ? "The date is empty." : `\`${qualifier}:\` has no ${what}.`;
      if (next !== undefined) return `${subject} Write the ${what} right after the colon, without a space.`;
      return `${subject} Write ${qualifier === undefined ? "" : "one after the colon, "}for example ${example(qualifier)}.`;
    },
  },
  "missing-space": {
    severity: "error",
    message: ({ before, after }) =>
      `There is no space between ${show(before)} and ${show(after)}. Add one; a quote inside quotes is written \`\\"\`.`,
  },
  "qualifier-case": {
    severity: "error",
    message: ({ written, qualifier }) =>
      `Qualifiers must be lowercase: write \`${qualifier}:\`, not ${show(`${written}:`)}.`,
  },
  "not-a-colon": {
    severity: "error",
    message: ({ character, qualifier }) =>
      `${show(character)} (${codePointName(character)}) only looks like a colon, so this is free text and not a term of \`${qualifier}:\`. Write \`:\`.`,
  },
  "smart-quote": {
    severity: "error",
    message: ({ quote }) =>
      `${show(quote)} (${codePointName(quote)}) is a typographic quotation mark, which does not quote in CQL. Use the straight \`"\`; inside straight quotes this mark is part of the name.`,
  },
  "invisible-character": {
    severity: "error",
    message: ({ character, count }) =>
      `${contains(count, "invisible character", character)}, so it is not the word it looks like. Remove ${it(count)}.`,
  },
  "control-character": {
    severity: "error",
    message: ({ character, count }) =>
      `${contains(count, "control character", character)}; only tabs and line breaks are allowed, and only inside quotes. Remove ${it(count)}.`,
  },
  "malformed-unicode": {
    severity: "error",
    message: ({ character, count }) =>
      `${contains(count, "lone surrogate", character)}: the text was cut or damaged. Write the whole character.`,
  },
  "too-long": {
    severity: "error",
    message: ({ actual, limit }) =>
      limit === undefined
        ? `This tree is a placeholder for a text of ${actual} characters that was too long to parse. Compile the text itself.`
        : `The query is ${actual} characters long; at most ${limit} are allowed. Shorten it.`,
  },
  "too-many-terms": {
    severity: "error",
    message: ({ actual, limit }) =>
      `The query has ${actual} ${actual === 1 ? "term" : "terms"}; at most ${limit} are allowed. Use fewer.`,
  },
};

function example(qualifier: string | undefined): string {
  const row = qualifiers.find(({ word }) => word === qualifier);
  if (row === undefined) return `${show(dateExamples.offset)} or ${show(dateExamples.day)}`;
  return `\`${row.word}:${/\s/u.test(row.example) ? `"${row.example}"` : row.example}\``;
}

function contains(count: number, what: string, character: string): string {
  const many = count === 1 ? `the ${what}` : `${count} ${what}s such as`;
  return `This term contains ${many} ${codePointName(character)}`;
}

function it(count: number): string {
  return count === 1 ? "it" : "them";
}
