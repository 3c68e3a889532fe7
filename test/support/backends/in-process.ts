// The predicate as an engine.

import { compilePredicate } from "../../../src/exports/predicate.ts";
import type { Engine, Entity } from "./engine.ts";

/** What holds for everything in the process. */
export const inProcess: Pick<Engine, "dates" | "canStore" | "canRun" | "describe" | "close"> = {
  dates: () => "any",
  canStore: () => true,
  canRun: () => true,
  describe: () => "in process",
  close: async () => {},
};

/** Each entity on its own. */
export function predicateEngine(): Engine {
  let rows: readonly Entity[] = [];
  return {
    ...inProcess,
    name: "predicate",
    async load(entities) {
      rows = entities;
    },
    async select(filter) {
      const isMember = compilePredicate(filter);
      return rows.flatMap((entity, row) => (isMember(entity) ? [row] : []));
    },
  };
}
