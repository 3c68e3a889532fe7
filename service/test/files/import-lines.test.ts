// Tests which lines of an import are refused, and the defaults of what accepted lines leave out.

import { afterAll, describe, expect, test } from "vitest";
import { documentImport, shapeImport, sourceImport } from "../../src/catalog/import.ts";
import { type OpenDatabase, openDatabase } from "../../src/database/open.ts";
import { transaction } from "../../src/database/transaction.ts";
import { entityImport, relationshipImport } from "../../src/entities/import.ts";
import { type Imported, importFile } from "../../src/files/import.ts";
import type { ImportKind } from "../../src/files/kind.ts";
import { memoryImport } from "../../src/memories/import.ts";
import { operatorTenant } from "../../src/organizations/projects.ts";
import { sliceImport } from "../../src/slices/import.ts";
import { adminOf } from "../support/admin.ts";
import { testDatabase } from "../support/database.ts";

const database = testDatabase();
const { project } = adminOf(database);

const id = (last: number): string => `00000000-0000-8000-8000-${String(last).padStart(12, "0")}`;

let opened: Promise<OpenDatabase> | undefined;
afterAll(async () => await (await opened)?.close());

/** Imports bytes, in pieces that end anywhere. */
async function importBytes<Row>(
  projectId: string,
  kind: ImportKind<Row>,
  bytes: Buffer,
  pieceBytes = 10_000,
): Promise<Imported> {
  opened ??= openDatabase({ url: database.url });
  const [row] = await database.query("select organization_id from project where id = $1", [projectId]);
  const tenant = operatorTenant({
    id: projectId,
    name: "",
    organizationId: String(row?.["organization_id"]),
  });
  async function* pieces(): AsyncGenerator<Buffer, void> {
    for (let at = 0; at < bytes.length; at += pieceBytes)
      yield await Promise.resolve(bytes.subarray(at, at + pieceBytes));
  }
  return await transaction(
    await opened,
    tenant,
    async (tx) => await importFile(tx, tenant, kind, { name: "file", chunks: pieces() }),
  );
}

async function importLines<Row>(
  projectId: string,
  kind: ImportKind<Row>,
  ...lines: readonly (string | object)[]
): Promise<Imported> {
  const texts = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
  return await importBytes(projectId, kind, Buffer.from(texts.map((line) => `${line}\n`).join("")));
}

/** What a table has of a project. */
async function rowsOf(table: string, projectId: string): Promise<readonly Record<string, unknown>[]> {
  return await database.query(`select * from ${table} where project_id = $1 order by id`, [projectId]);
}

describe("an entity line is refused", () => {
  test.each<[string, string | object, string]>([
    ["that is not JSON", '{"type":', "The line is not valid JSON; it ends too early."],
    [
      "with a JSON error in the middle",
      `{"type":"a","long":"${"x".repeat(50)}",,}`,
      "The line is not valid JSON: see column 73.",
    ],
    ["with a JSON error in the middle of a short line", '{"type":,}', "The line is not valid JSON."],
    ["that is not an object", [], "must be an object"],
    ["without a type", {}, "/type is required"],
    ["with an empty type", { type: "" }, "/type must have at least 1 character"],
    ["with a type that is not a string", { type: 1 }, "/type must be a string"],
    ["with a name that is not a string", { type: "a", name: 1 }, "/name must be a string or null"],
    ["with a malformed ID", { type: "a", id: "1" }, "/id must be a UUID"],
    [
      "with a day that is not in the calendar",
      { type: "a", created_at: "2023-02-30T00:00:00Z" },
      "/created_at must be an instant",
    ],
    [
      "with an instant without an offset",
      { type: "a", created_at: "2023-02-03T00:00:00" },
      "/created_at must be an instant",
    ],
    [
      "with an instant after the year 9999",
      { type: "a", created_at: "9999-12-31T23:59:59-01:00" },
      "/created_at must be an instant of the years 1 to 9999",
    ],
    [
      "with an instant before the year 1",
      { type: "a", updated_at: "0001-01-01T00:00:00+01:00" },
      "/updated_at must be an instant",
    ],
    [
      "with a duplicate member",
      '{"type":"a","type":"b"}',
      "An object in the line has a duplicate member; send each once.",
    ],
    ["with U+0000", '{"type":"a","p":"\\u0000"}', "/p has the character U+0000, which cannot be stored"],
    [
      "with half a surrogate pair",
      '{"type":"a","p":["\\ud800"]}',
      "/p/0 has a lone surrogate, which is not a character",
    ],
    [
      "with a number that cannot be stored exactly",
      '{"type":"a","p":9007199254740993}',
      "/p is a number that cannot be stored exactly; send it as a string",
    ],
    [
      "with an unknown shape",
      { type: "a", shape_id: id(9) },
      `/shape_id names no shape of the project: ${id(9)}`,
    ],
    [
      "with an unknown source",
      { type: "a", source_id: id(9) },
      `/source_id names no source of the project: ${id(9)}`,
    ],
    [
      "with members next to properties",
      { type: "a", properties: {}, size: 1 },
      "/size is not a known member",
    ],
    ["with properties that are a list", { type: "a", properties: [] }, "/properties must be an object"],
    [
      "of more than 32 MiB",
      { type: "a", text: "x".repeat(32 * 1024 * 1024) },
      "is longer than 33554432 bytes",
    ],
  ])("%s", async (_what, line, message) => {
    const { id: projectId } = await project();
    const importing = importLines(projectId, entityImport, { type: "fine" }, "", line, { type: "fine" });
    const said: unknown = await importing.catch((error: unknown) => error);
    expect(said).toMatchObject({ name: "Refusal", message: expect.stringContaining(message) });
    expect(said).toMatchObject({ message: expect.stringMatching(/^file: line 3(?:: | is longer)/) });
    expect(await rowsOf("entity", projectId)).toEqual([]);
  });
});

describe("a line of another kind is refused", () => {
  type ImportLine = (projectId: string, line: object) => Promise<Imported>;
  const withKind =
    <Row>(kind: ImportKind<Row>): ImportLine =>
    async (projectId, line) =>
      await importLines(projectId, kind, line);
  const kinds: Readonly<Record<string, ImportLine>> = {
    shape: withKind(shapeImport),
    source: withKind(sourceImport),
    document: withKind(documentImport(undefined)),
    relationship: withKind(relationshipImport),
    slice: withKind(sliceImport),
    memory: withKind(memoryImport(id(0))),
  };

  test.each<[string, object, string]>([
    ["shape", { name: "a", entity_types: [{ properties: {} }] }, "/entity_types/0/name is required"],
    [
      "shape",
      { name: "a", entity_types: [{ name: "b", properties: { c: "text" } }] },
      "/entity_types/0/properties/c must be an object",
    ],
    [
      "shape",
      { name: "a", relationship_types: [{ name: "b", from: "c" }] },
      "/relationship_types/0/to is required",
    ],
    ["source", { name: "a", shape_id: id(9) }, `/shape_id names no shape of the project: ${id(9)}`],
    ["source", { name: "a", url: "b" }, "/url is not a known member"],
    ["source", { name: " " }, "/name must not be white space only"],
    [
      "shape",
      { name: "a", entity_types: [{ name: "T" }, { name: "T" }] },
      "/entity_types/1/name is the same type as /entity_types/0/name",
    ],
    ["document", { source_id: id(9), text: "" }, `/source_id names no source of the project: ${id(9)}`],
    ["document", { text: 1 }, "/text must be a string"],
    ["relationship", { type: "a", from: id(9), to: id(9) }, `/from names no entity of the project: ${id(9)}`],
    ["relationship", { type: "a", from: "b", to: id(9) }, "/from must be a UUID"],
    ["slice", { name: "a" }, "/cql is required"],
    ["slice", { name: "a", cql: "b", promoted: 1 }, "/promoted must be a boolean"],
    ["memory", { content: "a", kind: "fact", scope: "agent" }, '/scope must be "project" or "commons"'],
    ["memory", { content: "a", kind: "fact", scope: "project", shape_id: id(9) }, "/shape_id names no shape"],
  ])("%s %j", async (kind, line, message) => {
    const { id: projectId } = await project();
    await expect(kinds[kind]?.(projectId, line)).rejects.toMatchObject({
      name: "Refusal",
      message: expect.stringContaining(`file: line 1: ${message}`),
    });
  });

  test("by a constraint of the database, with the range of its batch", async () => {
    const { id: projectId } = await project();
    await importLines(projectId, sourceImport, { id: id(1), name: "s" });
    const lines = [2, 3].map((last) => ({ id: id(last), source_id: id(1), external_id: "same", text: "" }));
    await expect(importLines(projectId, documentImport(undefined), ...lines)).rejects.toMatchObject({
      name: "Refusal",
      message: expect.stringMatching(/^file: one of the lines 1 to 2: duplicate key/),
    });
  });
});

describe("an imported line", () => {
  test("gets the defaults of missing members, in either form", async () => {
    const { id: projectId } = await project();
    await importLines(projectId, shapeImport, { id: id(1), name: "S" }, { id: id(2), name: "T" });
    await importLines(projectId, sourceImport, { id: id(3), name: "log", shape_id: id(1) });
    const done = await importLines(
      projectId,
      entityImport,
      { id: id(4), type: "flat", source_id: id(3).toUpperCase(), size: 1, from: "x" },
      {
        id: id(5).toUpperCase(),
        type: "nested",
        source_id: id(3),
        source_shape_id: null,
        properties: { id: 7 },
      },
      {
        id: id(6),
        type: "other",
        source_id: id(3),
        source_shape_id: id(2),
        created_at: "2020-01-01T01:00:00.1239+01:00",
      },
    );
    expect(done).toEqual({ created: 3, updated: 0 });
    expect(await rowsOf("entity", projectId)).toMatchObject([
      {
        id: id(4),
        type: "flat",
        name: null,
        shape_id: null,
        source_shape_id: id(1),
        props: { size: 1, from: "x" },
      },
      { id: id(5), type: "nested", source_shape_id: null, props: { id: 7 } },
      { id: id(6), source_shape_id: id(2), created_at: new Date("2020-01-01T00:00:00.123Z"), props: {} },
    ]);
  });

  test("wins over an earlier line with the same ID", async () => {
    const { id: projectId } = await project();
    const created_at = "2020-01-01T00:00:00.000Z";
    const lines = [
      { id: id(1), type: "a", created_at, x: 1 },
      { id: id(1), type: "b", y: 2 },
    ];
    expect(await importLines(projectId, entityImport, ...lines)).toEqual({ created: 1, updated: 1 });
    expect(await rowsOf("entity", projectId)).toMatchObject([
      { type: "b", created_at: new Date(created_at), props: { y: 2 } },
    ]);
  });

  test.each([1, 2, 3, 7, 1000])("is read the same from pieces of %i bytes", async (pieceBytes) => {
    const { id: projectId } = await project();
    const bytes = Buffer.from('\n{"type":"é"}\r\n \t\n{"type":"🦀"}\n\n{"type":"c"}');
    expect(await importBytes(projectId, entityImport, bytes, pieceBytes)).toEqual({ created: 3, updated: 0 });
    const types = (await rowsOf("entity", projectId)).map(({ type }) => String(type));
    expect(types.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(["c", "é", "🦀"]);
  });

  test("may be missing: a file without lines is not an error", async () => {
    const { id: projectId } = await project();
    expect(await importLines(projectId, entityImport, "", " ")).toEqual({ created: 0, updated: 0 });
    expect(await importBytes(projectId, entityImport, Buffer.alloc(0))).toEqual({ created: 0, updated: 0 });
  });
});
