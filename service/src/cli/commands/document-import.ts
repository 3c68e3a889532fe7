// The command `document import`.

import { findNamed } from "../../catalog/find-named.ts";
import type { Command } from "../define.ts";
import { importCommand } from "../import-command.ts";

/** Imports documents of sources. */
export const documentImport: Command = importCommand({
  what: "document",
  plural: "documents",
  details: `A line is {"text", "id"?, "source_id"?, "title"?, "external_id"?, "created_at"?, "updated_at"?}. One whose ID the project
has is replaced, and without an ID the one of its source with the same external_id.`,
  flags: {
    source: { type: "string", value: "S", help: "The source of lines without source_id, by its name or ID" },
  },
  prepare: async ({ text }) => {
    const { documentImport: kindFor } = await import("../../catalog/import.ts");
    const source = text("source");
    return async (tx, tenant) => ({
      kind: kindFor(source === undefined ? undefined : await findNamed(tx, tenant, "source", source)),
    });
  },
});
