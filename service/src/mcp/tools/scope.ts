// The tool `check_scope`, from which a model learns CQL.

import { exact } from "../../http/schemas.ts";
import type { JsonObject, JsonValue } from "../../values/json.ts";
import { ask } from "../call.ts";
import { findingsIn } from "../refused.ts";
import { defineTool, type Tool } from "../tool.ts";
import { shown, string } from "./members.ts";
import { withText } from "./within.ts";

interface Counted {
  readonly matched: number;
  readonly scope_warnings: readonly string[];
  readonly unresolved: JsonObject;
  readonly diagnostics: readonly JsonValue[];
}

/** Counts what is in a scope, and says what is wrong with it. */
export const checkScope: Tool = defineTool({
  name: "check_scope",
  description:
    "Count the entities in a CQL scope, with what is wrong and the corrected query. Terms of one qualifier are alternatives, others all hold.",
  needs: "read",
  annotations: { readOnlyHint: true },
  input: exact({ cql: string({ description: 'type:Person shape:"Sales CRM" source:gmail after:3mo' }) }),
  output: {
    count: shown.count,
    scope_warnings: shown.list,
    unresolved: shown.object,
    diagnostics: shown.list,
  },
  run: async ({ cql }, { call }) => {
    const counted = await withText(
      cql,
      async () => await ask<Counted>(call, ["POST", "/v1/slices?dry_run=true", { name: "check_scope", cql }]),
    );
    const { matched: count, scope_warnings, unresolved, diagnostics } = counted;
    return { count, scope_warnings, unresolved, diagnostics: findingsIn(cql, diagnostics) };
  },
});
