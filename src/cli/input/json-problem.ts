// Finds the place where a text stops being JSON, and says in words what is wrong there.
import { type ParseErrorCode, printParseErrorCode, visit } from "jsonc-parser";
import { show } from "../../text/show.ts";

/** A position in a text, in UTF-16 code units, and the error there. */
export interface JsonProblem {
  readonly offset: number;
  readonly message: string;
}

/** The first problem of a text that is not JSON. */
export function jsonProblem(text: string): JsonProblem {
  let first: JsonProblem | undefined;
  const onError = (code: ParseErrorCode, offset: number, length: number): void => {
    first ??= { offset, message: messageFor(printParseErrorCode(code), text.slice(offset, offset + length)) };
  };
  try {
    visit(text, { onError }, { disallowComments: true });
  } catch (error) {
    // The library calls itself for each level.
    if (!(error instanceof RangeError)) throw error;
    first ??= { offset: 0, message: "it is nested too deeply to find the mistake" };
  }
  return first ?? { offset: 0, message: "it cannot be read" };
}

function messageFor(code: string, found: string): string {
  const wanted = expected.get(code);
  if (wanted === undefined) {
    const reason = wrong.get(code);
    return reason === undefined ? `unexpected ${show(found)}` : `${reason}: ${show(found)}`;
  }
  return `expected ${wanted}, not ${found === "" ? "the end of the text" : show(found)}`;
}

/** By the library's names. */
const expected: ReadonlyMap<string, string> = new Map([
  ["ValueExpected", "a value"],
  ["PropertyNameExpected", "a name in double quotes"],
  ["ColonExpected", "`:`"],
  ["CommaExpected", "`,` or the closing bracket"],
  ["CloseBraceExpected", "`}`"],
  ["CloseBracketExpected", "`]`"],
  ["EndOfFileExpected", "the end of the text"],
]);

const wrong: ReadonlyMap<string, string> = new Map([
  ["InvalidCommentToken", "JSON has no comments"],
  ["UnexpectedEndOfComment", "JSON has no comments"],
  ["UnexpectedEndOfString", "the string is never closed"],
  ["UnexpectedEndOfNumber", "the number is incomplete"],
  ["InvalidEscapeCharacter", "a string with an invalid escape"],
  ["InvalidUnicode", "a string with an invalid escape"],
  ["InvalidCharacter", "a string with a control character that is not escaped"],
]);
