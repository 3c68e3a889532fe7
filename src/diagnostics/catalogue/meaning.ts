// Messages about queries that compile, but perhaps not to what was meant.
import { brief, listing, show } from "../../text/show.ts";
import { isMembership, type NameTable, qualifiers, withBound } from "../../vocabulary/qualifiers.ts";
import type { DiagnosticCode, DiagnosticData } from "../arguments.ts";
import type { bodyEntries } from "./body.ts";
import type { dateEntries } from "./dates.ts";
import { didYouMean, type Entries } from "./entry.ts";
import type { syntaxEntries } from "./syntax.ts";

/** What only the meaning of a query can be wrong in. */
type MeaningCode = Exclude<
  DiagnosticCode,
  keyof typeof syntaxEntries | keyof typeof dateEntries | keyof typeof bodyEntries
>;

/** Entries for warnings, information and hints. */
export const meaningEntries: Entries<MeaningCode> = {
  "unresolved-shape": { severity: "warning", message: (args) => unresolved("shapes", args) },
  "unresolved-source": { severity: "warning", message: (args) => unresolved("sources", args) },
  "unquoted-name": {
    severity: "warning",
    message: ({ qualifier, written, names }) =>
      `A space ends an unquoted name, so ${show(afterFirstWord(written))} is free text here. If you mean ${suggestions(names)}, put it in quotes: \`${qualifier}:${quotedName(names)}\`.`,
  },
  "comma-in-name": {
    severity: "warning",
    message: ({ qualifier, parts }) =>
      `A comma does not separate names, so this is one name, which matches nothing. Write a term for each: ${listing(parts.map((part) => show(`${qualifier}:${part}`)))}.`,
  },
  "uuid-not-a-name": {
    severity: "warning",
    message: ({ id, table, name }) =>
      `${show(id)} is an ID; slices use names, so this matches nothing. Write the name ${name === undefined ? `of the ${singular(table)}` : show(name)}.`,
  },
  "ambiguous-name": {
    severity: "information",
    message: ({ name, table, ids }) =>
      `${show(name)} is the name of ${ids} ${table}; the slice includes the entities of all of them.`,
  },
  "unknown-type": {
    severity: "information",
    message: (args) =>
      `${show(args.name)} is not one of the types in the catalog, so it may match nothing.${suggested(args)}`,
  },
  "empty-range": {
    severity: "warning",
    message: ({ start, end }) =>
      `No entity can match: the slice begins at ${start}, which is not before its end at ${end}. ${start === end ? "Move one of the dates" : "Swap the dates, or change one"}.`,
  },
  "future-date": {
    severity: "warning",
    message: ({ written, bound }) =>
      `${show(written)} is in the future, ${
        bound === "start" ? "so nothing created before then can match" : "so it excludes nothing yet"
      }. Check the year.`,
  },
  "date-plus-sign": {
    severity: "warning",
    message: ({ written, rewritten }) =>
      `The plus sign has no effect: ${show(written)} is always in the past, like ${show(rewritten)}. Leave it out.`,
  },
  "unknown-qualifier": {
    severity: "warning",
    message: ({ written, suggestion }) =>
      `${show(written)} ${written === suggestion ? "has no colon" : "is not a qualifier"}, so this is free text, which does not affect membership.${
        suggestion === undefined ? ` The qualifiers are ${known}.` : didYouMean(`${suggestion}:`, written)
      }`,
  },
  "not-a-negation": {
    severity: "warning",
    message: ({ written }) =>
      `CQL cannot exclude anything: ${show(written)} is free text, which does not affect membership. Name what belongs in the slice instead.`,
  },
  "not-an-operator": {
    severity: "warning",
    message: (args) => `CQL has no ${show(args.written)}, so it is plain text. ${adviceOn(args)}`,
  },
  "quote-in-word": {
    severity: "warning",
    message: ({ written }) =>
      `The quote inside ${show(written)} is an ordinary character here. To quote, put \`"\` before the first character and after the last.`,
  },
  "single-quote": {
    severity: "warning",
    message: ({ written }) =>
      `Single quotes do not quote in CQL, so they are part of ${show(written)}. Use \`"\`.`,
  },
  "scope-term": {
    severity: "information",
    message: ({ qualifier }) =>
      `\`${qualifier}:\` does not affect which entities are in the slice; it is reported as a scope warning.`,
  },
  "free-text": {
    severity: "information",
    message: ({ written, quoted }) =>
      `${show(written)} is free text: it does not affect which entities are in the slice, and is reported as a scope warning.${
        quoted === undefined
          ? ""
          : ` A name ${quoted.includes('"') ? "of several words needs quotes" : "needs its qualifier"}: ${show(quoted)}.`
      }`,
  },
  "no-membership": {
    severity: "information",
    message: () =>
      `Nothing here narrows the slice, so it is the whole project. Narrow it with ${membership}.`,
  },
  "duplicate-term": {
    severity: "hint",
    message: ({ written }) => `${show(written)} is a duplicate and has no effect. Remove one.`,
  },
  "redundant-date": {
    severity: "hint",
    message: ({ written, wider, bound, same }) => {
      const relation = same ? "is the same instant" : bound === "start" ? "begins earlier" : "ends later";
      return `${show(written)} adds nothing: ${show(wider)} ${relation}, and terms of one qualifier unite. Remove one.`;
    },
  },
};

const known: string = listing(qualifiers.map(({ word }) => `\`${word}:\``));
const membership: string = listing(
  qualifiers.flatMap(({ word }) => (isMembership(word) ? [`\`${word}:\``] : [])),
  "or",
);

function adviceOn({ meaning, inName, rewritten }: DiagnosticData["not-an-operator"]): string {
  switch (meaning) {
    case "or":
      return "Terms of one qualifier already unite; different qualifiers can only intersect.";
    case "and":
      return "Different qualifiers already intersect; terms of one qualifier can only unite.";
    case "not":
      return "It excludes nothing. Name what belongs in the slice instead.";
    case "group": {
      const effect = inName ? "it is part of the name" : "it makes the text next to it free text";
      return `As written ${effect}. Remove it: terms of one qualifier unite, different qualifiers intersect.`;
    }
    case "every":
      return "Leave the term out to match every name.";
    case "pattern":
      return "A name is matched whole. Write a term for each name.";
    case "list":
      return "Write a term for each name; they unite.";
    case "second-term":
      return "Put a space between two terms.";
    case "mark":
      return "Write the name right after the colon.";
    case "comparison":
      return `${rewritten === undefined ? "" : `Write ${show(rewritten)}: `}\`${withBound.start}:\` means this instant or later, \`${withBound.end}:\` earlier.`;
  }
}

function singular(table: NameTable): string {
  return table.slice(0, -1);
}

function unresolved(table: NameTable, args: DiagnosticData["unresolved-shape"]): string {
  const effect = args.matchesNothing
    ? `and as no \`${args.qualifier}:\` name is known, the slice is empty.`
    : "so it adds nothing to the slice.";
  return `No ${singular(table)} is named ${show(args.name)}, ${effect}${suggested(args)}`;
}

/** The names that may be meant, or what to check if none is close. */
function suggested({ name, suggestion, others }: DiagnosticData["unknown-type"]): string {
  if (suggestion === undefined) return " Check its spelling and capitalization.";
  return others.length === 0
    ? didYouMean(suggestion, name)
    : ` Did you mean ${suggestions([suggestion, ...others])}?`;
}

function suggestions(names: readonly string[]): string {
  return listing(
    names.map((name) => show(name)),
    "or",
  );
}

function afterFirstWord(written: string): string {
  return written.replace(/^\S*\s+/u, "");
}

function quotedName([name = "", ...others]: readonly string[]): string {
  return others.length === 0 ? `"${brief(name)}"` : '"…"';
}
