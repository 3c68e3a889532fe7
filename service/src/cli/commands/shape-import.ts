// The command `shape import`.

import type { Command } from "../define.ts";
import { importCommand } from "../import-command.ts";

/** Imports shapes. */
export const shapeImport: Command = importCommand({
  what: "shape",
  plural: "shapes",
  details: `A line is {"name", "id"?, "description"?, "entity_types"?, "relationship_types"?, "created_at"?}. One whose ID already exists in
the project is replaced.`,
  flags: {},
  prepare: async () => {
    const { shapeImport: kind } = await import("../../catalog/import.ts");
    return async () => await Promise.resolve({ kind });
  },
});
