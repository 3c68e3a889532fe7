// The tool `propose_facts`.

import { Type } from "typebox";
import { anyObject, exact, list } from "../../http/schemas.ts";
import { ask } from "../call.ts";
import { defineTool, type Tool } from "../tool.ts";
import { shown } from "./members.ts";

interface Proposed {
  readonly id: string;
  readonly changes: number;
}

/** Stages entities and relationships, with the quotes that support them. */
export const proposeFacts: Tool = defineTool({
  name: "propose_facts",
  description: "Stage facts for a person's review. Quotes must stand in the document.",
  needs: "propose",
  annotations: { destructiveHint: false },
  input: exact({
    entities: list(anyObject, {
      description: "{type, name, properties?, source_id?, evidence?: [{document_id, quote}]}",
    }),
    relationships: Type.Optional(
      list(anyObject, {
        description: '{type, from, to, evidence?}; ends: an ID, or "#0" for the first of `entities`',
      }),
    ),
  }),
  output: { delta: shown.text, status: { const: "staged" }, changes: shown.count },
  run: async ({ entities, relationships }, { call }) => {
    const body = { entities, ...(relationships !== undefined && { relationships }) };
    const { id: delta, changes } = await ask<Proposed>(call, ["POST", "/v1/deltas", body]);
    return { delta, status: "staged", changes };
  },
});
