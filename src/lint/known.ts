// Whether a name is one that the catalog knows.
import type { Resolution } from "../semantics/resolve.ts";
import type { LintContext } from "./rule.ts";

/** Whether the name would resolve in this term's place. False without a catalog, and for what takes no name. */
export function isKnownAs(name: string, resolution: Resolution, { catalog }: LintContext): boolean {
  if (resolution.means === "entity-type") return catalog?.types?.has(name) ?? false;
  return resolution.means === "name" && (catalog?.[resolution.lookup].idsOf(name).length ?? 0) > 0;
}
