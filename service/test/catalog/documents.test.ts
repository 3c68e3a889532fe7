// Tests reading documents, whole and in parts, listing and deleting them.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { partOf, readDocument } from "../../src/catalog/document-text.ts";
import { type Transaction, transaction } from "../../src/database/transaction.ts";
import { newId } from "../../src/values/uuid.ts";
import { type Caller, callerWith, startService } from "../support/service.ts";

const service = await startService();
const { pool } = service.database;
const mebibyte = 1 << 20;

async function sourceOf(who: Caller): Promise<string> {
  return (await who.post("/v1/sources", { name: "notes" })).body.id;
}

async function put(who: Caller, source: string, body: object): Promise<string> {
  return (await who.post(`/v1/sources/${source}/documents`, body)).body.id;
}

/** A document that is longer than a request may be, as imports take it. */
async function insert({ organizationId, projectId }: Caller, source: string, text: string): Promise<string> {
  const id = newId();
  await pool.query(
    "insert into document (organization_id, project_id, id, source_id, text) values ($1, $2, $3, $4, $5)",
    [organizationId, projectId, id, source, text],
  );
  return id;
}

const reader = await service.caller();
const readerSource = await sourceOf(reader);

test("a document is read with its whole text, and has its length in UTF-16 code units wherever it is shown", async () => {
  const text = "Ada 😀 wrote\nto Zoë.";
  const created = await reader.post(`/v1/sources/${readerSource}/documents`, {
    title: "Mail",
    text,
    external_id: "m1",
    created_at: "2026-01-05T00:00:00Z",
  });
  const { request_id: _created, ...document } = created.body;
  expect(document).toEqual({
    id: document.id,
    project_id: reader.projectId,
    source_id: readerSource,
    external_id: "m1",
    title: "Mail",
    length: text.length,
    created_at: "2026-01-05T00:00:00.000Z",
    updated_at: document.updated_at,
  });
  const read = await reader.get(`/v1/documents/${document.id}`);
  expect(read.body).toEqual({
    ...document,
    text,
    start: 0,
    end: text.length,
    request_id: read.body.request_id,
  });
  const { documents } = (await reader.get(`/v1/sources/${readerSource}/documents`)).body;
  expect(documents).toEqual([document]);
  const empty = await put(reader, readerSource, { text: "" });
  for (const query of ["", "?start=0&end=0", "?start=7", "?end=7"])
    expect((await reader.get(`/v1/documents/${empty}${query}`)).body).toMatchObject({
      text: "",
      length: 0,
      start: 0,
      end: 0,
    });
});

/** What texts are made of: characters of one, two, three and four bytes, and of one and two code units. */
const texts = fc.string({ unit: fc.constantFrom("a", "\n", "é", "語", "😀", "𝒳"), maxLength: 12 });
const plain = fc.string({ unit: fc.constantFrom("a", "é", "語"), maxLength: 12 });
const place = fc.option(fc.integer({ min: 0, max: 30 }), { nil: undefined });

describe("a part of the text", () => {
  test("is cut in UTF-16 code units, moves outward from within a pair, and ends with the text", async () => {
    const property = fc.asyncProperty(fc.oneof(texts, plain), place, place, async (text, start, end) => {
      const id = await put(reader, readerSource, { text });
      const query = Object.entries({ start, end }).flatMap(([name, at]) =>
        at === undefined ? [] : [`${name}=${at}`],
      );
      const { status, body } = await reader.get(`/v1/documents/${id}?${query.join("&")}`);
      if ((start ?? 0) > (end ?? Infinity)) {
        expect([status, body.code, body.errors[0].pointer]).toEqual([422, "invalid_request", "/start"]);
        return;
      }
      const isPair = (at: number) => /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(at - 1, at + 1));
      const [first, last] = [Math.min(start ?? 0, text.length), Math.min(end ?? 30, text.length)];
      const from = isPair(first) ? first - 1 : first;
      const to = isPair(last) ? last + 1 : last;
      expect(body).toMatchObject({
        text: text.slice(from, to),
        start: from,
        end: to,
        length: text.length,
      });
    });
    await fc.assert(property, { numRuns: 60 });
  });

  test.each([
    ["x", "/start", "start=-1"],
    ["x", "/end", "end=1.5"],
    ["x", "/end", "end=x"],
    ["x", "/start", "start=3&end=2"],
  ])("of %s is refused at %s for %s", async (text, pointer, query) => {
    const id = await put(reader, readerSource, { text });
    const { status, body } = await reader.get(`/v1/documents/${id}?${query}`);
    expect([status, body.code, body.errors[0].pointer]).toEqual([422, "invalid_request", pointer]);
  });

  test.each([
    ["ASCII", "abcdefg ".repeat(200_000)],
    ["three bytes a character", "語".repeat(500_000)],
    ["four bytes a character", "😀".repeat(300_000)],
  ])("has at most 1 MiB: the parts of a long text, %s, follow each other", async (_, text) => {
    const id = await insert(reader, readerSource, text);
    const parts: string[] = [];
    for (let start = 0; start < text.length; ) {
      const { body } = await reader.get(`/v1/documents/${id}?start=${start}`);
      expect(body).toMatchObject({ start, end: start + body.text.length, length: text.length });
      expect(Buffer.byteLength(body.text)).toBeLessThanOrEqual(mebibyte);
      parts.push(body.text);
      start = body.end;
    }
    expect(parts.join("")).toBe(text);
    expect(parts).toHaveLength(Math.ceil(Buffer.byteLength(text) / mebibyte));
    const [start, end] = [text.length - 10, text.length + 10];
    const { body } = await reader.get(`/v1/documents/${id}?start=${start}&end=${end}`);
    expect(body).toMatchObject({ text: text.slice(start), start, end: text.length });
  });

  test("leaves out a character that does not fit, rather than half of it", () => {
    const text = `a${"😀".repeat(mebibyte / 4)}`;
    expect(partOf(text, { start: 0, end: text.length })).toEqual({
      text: text.slice(0, -2),
      start: 0,
      end: text.length - 2,
    });
  });
});

test("of a long text the database sends only what is asked for", async () => {
  const id = await insert(reader, readerSource, "é".repeat(1_000_000));
  const sent: unknown[] = [];
  const found = await transaction(service.database, reader, async (tx) => {
    const first: Transaction["first"] = async (query) => {
      const row = await tx.first(query);
      sent.push(row);
      return row;
    };
    return await readDocument({ ...tx, first }, reader, id, { start: 500_000, end: 500_010 });
  });
  expect(found).toMatchObject({ text: "é".repeat(10), start: 500_000, end: 500_010 });
  expect(JSON.stringify(sent).length).toBeLessThan(1000);
});

test("the documents of a source are listed without their texts, newest first, and no others", async () => {
  const who = await service.caller();
  const [source, other] = [await sourceOf(who), await sourceOf(who)];
  const ids: string[] = [];
  for (let day = 1; day <= 5; day++)
    ids.unshift(
      await put(who, source, { title: `${day}`, text: "secret", created_at: `2026-01-0${day}T00:00:00Z` }),
    );
  await put(who, other, { text: "elsewhere" });
  const path = `/v1/sources/${source}/documents?limit=2`;
  const listed: string[] = [];
  for (let cursor = ""; cursor !== "end"; ) {
    const { body } = await who.get(`${path}${cursor === "" ? "" : `&cursor=${cursor}`}`);
    expect(JSON.stringify(body)).not.toContain("secret");
    listed.push(...body.documents.map(({ id }: { readonly id: string }) => id));
    expect(body.documents.length).toBeLessThanOrEqual(2);
    cursor = body.next_cursor ?? "end";
  }
  expect(listed).toEqual(ids);
  for (const unknown of [newId(), "nothing", who.projectId])
    expect((await who.get(`/v1/sources/${unknown}/documents`)).body.code).toBe("not_found");
});

test("a deleted document is gone, and one with the same external_id is another one", async () => {
  const who = await service.caller();
  const source = await sourceOf(who);
  const body = { title: "Mail", text: "Ada wrote.", external_id: "m1" };
  const id = await put(who, source, body);
  const kept = await put(who, source, { text: "kept" });
  expect((await who.call("DELETE", `/v1/documents/${id}`)).status).toBe(204);
  for (const method of ["GET", "DELETE"])
    expect((await who.call(method, `/v1/documents/${id}`)).body.code).toBe("not_found");
  const { documents } = (await who.get(`/v1/sources/${source}/documents`)).body;
  expect(documents.map((each: { readonly id: string }) => each.id)).toEqual([kept]);
  const exported = await who.get("/v1/export");
  expect(JSON.stringify(exported.body.lines)).not.toContain("Ada wrote.");
  const again = await who.post(`/v1/sources/${source}/documents`, body);
  expect([again.status, again.body.id === id]).toEqual([201, false]);
});

test("documents are read with any key of the project that is not limited, and deleted with one that may write", async () => {
  const owner = await service.caller();
  const source = await sourceOf(owner);
  const id = await put(owner, source, { text: "Ada" });
  await owner.post("/v1/entities", [{ type: "Person" }]);
  const make = async (body: object): Promise<Caller> => {
    const { body: made } = await owner.post("/v1/keys", body);
    return callerWith(service.url, { ...owner, key: made.key, keyId: made.id });
  };
  const [path, list] = [`/v1/documents/${id}`, `/v1/sources/${source}/documents`];
  const codesOf = async (who: Caller) => {
    const replies = [await who.get(path), await who.get(list), await who.call("DELETE", path)];
    return replies.map(({ status, body }) => body?.code ?? status);
  };
  expect(await codesOf(await make({ permission: "read" }))).toEqual([200, 200, "read_only_key"]);
  expect(await codesOf(await make({ permission: "propose" }))).toEqual([200, 200, "propose_only"]);
  for (const limit of [{ slice: "type:Person" }, { subject_id: "user-17" }])
    expect(await codesOf(await make(limit))).toEqual(["beyond_scope", "beyond_scope", "beyond_scope"]);
  const neighbor = await service.caller({ organizationId: owner.organizationId });
  expect(await codesOf(neighbor)).toEqual(["not_found", "not_found", "not_found"]);
  expect((await owner.get(path)).status).toBe(200);
});

test("a document that is sent again as it was has not changed, however exact its date is", async () => {
  const who = await service.caller();
  const source = await sourceOf(who);
  const sent = { external_id: "a", text: "x", created_at: "2026-01-01T00:00:00.1234567Z" };
  const id = await put(who, source, sent);
  const { updated_at } = (await who.get(`/v1/documents/${id}`)).body;
  await put(who, source, sent);
  expect((await who.get(`/v1/documents/${id}`)).body.updated_at).toBe(updated_at);
  await put(who, source, { ...sent, created_at: "2026-01-01T00:00:00.124Z" });
  expect((await who.get(`/v1/documents/${id}`)).body.updated_at).not.toBe(updated_at);
});
