// The command `relationship import`.

import type { Command } from "../define.ts";
import { importCommand } from "../import-command.ts";

/** Imports relationships. */
export const relationshipImport: Command = importCommand({
  what: "relationship",
  plural: "relationships",
  details: `A line is {"type", "from", "to", "id"?, "created_at"?, "properties"?}; from and to are IDs of entities of the project. One
whose ID already exists in the project is replaced.`,
  flags: {},
  prepare: async () => {
    const { relationshipImport: kind } = await import("../../entities/import.ts");
    return async () => await Promise.resolve({ kind });
  },
});
