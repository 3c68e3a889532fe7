// A tool of an agent, for any framework: its name, its description, JSON Schemas of its arguments, and what it runs.

import { isProblem } from "../problem.ts";
import type { CallOptions } from "../resource.ts";

/** What the program decides, and no model. */
export interface ToolOptions {
  /** The end user that all memories are about: then the model cannot name another. */
  readonly subject_id?: string | undefined;
}

/** Arguments as a model gives them: of those that a tool has, the service checks what they are. */
type Arguments = Readonly<Record<string, unknown>>;

/** Something that an agent may do. */
export interface AgentTool {
  readonly name: string;
  readonly description: string;
  /** The arguments by name, each a JSON Schema. */
  readonly properties: Readonly<Record<string, object>>;
  readonly required: readonly string[];
  /** Never throws a problem, but returns it, with what a model needs to correct its call. */
  readonly run: (given: Arguments, options: CallOptions) => Promise<unknown>;
}

const unknown = "The tool does not have all of these arguments; `errors` says which to leave out.";

/** RFC 6901. */
function pointerTo(member: string): string {
  return `/${member.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/**
 * A tool whose problems are results. Arguments that it does not have are refused, rather than handed on: the API may have them, such as whom a
 * memory is about where the program has said so.
 */
export function tool(
  name: string,
  description: string,
  { run, ...rest }: Omit<AgentTool, "name" | "description">,
): AgentTool {
  const safe: AgentTool["run"] = async (given, options) => {
    const errors = Object.keys(given)
      .filter((argument) => !Object.hasOwn(rest.properties, argument))
      .map((argument) => ({ pointer: pointerTo(argument), message: "is not an argument of this tool" }));
    if (errors.length > 0) return { error: { code: "invalid_request", detail: unknown, errors } };
    try {
      return await run(given, options);
    } catch (error) {
      if (!isProblem(error)) throw error;
      const { code, detail, errors, diagnostics } = error;
      return { error: { code, detail, errors, diagnostics } };
    }
  };
  return { name, description, ...rest, run: safe };
}
