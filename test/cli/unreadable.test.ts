// Tests that unreadable input is reported on one line with the file, the position and the error, with status 2.

import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { endless, runCli, type World } from "./support.ts";

type File = NonNullable<World["files"]>[string];

const bytes = (...values: readonly (number | string)[]): Uint8Array =>
  Buffer.concat(values.map((value) => Buffer.from(typeof value === "number" ? [value] : value)));

/** What is wrong with any file, whatever it is read for. */
const unreadable: readonly (readonly [name: string, file: File, line: string])[] = [
  ["a missing file", { code: "ENOENT" }, "F cannot be read: no such file"],
  ["a directory", { code: "EISDIR" }, "F cannot be read: it is a directory"],
  ["a path through a file", { code: "ENOTDIR" }, "F cannot be read: no such file"],
  ["a forbidden file", { code: "EACCES" }, "F cannot be read: permission denied"],
  ["a link to itself", { code: "ELOOP" }, "F cannot be read: its symbolic links form a loop"],
  ["another error of the system", { code: "EIO" }, "F cannot be read: EIO"],
  ["an error without a code", { code: "" }, "F cannot be read: Error: : as the system says it"],
];

/** What is wrong with any text. */
const notText: readonly (readonly [name: string, file: File, line: string])[] = [
  ["a wrong byte", bytes("type:A", 0xc3, "("), "F is not UTF-8: byte 0xC3 at offset 6 is invalid"],
  ["a wrong byte first", bytes(0xff), "F is not UTF-8: byte 0xFF at offset 0 is invalid"],
  ["a cut character", bytes("日本", 0xe6, 0x97), "F is not UTF-8: byte 0xE6 at offset 6 is invalid"],
  ["after U+FFFD itself", bytes("\ufffd", 0x80), "F is not UTF-8: byte 0x80 at offset 3 is invalid"],
  ["after a byte order mark", bytes("\ufeffa", 0x80), "F is not UTF-8: byte 0x80 at offset 4 is invalid"],
  [
    "UTF-16",
    bytes(0xff, 0xfe, "a", 0),
    "F is not UTF-8: byte 0xFF at offset 0 is invalid; it looks like UTF-16",
  ],
  [
    "UTF-16, big end first",
    bytes(0xfe, 0xff, 0, "a"),
    "F is not UTF-8: byte 0xFE at offset 0 is invalid; it looks like UTF-16",
  ],
  ["gzip", gzipSync("{}"), "F looks gzip-compressed; decompress it first (only entity files may be gzipped)"],
];

/** What is wrong with JSON. */
const notJson: readonly (readonly [name: string, file: File, line: string])[] = [
  ["an empty file", "", "F:1:1: this is not JSON: expected a value, not the end of the text"],
  ["white space", " \n ", "F:2:2: this is not JSON: expected a value, not the end of the text"],
  ["a missing value", '{"a":1,\r\n "b":}', "F:2:6: this is not JSON: expected a value, not `}`"],
  ["a text", "hello", "F:1:1: this is not JSON: unexpected `hello`"],
  ["single quotes", "{'a': 1}", "F:1:2: this is not JSON: unexpected `'a'`"],
  ["a comma at the end", '{"a": 1,}', "F:1:9: this is not JSON: expected a name in double quotes, not `}`"],
  ["a comma at the end of a list", "[1,\n]", "F:2:1: this is not JSON: expected a value, not `]`"],
  ["no comma", "[1 2]", "F:1:4: this is not JSON: expected `,` or the closing bracket, not `2`"],
  [
    "no comma in an object",
    '{"a":1 "b":2}',
    'F:1:8: this is not JSON: expected `,` or the closing bracket, not `"b"`',
  ],
  ["no colon", '{"a" 1}', "F:1:6: this is not JSON: expected `:`, not `1`"],
  ["the wrong bracket", "[1}", "F:1:3: this is not JSON: expected `,` or the closing bracket, not `}`"],
  ["a comment", "[] // all", "F:1:4: this is not JSON: JSON has no comments: `// all`"],
  ["two values", "{}\n{}", "F:2:1: this is not JSON: expected the end of the text, not `{`"],
  ["a leading zero", "[01]", "F:1:3: this is not JSON: expected `,` or the closing bracket, not `1`"],
  ["half a number", "[1.]", "F:1:2: this is not JSON: the number is incomplete: `1.`"],
  ["NaN", "[NaN]", "F:1:2: this is not JSON: unexpected `NaN`"],
  ["an emoji", "[😀]", "F:1:2: this is not JSON: unexpected `😀`"],
  ["a cut object", '{"a": [1', "F:1:9: this is not JSON: expected `]`, not the end of the text"],
  ["a cut list", "[[],", "F:1:5: this is not JSON: expected a value, not the end of the text"],
  ["an open string", '["a', 'F:1:2: this is not JSON: the string is never closed: `"a`'],
  ["a line break in a string", '["a\nb"]', 'F:1:2: this is not JSON: the string is never closed: `"a`'],
  [
    "a control character",
    '["a\u0001"]',
    'F:1:2: this is not JSON: a string with a control character that is not escaped: `"a<U+0001>"`',
  ],
  ["a wrong escape", '["a\\x"]', 'F:1:2: this is not JSON: a string with an invalid escape: `"a\\x"`'],
  ["a short escape", '["\\u12"]', 'F:1:2: this is not JSON: a string with an invalid escape: `"\\u12"`'],
  [
    "nesting without an end",
    "[".repeat(100_000),
    "F:1:1: this is not JSON: it is nested too deeply to find the mistake",
  ],
];

const said = (line: string): object => ({
  status: 2,
  stdout: "",
  stderr: `slice-cql: ${line}\n`,
  written: {},
});

test.each([...unreadable, ...notText])(
  "an unreadable query file is reported: %s",
  async (_name, file, line) => {
    expect(await runCli(["check", "--file", "F"], { files: { F: file } })).toEqual(said(line));
  },
);

test.each([...unreadable, ...notText])("an unreadable catalog is reported: %s", async (_name, file, line) => {
  const expected = said(line);
  expect(await runCli(["check", "type:A", "--catalog", "F"], { files: { F: file } })).toEqual(expected);
});

test.each(notJson)("an unreadable catalog is reported: %s", async (_name, file, line) => {
  const expected = said(`${line}; it was read as the catalog`);
  expect(await runCli(["check", "type:A", "--catalog", "F"], { files: { F: file } })).toEqual(expected);
});

test.each([...unreadable, ...notText, ...notJson])(
  "an unreadable file of slice bodies is reported: %s",
  async (_name, file, line) => {
    const expected = said(line.replace(/^F/, "F.json"));
    expect(await runCli(["check", "F.json"], { files: { "F.json": file } })).toEqual(expected);
    expect(await runCli(["check", "--file", "F.json"], { files: { "F.json": file } })).toEqual(expected);
  },
);

test.each(unreadable)("an unreadable file of entities is reported: %s", async (_name, file, line) => {
  expect(await runCli(["match", "type:A", "F"], { files: { F: file } })).toEqual(said(line));
  // Before anything is written, whatever stands before it; a pipe is opened when its turn comes.
  const world = { files: { E: '{"type":"A"}\n', F: file } };
  expect(await runCli(["match", "type:A sort:a", "E", "F"], world)).toEqual(said(line));
  const late = await runCli(["match", "type:A", "E", "F"], { ...world, pipes: ["F"] });
  expect(late).toEqual({ ...said(line), stdout: '{"type":"A"}\n' });
});

test.each(notText)("an unreadable query on standard input is reported: %s", async (_name, file, line) => {
  if (typeof file !== "string" && !(file instanceof Uint8Array)) throw new Error("not a text");
  expect(await runCli(["check", "-"], { stdin: file })).toEqual(said(line.replace(/^F/, "standard input")));
});

const zeros = new Uint8Array(2 ** 20);
const noQuery =
  "is too long for a query, which has at most 65536 characters; check that it is the right input";

test.each([
  ["zeros", zeros, noQuery],
  ["lines", Buffer.from("type:A\n".repeat(10_000)), noQuery],
  [
    "gzip",
    Buffer.concat([gzipSync("{}"), zeros]),
    "looks gzip-compressed; decompress it first (only entity files may be gzipped)",
  ],
])("a query without an end, of %s, is not read to the end of memory", async (_name, piece, reason) => {
  const endlessly = endless(piece, 4);
  const world = { stdin: endlessly, files: { F: endlessly } };
  for (const command of [["check"], ["compile"], ["match", "e"], ["compare", "type:A"]]) {
    const [name = "", ...words] = command;
    expect(await runCli([name, "--file", "F", ...words], world)).toEqual(said(`F ${reason}`));
  }
  expect(await runCli(["check", "-"], world)).toEqual(said(`standard input ${reason}`));
  expect(await runCli(["compare", "type:A", "-"], world)).toEqual(said(`standard input ${reason}`));
});

test("a query of any permitted length is read, in any characters", async () => {
  const longest = `\ufeff${"名".repeat(65_536)}\r\n`;
  expect(await runCli(["check", "-"], { stdin: longest })).toMatchObject({ status: 0 });
  const { status, stdout } = await runCli(["check", "-"], { stdin: "名".repeat(65_537) });
  expect(status).toBe(1);
  expect(stdout).toContain("error[too-long]");
});

test("a catalog and a file of slice bodies are read up to 256 MiB", async () => {
  const files = { "F.json": endless(zeros, 257) };
  const refused = said("F.json is larger than the maximum of 256 MiB; check that it is the right file");
  expect(await runCli(["check", "type:A", "--catalog", "F.json"], { files })).toEqual(refused);
  expect(await runCli(["check", "F.json"], { files })).toEqual(refused);
});

const notCatalogs: readonly (readonly [file: string, reason: string])[] = [
  ["3", "the catalog must be an object with shapes, sources and types"],
  ["null", "the catalog must be an object with shapes, sources and types"],
  ['"shapes"', "the catalog must be an object with shapes, sources and types"],
  ["[]", "the catalog must be an object with shapes, sources and types"],
  ['{"shapes": {}}', "shapes must be an array of { id, name }"],
  ['{"shapes": [{"id": "1", "name": "a"}, {"id": 2, "name": "b"}]}', "shapes[1].id must be a string"],
  ['{"sources": [{"id": "1"}]}', "sources[0].name must be a string"],
  ['{"types": ["A", null]}', "types[1] must be a string"],
  ['{"type": ["A"]}', "type is not a member of a catalog; valid members are shapes, sources and types"],
];

test.each(notCatalogs)("a malformed catalog is reported: %s", async (file, reason) => {
  const outcome = await runCli(["check", "type:A", "--catalog", "c.json"], { files: { "c.json": file } });
  expect(outcome).toEqual(said(`c.json is not a catalog: ${reason}`));
});

const notEntities: readonly (readonly [file: string | Uint8Array, line: string])[] = [
  ['{"id":1}\n\n{"id"', "e.ndjson:3:6: this is not JSON: expected `:`, not the end of the text"],
  ['{"id":1}\n{id:2}\n', "e.ndjson:2:2: this is not JSON: unexpected `id`"],
  ['{"id":1}\n3\n', "e.ndjson:2: an entity must be a JSON object, not `3`"],
  ["null", "e.ndjson:1: an entity must be a JSON object, not `null`"],
  ['"a"', 'e.ndjson:1: an entity must be a JSON object, not `"a"`'],
  ["{}\n[{}]", "e.ndjson:2: entities are JSON objects, one per line (NDJSON), but this begins with `[{}]`"],
  ["{}\n{\n}", "e.ndjson:2: entities are JSON objects, one per line (NDJSON), but this begins with `{`"],
  [bytes("{}\n{", 0xff), "e.ndjson:2 is not UTF-8: byte 0xFF at offset 1 of the line is invalid"],
];

const advice = "; --skip-bad skips such lines";

test.each(notEntities)("malformed entities are reported: %j", async (file, line) => {
  const outcome = await runCli(["match", "type:A", "e.ndjson"], { files: { "e.ndjson": file } });
  expect(outcome).toEqual(said(line + advice));
});

/** What is no NDJSON from its first line on: how that begins, its number, and what makes lines of it. */
const notLines: readonly (readonly [file: string, begins: string, line: number, jq: string])[] = [
  ["[\n{}\n]\n", "[", 1, "jq -c '.[]'"],
  ['[{"type":"A"},\n{"type":"A"}\n]\n', '[{"type":"A"},', 1, "jq -c '.[]'"],
  ["[{}]", "[{}]", 1, "jq -c '.[]'"],
  ["\ufeff [\r\n{}\n]", "[", 1, "jq -c '.[]'"],
  ["\n \n[\n{}\n]", "[", 3, "jq -c '.[]'"],
  ['{\n  "id": 1\n}\n', "{", 1, "jq -c ."],
  ['\n { \r\n  "id": 1\n}\n', "{", 2, "jq -c ."],
];

test.each(notLines)(
  "a file that is not NDJSON is refused, with and without --skip-bad: %j",
  async (file, begins, line, jq) => {
    const entities = '{"type":"A"}\n';
    const expected = said(
      `e:${String(line)}: entities are JSON objects, one per line (NDJSON), but this begins with \`${begins}\`; \`${jq}\` converts it to such lines`,
    );
    for (const flags of [["--count"], ["--count", "--skip-bad"]]) {
      for (const chunk of [1, 65_536]) {
        const world = { files: { a: entities, e: file }, chunk };
        expect(await runCli(["match", "type:A", "e", ...flags], world)).toEqual(expected);
        expect(await runCli(["match", "type:A", "a", "e", ...flags], world)).toEqual(expected);
      }
    }
  },
);

test("a list on one line that is too long is refused as not NDJSON", async () => {
  const file = new Uint8Array(65 * 2 ** 20).fill(32);
  file.set(Buffer.from('\ufeff [{"a":"'));
  for (const chunk of [2 ** 20, 2 ** 27]) {
    const outcome = await runCli(["match", "type:A", "e", "--skip-bad"], { files: { e: file }, chunk });
    expect(outcome).toEqual(
      said(
        "e:1: entities are JSON objects, one per line (NDJSON), but this begins with `[`; `jq -c '.[]'` converts it to such lines",
      ),
    );
  }
});

test.each([1, 20, 65_536])(
  "lines before a bad one have been printed, none after it: %d bytes at a time",
  async (chunk) => {
    const first = '{"type":"A"}\n'.repeat(3);
    const { status, stdout, stderr } = await runCli(["match", "type:A", "a", "b"], {
      files: { a: first, b: `${first}oops\n${first}` },
      chunk,
    });
    expect({ status, stdout }).toEqual({ status: 2, stdout: first.repeat(2) });
    expect(stderr).toBe(`slice-cql: b:4:1: this is not JSON: unexpected \`oops\`${advice}\n`);
  },
);

test("an error in entities from standard input names standard input", async () => {
  const { stderr } = await runCli(["match", "type:A", "-"], { stdin: "\n{" });
  expect(stderr).toContain("slice-cql: standard input:2: entities are JSON objects");
});

test("a line without an end is not held in memory", async () => {
  const files = { e: new Uint8Array(65 * 2 ** 20).fill(32) };
  const { status, stderr } = await runCli(["match", "type:A", "e"], { files, chunk: 2 ** 20 });
  expect(status).toBe(2);
  expect(stderr).toBe(
    `slice-cql: e:1: the line is longer than 64 MiB; entities must be one per line${advice}\n`,
  );
});

test("a file that has no slice bodies is refused", async () => {
  const files = { "s.json": '"type:A"' };
  expect(await runCli(["check", "s.json"], { files })).toEqual(
    said(
      's.json must be a slice body, { "name": "…", "cql": "…" }, or a list of them: [{ "name": "…", "cql": "…" }]',
    ),
  );
});

test.each([
  ["EACCES", "permission denied"],
  ["EROFS", "the file system is read-only"],
  ["ENOSPC", "the disk is full"],
  ["EBUSY", "EBUSY"],
])("a file that cannot be written back is reported: %s", async (code, reason) => {
  const outcome = await runCli(["format", "--file", "q", "--fix"], {
    files: { q: " type:A" },
    unwritable: code,
  });
  expect(outcome).toEqual(said(`q cannot be written: ${reason}`));
});
