// Reads JSON, and says where a text is not.
import { lineMap } from "../text/line-map.ts";
import { visible } from "../text/show.ts";
import { Failure } from "./failure.ts";
import { jsonProblem } from "./json-problem.ts";

/** The value of a JSON text. `name` and `firstLine` say in messages where the text comes from. */
export function parseJson(text: string, name: string, firstLine = 1): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    // The platform's message has a position for some mistakes only.
    const { offset, message } = jsonProblem(text);
    const { line, character } = lineMap(text).position(offset);
    throw new Failure(
      `${visible(name)}:${String(line + firstLine)}:${String(character + 1)}: this is not JSON: ${message}`,
    );
  }
}
