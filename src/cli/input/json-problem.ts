// Finds the place where a text stops being JSON: a scanner without recursion, so that no nesting is too deep.
import { show } from "../../text/show.ts";

/** A position in a text, and the error there. */
export interface JsonProblem {
  readonly offset: number;
  readonly message: string;
}

/** The first problem of a text that is not JSON. */
export function jsonProblem(text: string): JsonProblem {
  const open: string[] = [];
  let at = skipSpace(text, 0);
  let expected: Expected = "a value";
  while (at < text.length) {
    const step = take(text, at, expected, open);
    if ("message" in step) return step;
    ({ expected } = step);
    at = skipSpace(text, step.next);
  }
  const missing = open.at(-1);
  if (missing === undefined) return { offset: at, message: "the text is empty" };
  return { offset: at, message: `unexpected end of input: missing ${show(closing[missing] ?? missing)}` };
}

type Expected =
  | "a value"
  | "a value or `]`"
  | "a name in double quotes"
  | "a name in double quotes or `}`"
  | "`:`"
  | "`,` or `]`"
  | "`,` or `}`"
  | "the end of the text";

interface Step {
  readonly next: number;
  readonly expected: Expected;
}

const closing: Readonly<Record<string, string>> = { "{": "}", "[": "]" };

/** Takes one token; `open` holds the brackets that it stands in. */
function take(text: string, at: number, expected: Expected, open: string[]): Step | JsonProblem {
  const character = text.charAt(at);
  const closes = closing[open.at(-1) ?? ""];
  if (character === closes && expected.includes(`\`${closes}\``)) {
    open.pop();
    return { next: at + 1, expected: afterValue(open) };
  }
  if (character === "," && expected.startsWith("`,`")) {
    return { next: at + 1, expected: closes === "}" ? "a name in double quotes" : "a value" };
  }
  if (character === ":" && expected === "`:`") return { next: at + 1, expected: "a value" };
  if (character === '"' && expected.startsWith("a ")) {
    const end = stringEnd(text, at);
    if (typeof end !== "number") return end;
    return { next: end, expected: expected.startsWith("a name") ? "`:`" : afterValue(open) };
  }
  if (expected.startsWith("a value")) return takeValue(text, at, expected, open);
  return unexpected(text, at, expected);
}

function takeValue(text: string, at: number, expected: Expected, open: string[]): Step | JsonProblem {
  const character = text.charAt(at);
  if (character in closing) {
    open.push(character);
    return {
      next: at + 1,
      expected: character === "{" ? "a name in double quotes or `}`" : "a value or `]`",
    };
  }
  scalar.lastIndex = at;
  const [found] = scalar.exec(text) ?? [];
  return found === undefined
    ? unexpected(text, at, expected)
    : { next: at + found.length, expected: afterValue(open) };
}

const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;

function afterValue(open: readonly string[]): Expected {
  if (open.length === 0) return "the end of the text";
  return open.at(-1) === "{" ? "`,` or `}`" : "`,` or `]`";
}

function unexpected(text: string, at: number, expected: Expected): JsonProblem {
  const found = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return { offset: at, message: `expected ${expected}, not ${show(found)}` };
}

function stringEnd(text: string, start: number): number | JsonProblem {
  for (let at = start + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 34) return at + 1;
    if (unit < 32)
      return { offset: at, message: `a string cannot contain the character ${show(text.charAt(at))}` };
    if (unit !== 92) continue;
    escape.lastIndex = at;
    const [escaped] = escape.exec(text) ?? [];
    if (escaped === undefined)
      return { offset: at, message: `${show(text.slice(at, at + 2))} is not a valid escape in a string` };
    at += escaped.length - 1;
  }
  return { offset: start, message: "the string is never closed" };
}

const escape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

function skipSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && " \t\n\r".includes(text.charAt(at))) at++;
  return at;
}
