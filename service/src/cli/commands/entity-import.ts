// The command `entity import`.

import { readFile } from "node:fs/promises";
import type { Command } from "../define.ts";
import { importCommand } from "../import-command.ts";

/** Imports entities. */
export const entityImport: Command = importCommand({
  what: "entity",
  plural: "entities",
  details: `A line is {"type", "id"?, "name"?, "shape_id"?, "source_id"?, "source_shape_id"?, "created_at"?, "updated_at"?, "properties"?},
or has its properties next to these members. One whose ID already exists in the project is replaced.`,
  flags: {
    catalog: {
      type: "string",
      value: "FILE",
      help: "Create the shapes and sources of this file, as GET /v1/catalog returns them, that the project does not have",
    },
  },
  prepare: async ({ text }) => {
    const { entityImport: kind } = await import("../../entities/import.ts");
    const path = text("catalog");
    if (path === undefined) return async () => await Promise.resolve({ kind });
    const { catalogIn, createNamed } = await import("../../catalog/import-catalog.ts");
    const catalog = catalogIn(path, await readFile(path));
    return async (tx, tenant) => {
      const { shapes, sources } = await createNamed(tx, tenant, catalog);
      return { kind, besides: { created_shapes: shapes, created_sources: sources } };
    };
  },
});
