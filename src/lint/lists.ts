// Several names in one value, as other languages write them: `Person|Company`, `[Person, Company]`, `(Person OR Company)`.

import type { Fix } from "../diagnostics/diagnostic.ts";
import type { NameResolution, TypeResolution } from "../semantics/resolve.ts";
import type { Term } from "../syntax/ast.ts";
import { startsQualified } from "../syntax/prefix.ts";
import { printValueText } from "../syntax/print.ts";
import { spanTo } from "../text/span.ts";
import { negationMarks, operatorLike } from "../vocabulary/lookalikes.ts";
import type { LintContext } from "./context.ts";
import { isKnownAs, tableFor } from "./known.ts";
import { isApart } from "./removal.ts";
import { wordsAfter } from "./unquoted-phrase.ts";

/** What a value seems to list. */
export interface List {
  /** The mark that makes it a list. */
  readonly mark: string;
  readonly parts: readonly string[];
  /** The words after the value that belong to it. */
  readonly terms: readonly Term[];
  /** Whether every part is a name that the catalog knows. */
  readonly isKnown: boolean;
  /** Whether the marks can mean nothing but a list. */
  readonly isCertain: boolean;
}

/** What names are looked up by. */
type Kind = Parameters<typeof isKnownAs>[1];

/** The list that a bare value opens with a bracket, which it or a later word closes. */
export function bracketed(term: Term, index: number, kind: Kind, context: LintContext): List | undefined {
  const mark = term.value.text.charAt(0);
  const closing = brackets.get(mark);
  if (closing === undefined) return undefined;
  const words = [term, ...wordsAfter(index, context)];
  const last = words.findIndex(({ value }) => value.text.endsWith(closing));
  if (last < 0) return undefined;
  const texts = words.slice(0, last + 1).map(({ value }) => value.text);
  const inside = texts.join(" ").slice(1, -1);
  const parts = partsOf(inside, /[,;|]+|\s(?:OR|or)\s/u);
  const isOne = parts.length > 1 || isKnownAs(inside, kind, context);
  const list = listOf(mark, isOne ? parts : partsOf(inside, /\s+/u), words.slice(1, last + 1), kind, context);
  // Two adjacent words may also be one name.
  return list && { ...list, isCertain: isOne && list.isCertain };
}

const brackets: ReadonlyMap<string, string> = new Map([
  ["[", "]"],
  ["{", "}"],
  ["(", ")"],
]);

/** The list that a mark makes of a value: `Person|Company`, and with other marks where every part is a known name. */
export function separated(
  resolution: NameResolution | TypeResolution,
  context: LintContext,
): List | undefined {
  const { text } = resolution.term.value;
  const [mark] = /[|;/+]+/u.exec(text) ?? [];
  if (mark === undefined) return undefined;
  const list = listOf(mark, partsOf(text, /[|;/+]+/u), [], resolution, context);
  return list !== undefined && list.parts.length > 1 && (list.isKnown || mark.startsWith("|"))
    ? list
    : undefined;
}

/** The list that continues in the words after a value: `Person, Company`, and where names are checked `Sales CRM,Inbox` as well. */
export function continued(
  resolution: NameResolution | TypeResolution,
  context: LintContext,
): List | undefined {
  const after = wordsAfter(resolution.index, context);
  const words = [resolution.term, ...after].map(({ value }) => value.text);
  const isChecked = tableFor(resolution, context) !== undefined;
  const most = isChecked ? words.length : words.findIndex((word) => !/[,;|]$/u.test(word)) + 1;
  for (let count = most; count > 1; count--) {
    const parts = partsOf(words.slice(0, count).join(" "), /[,;|]/u);
    const list = listOf(",", parts, after.slice(0, count - 1), resolution, context);
    if (list !== undefined && parts.length > 1 && (list.isKnown || !isChecked))
      // A name of several words may also be several names.
      return { ...list, isCertain: list.isCertain && !/\s/u.test(parts.join("")) };
  }
  return undefined;
}

function partsOf(inside: string, separator: RegExp): readonly string[] {
  return inside.split(separator).map((part) => part.trim().replace(/^(["'])(.*)\1$/su, "$2"));
}

/** Nothing that another operator or qualifier is part of: what that means together, no fix can say. */
function listOf(
  mark: string,
  parts: readonly string[],
  terms: readonly Term[],
  kind: Kind,
  context: LintContext,
): List | undefined {
  const isForeign = (part: string): boolean =>
    part === "" ||
    startsQualified(part) ||
    operatorLike(part) !== undefined ||
    negationMarks.includes(part.charAt(0));
  if (parts.some(isForeign)) return undefined;
  const isKnown = parts.every((part) => isKnownAs(part, kind, context));
  return { mark, parts, terms, isKnown, isCertain: isKnown && !/[/+]/u.test(mark) };
}

/** The fix that writes a term for each part; preferred where all are known names. */
export function termForEach(
  { parts, terms, isCertain }: Pick<List, "parts" | "terms" | "isCertain">,
  { term, index }: NameResolution | TypeResolution,
  { query }: LintContext,
): Fix {
  const text = parts.map((part) => `${term.qualifier}:${printValueText(part)}`).join(" ");
  return {
    title: parts.length === 1 ? `write \`${text}\`` : "write one term for each",
    edits: [{ span: spanTo(term, terms), text }],
    preferred: isCertain && isApart(query, index + terms.length),
  };
}
