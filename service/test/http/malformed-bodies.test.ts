// Sends malformed requests: each is refused with its actual error, and the server keeps running.

import { expect, test } from "vitest";
import { type Reply, replyOf, startService } from "../support/service.ts";
import { dial, readToEnd } from "../support/wire.ts";

const service = await startService();
const someone = await service.caller();
const { port } = new URL(service.url);

/** Sends a body as it is. */
async function put(path: string, body: string | Uint8Array, type = "application/json"): Promise<Reply> {
  const headers = { authorization: `Bearer ${someone.key}`, "content-type": type };
  const bytes = typeof body === "string" ? Buffer.from(body) : Buffer.from(body);
  return await replyOf(await fetch(service.url + path, { method: "POST", headers, body: bytes }), "POST");
}

// What they say is the same, and each of them is to be written.
const memory = (content: string): string => `{"content":${content},"deduplicate":false}`;
const subject = (value: string): string => `{"content":"x","subject":{"a":${value}}}`;

test.each<[string, string | Uint8Array, number, string]>([
  ["a truncated character", Buffer.from([0x7b, 0x22, 0xc3, 0x22, 0x7d]), 400, "malformed_json"],
  [
    "a character in too many bytes",
    Buffer.concat([Buffer.from('{"content":"'), Buffer.from([0xc0, 0x80]), Buffer.from('"}')]),
    400,
    "malformed_json",
  ],
  [
    "a surrogate in bytes",
    Buffer.concat([Buffer.from('{"content":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
    400,
    "malformed_json",
  ],
  ["UTF-16", Buffer.from(memory('"x"'), "utf16le"), 400, "malformed_json"],
  ["no bytes", "", 400, "malformed_json"],
  ["white space", " \n", 400, "malformed_json"],
  ["a truncated object", '{"content":"x"', 400, "malformed_json"],
  ["two values", '{"content":"x"}{"content":"y"}', 400, "malformed_json"],
  ["a comment", '{"content":"x"/**/}', 400, "malformed_json"],
  ["a trailing comma", '{"content":"x",}', 400, "malformed_json"],
  ["NaN", subject("NaN"), 400, "malformed_json"],
  ["a leading zero", subject("007"), 400, "malformed_json"],
  ["a raw line break in a text", '{"content":"a\nb"}', 400, "malformed_json"],
  ["a member twice", '{"content":"x","content":"y"}', 400, "malformed_json"],
  ["a member twice, once escaped", '{"content":"x","c\\u006fntent":"y"}', 400, "malformed_json"],
  ["a member twice, deep inside", subject('{"b":1,"b":1}'), 400, "malformed_json"],
  ["deep arrays", subject("[".repeat(100_000) + "]".repeat(100_000)), 422, "invalid_request"],
  ["deep objects", subject('{"a":'.repeat(50_000) + "1" + "}".repeat(50_000)), 422, "invalid_request"],
  ["a number that is too large", subject("1e400"), 422, "invalid_request"],
  ["a number that would be rounded", subject("9007199254740993"), 422, "invalid_request"],
  ["a number that would be rounded, with a point", subject("12345678901234567891.0"), 422, "invalid_request"],
  [
    "a number that would be rounded, with an exponent",
    subject("1.2345678901234567891e19"),
    422,
    "invalid_request",
  ],
  ["a fraction of more digits than are kept", subject("0.1234567890123456789"), 422, "invalid_request"],
  ["a number that would become 0", subject("1e-400"), 422, "invalid_request"],
  ["a number that would become 1", subject("0.99999999999999999999"), 422, "invalid_request"],
  ["a number of many digits", subject(`0.${"1".repeat(100_000)}`), 422, "invalid_request"],
  ["a number that is stored as 309 digits", subject("1e308"), 422, "invalid_request"],
  ["a number of 21 digits", subject('[1,{"b":100000000000000000000}]'), 422, "invalid_request"],
  ["too many values", subject(`[${"1,".repeat(400_000)}1]`), 413, "body_too_large"],
  [
    "too many members",
    subject(`{${Array.from({ length: 110_000 }, (_, at) => `"${at}":1`).join()}}`),
    413,
    "body_too_large",
  ],
  ["U+0000 in a text", memory('"a\\u0000b"'), 422, "invalid_request"],
  ["U+0000 in a name", subject('{"\\u0000":1}'), 422, "invalid_request"],
  ["half of a surrogate pair", memory('"\\ud800"'), 422, "invalid_request"],
  ["half of a surrogate pair in a name", subject('{"\\udc00":1}'), 422, "invalid_request"],
  ["the name __proto__", subject('{"__proto__":{"x":1}}'), 400, "malformed_json"],
  ["null", "null", 422, "invalid_request"],
  ["a text", '"x"', 422, "invalid_request"],
  ["a number", "7", 422, "invalid_request"],
  ["a list", "[]", 422, "invalid_request"],
  ["more than 1 MiB", memory(`"${"x".repeat(1 << 20)}"`), 413, "body_too_large"],
])("a body is refused with its actual error: %s", async (_, body, status, code) => {
  const reply = await put("/v1/memories", body);
  expect([reply.status, reply.body.code]).toEqual([status, code]);
  for (const { pointer, message } of reply.body.errors ?? [])
    expect([pointer.length < 1000, message]).toEqual([true, expect.stringMatching(/\w/)]);
});

test.each([
  ["1e19", 1e19],
  ["1e-20", 1e-20],
  ["5e-324", 5e-324],
  ["-1.25e-9", -1.25e-9],
  ["0.10000000000000001", 0.1],
  ["1.50000000000000000000", 1.5],
  ["12345678901234567000", 12345678901234567000],
  ["90071992547409920", 90071992547409920],
  ['"9007199254740993, 1e308"', "9007199254740993, 1e308"],
  ["-0.1", -0.1],
  ["9007199254740991", Number.MAX_SAFE_INTEGER],
  ['"\\ud83d\\ude00"', "😀"],
  ['"\\ufffe\\uffff"', "\ufffe\uffff"],
  ['{"constructor":{"prototype":1},"":0}', { constructor: { prototype: 1 }, "": 0 }],
])("the value %s is stored and returned unchanged", async (text, value) => {
  const { status, body } = await put("/v1/memories", subject(text));
  expect(status).toBe(201);
  expect((await someone.get(`/v1/memories/${body.id}`)).body.subject).toEqual({ a: value });
});

test.each([
  "text/plain",
  "application/xml",
  "multipart/form-data; boundary=x",
  "application/x-www-form-urlencoded",
  "application/jsonp",
  "application/x-ndjson",
  "*/*",
  "a",
  "",
])("the content type %j is refused", async (type) => {
  const { status, body } = await put("/v1/memories", memory('"x"'), type);
  expect([status, body.code]).toEqual([415, "unsupported_media_type"]);
});

test.each(["gzip", "br", "deflate, identity", "x"])(
  "a body with the coding %s is refused",
  async (coding) => {
    for (const path of ["/v1/memories", "/v1/entities"]) {
      const { status, body, headers } = await someone.call("POST", path, {
        body: { content: "x" },
        headers: { "content-encoding": coding },
      });
      expect([status, body.code]).toEqual([415, "unsupported_media_type"]);
      expect(body.detail).toContain("Content-Encoding");
      expect(headers.get("accept-encoding")).toBe("identity");
    }
  },
);

test("a body with the coding identity is accepted", async () => {
  const sent = { body: { content: "as it is" }, headers: { "content-encoding": "identity" } };
  expect((await someone.call("POST", "/v1/memories", sent)).status).toBe(201);
});

test.each(["/v1/entities", "/v1/relationships"])(
  "%s reports which content types it accepts",
  async (path) => {
    const { status, body } = await put(path, "[]", "text/csv");
    expect([status, body.code]).toEqual([415, "unsupported_media_type"]);
    expect(body.detail).toContain("application/json or application/x-ndjson");
  },
);

test("a write with a read-only key is refused before its body is read", async () => {
  const reader = await service.caller({ ...someone, permission: "read" });
  const send = async (path: string, method: string, type: string, body: Uint8Array): Promise<Reply> =>
    await replyOf(
      await fetch(service.url + path, {
        method,
        headers: { authorization: `Bearer ${reader.key}`, "content-type": type },
        body: Buffer.from(body),
      }),
      method,
    );
  const id = "0198c0de-7a11-7c3e-9b1f-3d2a5e6f7082";
  for (const [method, path] of [
    ["POST", "/v1/entities"],
    ["POST", "/v1/memories?project_id=another"],
    ["POST", "/v1/slices"],
    ["POST", "/v1/slices?dry_run=false"],
    ["PATCH", `/v1/slices/${id}`],
    ["POST", `/v1/deltas/${id}/apply`],
  ] as const)
    for (const [type, body] of [
      ["application/json", Buffer.from("{")],
      ["application/json", Buffer.from('{"nonsense":1}')],
      ["application/json", Buffer.alloc(1 << 21, 0x20)],
      ["text/csv", Buffer.from("{}")],
    ] as const) {
      const { status, body: problem } = await send(path, method, type, body);
      expect([path, status, problem.code]).toEqual([path, 403, "read_only_key"]);
    }
  expect(
    (await send("/v1/slices?dry_run=true", "POST", "application/json", Buffer.from("{"))).body.code,
  ).toBe("malformed_json");
});

test.each(["application/json; charset=utf-8", "APPLICATION/JSON", "application/json;x=y"])(
  "the content type %j is accepted",
  async (type) => {
    expect((await put("/v1/memories", memory('"x"'), type)).status).toBe(201);
  },
);

test("a body without a content type is refused, and a missing body is reported as invalid", async () => {
  const typeless = await fetch(`${service.url}/v1/memories`, {
    method: "POST",
    headers: { authorization: `Bearer ${someone.key}` },
    body: Buffer.from("{}"),
  });
  expect((await replyOf(typeless, "POST")).body.code).toBe("unsupported_media_type");
  const none = await someone.call("POST", "/v1/memories");
  expect([none.status, none.body.code]).toEqual([422, "invalid_request"]);
});

test("a request without a body may declare it as JSON", async () => {
  const { body } = await someone.post("/v1/memories", { content: "x" });
  const headers = { "content-type": "application/json" };
  expect((await someone.call("GET", `/v1/memories/${body.id}`, { headers })).status).toBe(200);
  expect((await someone.call("DELETE", `/v1/memories/${body.id}`, { headers })).status).toBe(204);
  const staged = await someone.post("/v1/memories", { content: "x", apply: false });
  expect((await someone.call("POST", `/v1/deltas/${staged.body.delta_id}/apply`, { headers })).status).toBe(
    200,
  );
});

test.each([
  ["a line that is not JSON", '{"type":"a"}\n{\n', 400, "Line 2"],
  ["an empty body", "", 422, ""],
  ["a member twice in a line", '{"type":"a","type":"b"}', 400, "Line 1"],
  [
    "a lone surrogate",
    Buffer.concat([Buffer.from('{"type":"a"}\n\n{"type":"'), Buffer.from([0xff]), Buffer.from('"}')]),
    400,
    "Line 3",
  ],
  [
    "a line with too many levels",
    `{"type":"a","properties":{"a":${"[".repeat(70)}${"]".repeat(70)}}}`,
    422,
    "Line 1",
  ],
])("JSON lines are refused with the line of the error: %s", async (_, body, status, line) => {
  const reply = await put("/v1/entities", body, "application/x-ndjson");
  expect([reply.status, reply.body.detail]).toEqual([status, expect.stringContaining(line)]);
});

test.each([
  ["an item that is not JSON", '[{"type":"a"},{"type":}]', 400, "Item 2"],
  ["a missing item", '[{"type":"a"},,{"type":"a"}]', 400, "Item 2"],
  ["a trailing comma", '[{"type":"a"},]', 400, "Item 2"],
  ["a list that does not end", '[{"type":"a"}', 400, "Item 1"],
  ["a list that has not begun", '{"type":"a"}]', 400, "body"],
  ["two lists", '[{"type":"a"}][]', 400, "Item 2"],
  ["the wrong bracket", '[{"type":"a"}}', 400, "Item 1"],
  ["a member twice", '[{"type":"a","type":"b"}]', 400, "Item 1"],
  ["no items", "[ ]", 422, ""],
  ["a text", '"a"', 422, ""],
  ["an object that is no item", '{"name":"a"}', 422, ""],
  ["more than 4 MiB", `[{"type":"a"},${" ".repeat(4 << 20)}{"type":"a"}]`, 413, "application/x-ndjson"],
])("a list of rows is refused with the item of the error: %s", async (_, body, status, detail) => {
  const reply = await put("/v1/entities", body);
  expect([reply.status, reply.body.detail]).toEqual([status, expect.stringContaining(detail)]);
});

test.each([
  ["an item that is not JSON", '{"entities":[{"type":"a"},{"type":}]}', 400, "In `entities`: Item 2"],
  ["a missing item", '{"entities":[{"type":"a"},,{"type":"a"}]}', 400, "In `entities`: Item 2"],
  ["a list that does not end", '{"entities":[{"type":"a"}', 400, "ends too early"],
  ["a list that ends as an object", '{"entities":[{"type":"a"}}', 400, "body"],
  ["two lists", '{"entities":[{"type":"a"}][]}', 400, "body"],
  ["a list without a name", '{[{"type":"a"}]}', 400, "body"],
  ["a list twice", '{"entities":[],"\\u0065ntities":[{"type":"a"}]}', 400, "duplicate"],
  ["a member twice", '{"entities":[{"type":"a","type":"b"}]}', 400, "In `entities`: Item 1"],
  [
    "a mistake after a list",
    `{"entities":[\n{"type":"${"a".repeat(100)}"}],\n"relationships"}`,
    400,
    "line 3 column 16",
  ],
  ["no items", '{"entities":[]}', 422, ""],
  ["a list of lists", '[[{"type":"a"}]]', 422, ""],
  ["an unknown list", '{"entities":[{"type":"a"}],"others":[1]}', 422, ""],
  ["more than 4 MiB", `{"entities":[{"type":"a"}${" ".repeat(4 << 20)}]}`, 413, ""],
  ["an object with too many values", `{"a":{"b":${JSON.stringify(Array(400_001).fill(0))}}}`, 413, ""],
])("a graph is refused with the place of the error: %s", async (_, body, status, detail) => {
  const reply = await put("/v1/graph", body);
  expect([reply.status, reply.body.detail]).toEqual([status, expect.stringContaining(detail)]);
});

test("the lists of a graph may have space, a byte order mark, brackets in texts, and escaped names", async () => {
  const text =
    '\uFEFF \n{ "\\u0065ntities" : [ {"type":"]a\\"}," , "name": null }\t,\r\n{"type":"[{"} ] , "relationships": [ ] }\n';
  const { status, body } = await put("/v1/graph", text);
  expect([status, body.entities.created]).toEqual([200, 2]);
  expect((await someone.get(`/v1/entities/${body.entities.ids[0]}`)).body.type).toBe(']a"},');
});

test("an error in a row of a graph is reported with its position", async () => {
  const entities = [{ type: "a" }, { type: 7, nam: "x" }];
  const relationships = [{ type: "a", from: "#0", to: {} }];
  const { body } = await put("/v1/graph", JSON.stringify({ entities, relationships }));
  expect(body.errors.map(({ pointer }: { readonly pointer: string }) => pointer)).toEqual([
    "/entities/1/nam",
    "/entities/1/type",
    "/relationships/0/to",
  ]);
  const rounded = await put("/v1/graph", '{"relationships":[{"type":"a"},{"properties":{"a":1e400}}]}');
  expect(rounded.body.errors).toMatchObject([{ pointer: "/relationships/1/properties/a" }]);
});

test("a list of rows may have space, a byte order mark, and brackets in texts", async () => {
  const text = '\uFEFF \n[ {"type":"]a\\"}," , "name": null }\t,\r\n{"type":"[{"} ] \n';
  const { status, body } = await put("/v1/entities", text);
  expect([status, body.created]).toEqual([200, 2]);
  expect((await someone.get(`/v1/entities/${body.ids[0]}`)).body.type).toBe(']a"},');
});

test("an error in a row is reported with its position", async () => {
  const rows = [{ type: "a" }, { type: "a", properties: { a: 1e21 } }, { type: 7, nam: "x" }];
  expect((await put("/v1/entities", JSON.stringify(rows))).body.errors).toMatchObject([
    { pointer: "/1/properties/a" },
  ]);
  const { body } = await put("/v1/entities", JSON.stringify([rows[0], rows[2]]));
  expect(body.errors).toEqual([
    { pointer: "/1/nam", message: "is not a known member" },
    { pointer: "/1/type", message: "must be a string" },
  ]);
});

const head = (length: string): string =>
  `POST /v1/memories HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${someone.key}\r\nContent-Type: application/json\r\nConnection: close\r\n${length}\r\n\r\n`;

test.each([
  ["is shorter than the body", "Content-Length: 5", 400],
  ["is negative", "Content-Length: -1", 400],
  ["is not a number", "Content-Length: x", 400],
  ["is sent twice", "Content-Length: 15\r\nContent-Length: 16", 400],
  ["is huge", "Content-Length: 99999999999999999999", 400],
  ["is larger than the maximum body", "Content-Length: 1048577", 413],
  ["comes with Transfer-Encoding: chunked", "Content-Length: 15\r\nTransfer-Encoding: chunked", 400],
])("a Content-Length that %s is refused", async (_, length, status) => {
  const socket = await dial(Number(port));
  const read = readToEnd(socket);
  socket.write(`${head(length)}{"content":"x"}`);
  const answer = await read;
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(answer).toMatch(/X-Request-Id: req_[\da-f]{32}\r\n/i);
  expect(answer).toContain('"request_id":"req_');
  expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
});

test("the server accepts requests after all malformed ones, and logged no 5xx", async () => {
  expect((await put("/v1/memories", memory('"x"'))).status).toBe(201);
  expect(service.log()).not.toContain('"status":5');
});
