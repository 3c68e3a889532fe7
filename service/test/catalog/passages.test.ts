// Tests that the passages of documents are those of their current texts, however documents are written and deleted.

import type { CompiledQuery } from "kysely";
import { expect, test } from "vitest";
import { documentImport } from "../../src/catalog/import.ts";
import { knownPassages } from "../../src/catalog/write-passages.ts";
import { build } from "../../src/database/build.ts";
import { type Transaction, transaction } from "../../src/database/transaction.ts";
import { importFile } from "../../src/files/import.ts";
import { newId } from "../../src/values/uuid.ts";
import { type Caller, startService } from "../support/service.ts";

const service = await startService();
const { pool } = service.database;

interface Stored {
  readonly id: string;
  readonly document_id: string;
  readonly source_id: string;
  readonly created_at: Date;
  readonly first: number;
  readonly past: number;
  readonly text: string;
}

async function passagesOf({ projectId }: Pick<Caller, "projectId">): Promise<readonly Stored[]> {
  const { rows } = await pool.query<Stored>(
    "select id, document_id, source_id, created_at, first, past, text from passage where project_id = $1 order by document_id, first",
    [projectId],
  );
  return rows;
}

async function textsOf(who: Caller): Promise<readonly string[]> {
  return (await passagesOf(who)).map(({ text }) => text);
}

async function wordsOf({ projectId }: Caller): Promise<readonly string[]> {
  const { rows } = await pool.query<{ readonly word: string }>(
    "select word from word where owner_id = $1 and of_passages order by word",
    [projectId],
  );
  return rows.map(({ word }) => word);
}

async function sourceOf(who: Caller): Promise<string> {
  return (await who.post("/v1/sources", { name: "notes" })).body.id;
}

async function put(who: Caller, source: string, body: object): Promise<string> {
  return (await who.post(`/v1/sources/${source}/documents`, body)).body.id;
}

/** Imports lines, all or none. */
async function importLines(who: Caller, lines: readonly object[]): Promise<void> {
  const chunks = async function* (): AsyncGenerator<Buffer, void> {
    yield await Promise.resolve(Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join("")));
  };
  await transaction(
    service.database,
    who,
    async (tx) => await importFile(tx, who, documentImport(undefined), { name: "file", chunks: chunks() }),
  );
}

/** A text of two passages. */
const long = `${"She wrote it all down. ".repeat(50)}\n\n${"He read it 😀 twice. ".repeat(40)}`;

test("a document has passages with their places in its text, and its words are learned", async () => {
  const who = await service.caller();
  const source = await sourceOf(who);
  const id = await put(who, source, { title: "Diary", text: long, created_at: "2026-01-05T00:00:00Z" });
  const passages = await passagesOf(who);
  expect(passages).toHaveLength(2);
  for (const passage of passages) {
    expect(passage).toMatchObject({ document_id: id, source_id: source });
    expect(passage.created_at).toEqual(new Date("2026-01-05T00:00:00Z"));
    const { body } = await who.get(`/v1/documents/${id}?start=${passage.first}&end=${passage.past}`);
    expect(body.text).toBe(passage.text);
  }
  expect(await wordsOf(who)).toEqual("all diary down he it read she twice wrote".split(" "));
});

test("a document without words has an empty passage, by which its title is found", async () => {
  const who = await service.caller();
  const source = await sourceOf(who);
  for (const text of ["", " \n "]) await put(who, source, { title: "Empty", text });
  const empty = { first: 0, past: 0, text: "" };
  expect(await passagesOf(who)).toMatchObject([empty, empty]);
});

test("a replaced document leaves no passage of what it was, and one that is sent again keeps its passages", async () => {
  const who = await service.caller();
  const source = await sourceOf(who);
  const sent = { external_id: "a", title: "Diary", text: long };
  await put(who, source, sent);
  const before = await passagesOf(who);
  await put(who, source, sent);
  await put(who, source, { ...sent, created_at: before[0]?.created_at.toISOString() });
  expect(await passagesOf(who)).toEqual(before);
  const changes = [
    { title: "Log" },
    { text: "Something else." },
    { text: "" },
    { text: long, created_at: "2020-01-01T00:00:00Z" },
  ];
  for (const change of changes) {
    const ids = (await passagesOf(who)).map(({ id }) => id);
    await put(who, source, { ...sent, ...change });
    const after = await passagesOf(who);
    expect(after.filter(({ id }) => ids.includes(id))).toEqual([]);
    expect(after.map(({ text }) => text).join(" ")).toBe(
      (change.text ?? long).trim().replaceAll(/\s*\n\s*/g, " "),
    );
  }
  expect((await passagesOf(who))[0]?.created_at).toEqual(new Date("2020-01-01T00:00:00Z"));
});

test("of documents that are replaced at the same time, the passages are those of the one that is kept", async () => {
  const who = await service.caller();
  const source = await sourceOf(who);
  const texts = Array.from({ length: 8 }, (_, at) => `Version ${at}. ${long}`);
  for (let round = 0; round < 3; round++) {
    const sent = texts.map(async (text) => await put(who, source, { external_id: "a", text }));
    const [id] = await Promise.all(sent);
    const { body } = await who.get(`/v1/documents/${id}`);
    const passages = await textsOf(who);
    expect(passages.join("\n\n")).toBe(body.text.trim().replaceAll(/ *\n/g, "\n"));
  }
});

test("documents that are sent again are compared with themselves, and no others are read", async () => {
  const who = await service.caller();
  const source = await sourceOf(who);
  await importLines(
    who,
    Array.from({ length: 600 }, (_, at) => ({ source_id: source, external_id: `${at}`, text: long })),
  );
  await pool.query("analyze document");
  const [stored] = await passagesOf(who);
  const document = {
    id: stored?.document_id ?? "",
    source_id: source,
    title: null,
    text: long,
    created_at: undefined,
  };
  const sent: CompiledQuery[] = [];
  const known = await transaction(service.database, who, async (tx) => {
    const all: Transaction["all"] = async (query) => {
      sent.push(query.compile(build));
      return await tx.all(query);
    };
    return await knownPassages({ ...tx, all }, who, [document]);
  });
  expect([...known]).toEqual([document.id]);
  const [statement] = sent;
  const { rows } = await pool.query<{ readonly "QUERY PLAN": string }>(`explain ${statement?.sql ?? ""}`, [
    ...(statement?.parameters ?? []),
  ]);
  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("using document_pkey");
});

test("a deleted document leaves no passage, and neither do those of a deleted source", async () => {
  const who = await service.caller();
  const source = await sourceOf(who);
  const id = await put(who, source, { text: "deleted" });
  await put(who, source, { text: "kept" });
  await who.call("DELETE", `/v1/documents/${id}`);
  expect(await textsOf(who)).toEqual(["kept"]);
  expect((await who.call("DELETE", `/v1/sources/${source}?cascade=true`)).status).toBe(204);
  expect(await passagesOf(who)).toEqual([]);
});

test("imported documents have passages: those of the last line with an ID, in the source that it names", async () => {
  const who = await service.caller();
  const [source, other] = [await sourceOf(who), await sourceOf(who)];
  const id = newId();
  const line = { id, source_id: source, title: "Diary", text: long };
  await importLines(who, [line, { source_id: source, external_id: "a", text: "first" }]);
  const before = await passagesOf(who);
  expect(before).toHaveLength(3);
  await importLines(who, [line, { source_id: source, external_id: "a", text: "first" }]);
  expect(await passagesOf(who)).toEqual(before);
  await importLines(who, [
    { source_id: source, external_id: "a", text: "second" },
    { source_id: source, external_id: "a", text: "third" },
    { ...line, source_id: other },
  ]);
  const after = await passagesOf(who);
  expect(after.filter(({ document_id }) => document_id !== id).map(({ text }) => text)).toEqual(["third"]);
  expect(after.filter(({ source_id }) => source_id === other)).toHaveLength(2);
});

test("a thousand imported documents have their passages, and an import that fails leaves none", async () => {
  const who = await service.caller();
  const source = await sourceOf(who);
  const lines = Array.from({ length: 1000 }, (_, at) => ({ source_id: source, text: `Note ${at}. ${long}` }));
  await importLines(who, lines);
  expect(await passagesOf(who)).toHaveLength(2000);
  const failing = importLines(await service.caller(), lines);
  await expect(failing).rejects.toThrow("source_id");
  await expect(importLines(who, [...lines, { source_id: newId(), text: "nowhere" }])).rejects.toThrow(
    "source_id",
  );
  expect(await passagesOf(who)).toHaveLength(2000);
}, 60_000);
