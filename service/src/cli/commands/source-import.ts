// The command `source import`.

import type { Command } from "../define.ts";
import { importCommand } from "../import-command.ts";

/** Imports sources. */
export const sourceImport: Command = importCommand({
  what: "source",
  plural: "sources",
  details: `A line is {"name", "id"?, "shape_id"?, "created_at"?}. One whose ID already exists in the project is replaced.`,
  flags: {},
  prepare: async () => {
    const { sourceImport: kind } = await import("../../catalog/import.ts");
    return async () => await Promise.resolve({ kind });
  },
});
