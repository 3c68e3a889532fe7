// The commands that import a file, such as `entity import`.

import { readFile } from "node:fs/promises";
import { findNamed } from "../../catalog/find-named.ts";
import { systemTransaction } from "../../database/transaction.ts";
import type { ImportKind } from "../../files/kind.ts";
import { requireKey } from "../../organizations/key.ts";
import type { Command } from "../define.ts";
import { importCommand } from "../import-command.ts";

const replaced = "One whose ID already exists in the project is replaced.";

/** An import that needs nothing but its lines. */
function plain<Row>(what: string, line: string, load: () => Promise<ImportKind<Row>>): Command {
  return importCommand({
    what,
    plural: `${what}s`,
    details: `A line is ${line}. ${replaced}`,
    flags: {},
    prepare: async () => {
      const kind = await load();
      return () => ({ kind });
    },
  });
}

const entities = importCommand({
  what: "entity",
  plural: "entities",
  details: `A line is {"type", "id"?, "name"?, "shape_id"?, "source_id"?, "source_shape_id"?, "created_at"?, "updated_at"?, "properties"?},
or has its properties next to these members. ${replaced}`,
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
    if (path === undefined) return () => ({ kind });
    const { catalogIn, createNamed } = await import("../../catalog/import-catalog.ts");
    const catalog = catalogIn(path, await readFile(path));
    return async (tx, tenant) => {
      const { shapes, sources } = await createNamed(tx, tenant, catalog);
      return { kind, besides: { created_shapes: shapes, created_sources: sources } };
    };
  },
});

const documents = importCommand({
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

/** An import of what a key has written, of which keys are not exported: another one counts as its writer. */
function written<Row>(
  what: string,
  plural: string,
  details: string,
  load: () => Promise<(keyId: string) => ImportKind<Row>>,
): Command {
  return importCommand({
    what,
    plural,
    details,
    flags: {
      key: {
        type: "string",
        value: "ID",
        required: true,
        help: "The ID of the key that counts as their writer",
      },
    },
    prepare: async ({ required }) => {
      const kindFor = await load();
      const key = required("key");
      // Looked up outside the transaction of the project: keys belong to no project.
      return async (_tx, { organizationId }, database) => ({
        kind: kindFor(
          await systemTransaction(database, async (tx) => await requireKey(tx, organizationId, key)),
        ),
      });
    },
  });
}

const memories = written(
  "memory",
  "memories",
  `A line is {"content", "kind", "scope", "id"?, "subject"?, "source_context"?, "thread"?, "valid_at"?, "forget_after"?,
"forget_reason"?, "shape_id"?, "created_at"?, "version"?, "change"?, "changed_at"?, "superseded_by"?, "recalled_as_new_at"?};
scope is project or commons. One whose ID already exists in the project is replaced, and without a version what it was stays in its history.`,
  async () => (await import("../../memories/import.ts")).memoryImport,
);

const memoryVersions = written(
  "memory-version",
  "memory versions",
  `Versions before the current ones, of memories that were imported. A line is {"memory_id", "version", "content", "change", "changed_at",
"kind"?, "subject"?, "source_context"?, "thread"?, "valid_at"?, "forget_after"?, "forget_reason"?, "shape_id"?}.`,
  async () => (await import("../../memories/import-versions.ts")).versionImport,
);

/** In the order of the help: what others refer to comes first. */
export const imports: readonly Command[] = [
  plain(
    "shape",
    '{"name", "id"?, "description"?, "entity_types"?, "relationship_types"?, "created_at"?}',
    async () => (await import("../../catalog/import.ts")).shapeImport,
  ),
  plain(
    "source",
    '{"name", "id"?, "shape_id"?, "created_at"?}',
    async () => (await import("../../catalog/import.ts")).sourceImport,
  ),
  documents,
  entities,
  plain(
    "relationship",
    '{"type", "from", "to", "id"?, "created_at"?, "properties"?}; from and to are IDs of entities of the project',
    async () => (await import("../../entities/import.ts")).relationshipImport,
  ),
  plain(
    "slice",
    '{"name", "cql", "id"?, "promoted"?, "created_at"?}',
    async () => (await import("../../slices/import.ts")).sliceImport,
  ),
  memories,
  memoryVersions,
];
