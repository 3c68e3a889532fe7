// Reads JSON, and reports where a text is not JSON.
import { lineMap } from "../../text/line-map.ts";
import { Failure } from "../failure.ts";
import { jsonProblem } from "./json-problem.ts";

/** The value of a JSON text. `name` is its origin for messages, and `line` its line there. */
export function parseJson(text: string, name: string, line?: number): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    // The platform's message has a position for some mistakes only.
    const { offset, message } = jsonProblem(text);
    const at = line === undefined ? lineMap(text).position(offset) : { line: line - 1, character: offset };
    throw new Failure(
      `${name}:${String(at.line + 1)}:${String(at.character + 1)}: this is not JSON: ${message}`,
    );
  }
}
