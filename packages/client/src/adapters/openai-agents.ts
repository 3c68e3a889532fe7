/**
 * Tools for the OpenAI Agents SDK.
 *
 * @packageDocumentation
 */

import { type FunctionTool, tool } from "@openai/agents";
import type { Client } from "../client.ts";
import type { ToolOptions } from "./tool.ts";
import { agentTools } from "./tools.ts";

export type { ToolOptions } from "./tool.ts";

/**
 * The tools of a service for an `Agent`: `recall`, `remember`, `list_memories`, `get_entity`, `check_scope`. What the service refuses comes back
 * as a result, so that the model can correct its call.
 *
 * @example
 * ```ts
 * const agent = new Agent({ name: "Assistant", tools: tools(service, { subject_id: "ada" }) });
 * ```
 */
export function tools(service: Client, options: ToolOptions = {}): FunctionTool[] {
  return agentTools(service, options).map(({ name, description, properties, required, run }) =>
    tool({
      name,
      description,
      // Strict schemas have no optional arguments. The tools refuse arguments that they do not have.
      strict: false,
      parameters: {
        type: "object",
        properties: { ...properties },
        required: [...required],
        additionalProperties: true,
      },
      execute: async (given, _context, details) =>
        JSON.stringify(await run(given as Readonly<Record<string, unknown>>, { signal: details?.signal })),
    }),
  );
}
