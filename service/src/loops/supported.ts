// Which kinds of loops there are, and how they are refused that are not.

import type { Static } from "typebox";
import { loopEfforts, loopKinds } from "../values/loop-kinds.ts";
import { Problem } from "../values/problem.ts";
import type { loopBody } from "./body-schema.ts";

type Body = Static<typeof loopBody>;

function oneOf(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(" or ");
}

/** The kind and the effort of a loop. Throws a {@link Problem} if there is no such one, or if it is to apply what it finds. */
export function requireSupported({ kind: asked = "graph_extraction", loop, output }: Body) {
  const kind = loopKinds.find((each) => each === asked);
  if (kind === undefined) throw new Problem("unsupported_loop_kind", at("/kind", `is ${oneOf(loopKinds)}`));
  const effort = loopEfforts.find((each) => each === (loop?.effort ?? "agentic"));
  if (effort === undefined)
    throw new Problem("unsupported_loop_effort", at("/loop/effort", `is ${oneOf(loopEfforts)}`));
  if (output?.apply === true)
    throw new Problem("apply_not_supported_for_loops", at("/output/apply", "must be false"));
  return { kind, effort };
}

function at(pointer: string, message: string) {
  return { errors: [{ pointer, message }] };
}
