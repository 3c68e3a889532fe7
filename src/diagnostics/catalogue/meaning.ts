// Messages about queries that compile, but perhaps not to what was meant.
import { listing, show } from "../../text/show.ts";
import { isMembership, type NameTable, qualifiers } from "../../vocabulary/qualifiers.ts";
import type { DiagnosticArguments } from "../arguments.ts";
import { didYouMean, type Entries } from "./entry.ts";

/** Entries for warnings, information and hints. */
export const meaningEntries: Entries<
  | "unresolved-shape"
  | "unresolved-source"
  | "comma-in-name"
  | "uuid-not-a-name"
  | "ambiguous-name"
  | "unknown-type"
  | "empty-range"
  | "future-date"
  | "date-plus-sign"
  | "unknown-qualifier"
  | "not-a-negation"
  | "not-an-operator"
  | "quote-in-word"
  | "single-quote"
  | "scope-term"
  | "free-text"
  | "no-membership"
  | "duplicate-term"
  | "redundant-date"
> = {
  "unresolved-shape": { severity: "warning", message: (args) => unresolved("shapes", args) },
  "unresolved-source": { severity: "warning", message: (args) => unresolved("sources", args) },
  "comma-in-name": {
    severity: "warning",
    message: ({ qualifier, parts }) =>
      `A comma does not separate names, so this is one name, which matches nothing. Write a term for each: ${listing(parts.map((part) => show(`${qualifier}:${part}`)))}.`,
  },
  "uuid-not-a-name": {
    severity: "warning",
    message: ({ id, table, name }) =>
      `${show(id)} is an id, and slices are defined by names; as a name it matches nothing. ${name === undefined ? `Write the name of the ${singular(table)}.` : `Write the name ${show(name)}.`}`,
  },
  "ambiguous-name": {
    severity: "information",
    message: ({ name, table, ids }) =>
      `${show(name)} is the name of ${ids} ${table}; entities of all of them are in the slice.`,
  },
  "unknown-type": {
    severity: "information",
    message: ({ name, suggestion }) =>
      `${show(name)} is not among the types that the catalog lists, so it may match nothing.${suggested(suggestion, name)}`,
  },
  "empty-range": {
    severity: "warning",
    message: ({ start, end }) =>
      `No entity can match: the slice begins at ${start}, which is not before its end at ${end}. ${start === end ? "Move one of the dates" : "Swap the dates, or change one"}.`,
  },
  "future-date": {
    severity: "warning",
    message: ({ written, bound }) =>
      `${show(written)} is still to come, ${
        bound === "start" ? "so nothing created until then can match" : "so it leaves nothing out yet"
      }. Check the year.`,
  },
  "date-plus-sign": {
    severity: "warning",
    message: ({ written, rewritten }) =>
      `The plus sign does nothing: ${show(written)} is always in the past, like ${show(rewritten)}. Leave it out.`,
  },
  "unknown-qualifier": {
    severity: "warning",
    message: ({ written, suggestion }) =>
      `${show(written)} is not a qualifier, so this is free text, which does not affect membership.${
        suggestion === undefined ? ` The qualifiers are ${known}.` : didYouMean(`${suggestion}:`, written)
      }`,
  },
  "not-a-negation": {
    severity: "warning",
    message: ({ written }) =>
      `CQL cannot leave things out: ${show(written)} is free text, which does not affect membership. Name what belongs to the slice instead.`,
  },
  "not-an-operator": {
    severity: "warning",
    message: ({ written, advice }) => `CQL has no ${show(written)}, and reads it as text. ${advice}`,
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
    message: ({ written }) =>
      `${show(written)} is free text: it does not affect which entities are in the slice, and is reported as a scope warning.`,
  },
  "no-membership": {
    severity: "information",
    message: () =>
      `Nothing here narrows the slice, so it is the whole project. Narrow it with ${membership}.`,
  },
  "duplicate-term": {
    severity: "hint",
    message: ({ written }) =>
      `${show(written)} is there already; writing it twice changes nothing. Remove one.`,
  },
  "redundant-date": {
    severity: "hint",
    message: ({ written, wider, bound, same }) => {
      const relation = same ? "is the same instant" : bound === "start" ? "begins earlier" : "ends later";
      return `${show(written)} adds nothing: ${show(wider)} ${relation}, and terms of one qualifier unite. Remove one of the two.`;
    },
  },
};

const known: string = listing(qualifiers.map(({ word }) => `\`${word}:\``));
const membership: string = listing(
  qualifiers.flatMap(({ word }) => (isMembership(word) ? [`\`${word}:\``] : [])),
  "or",
);

function singular(table: NameTable): string {
  return table.slice(0, -1);
}

function unresolved(table: NameTable, args: DiagnosticArguments["unresolved-shape"]): string {
  const effect = args.matchesNothing
    ? `and as no \`${args.qualifier}:\` name is known, the slice is empty.`
    : "so it adds nothing to the slice.";
  return `No ${singular(table)} is named ${show(args.name)}, ${effect}${suggested(args.suggestion, args.name)}`;
}

/** The closest name, or what to look at where none is close. */
function suggested(name: string | undefined, written: string): string {
  return name === undefined ? " Check its spelling, capitals included." : didYouMean(name, written);
}
