// The command `slice import`.

import type { Command } from "../define.ts";
import { importCommand } from "../import-command.ts";

/** Imports slices. */
export const sliceImport: Command = importCommand({
  what: "slice",
  plural: "slices",
  details: `A line is {"name", "cql", "id"?, "promoted"?, "created_at"?}. One whose ID already exists in the project is replaced.`,
  flags: {},
  prepare: async () => {
    const { sliceImport: kind } = await import("../../slices/import.ts");
    return async () => await Promise.resolve({ kind });
  },
});
