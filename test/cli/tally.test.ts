// Tests `match --by`: what is counted together, how the counts are printed, and that texts are distinguished from other values.

import fc from "fast-check";
import { expect, test } from "vitest";
import { runCli } from "./support.ts";

const entities = [
  '{"type":"Person","address":{"city":"Bern"}}',
  '{"type":"Company"}',
  '{"type":"Person","address":{"city":"Zürich"}}',
  '{"type":"Person","address":"none","age":42}',
].join("\n");

async function by(path: string, lines: string, ...more: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await runCli(["match", "", "e", "--by", path, ...more], {
    files: { e: lines },
  });
  expect({ status, stderr }).toMatchObject({ status: 0 });
  return stdout;
}

test("the most frequent first, then by name", async () => {
  expect(await by("type", entities)).toBe("3  Person\n1  Company\n");
  expect(await by("address.city", entities)).toBe("2  (none)\n1  Bern\n1  Zürich\n");
  expect(await by("address", entities)).toBe(
    '1  none\n1  (none)\n1  {"city":"Bern"}\n1  {"city":"Zürich"}\n',
  );
  expect(await by("constructor", entities)).toBe("4  (none)\n");
});

test("--json has the values", async () => {
  expect(await by("age", entities, "--json")).toBe('[{"value":null,"count":3},{"value":42,"count":1}]\n');
  expect(await by("address", '{"address":{"z":1,"a":["1",null]}}', "--json")).toBe(
    '[{"value":{"z":1,"a":["1",null]},"count":1}]\n',
  );
});

/** A value as it is in the file, and as it is printed. */
const values: readonly (readonly [json: string, printed: string])[] = [
  ["1", "1"],
  ['"1"', '"1"'],
  ["1.0", "1"],
  ['"1.0"', '"1.0"'],
  ["-0", "0"],
  ["1e21", "1e+21"],
  ['"1e999"', '"1e999"'],
  ['"Infinity"', "Infinity"],
  ["null", "(none)"],
  ['"null"', '"null"'],
  ['"(none)"', '"(none)"'],
  ['"none"', "none"],
  ["true", "true"],
  ['"true"', '"true"'],
  ['"True"', "True"],
  ["[]", "[]"],
  ['"[]"', '"[]"'],
  ['"[a]"', "[a]"],
  ['{"a":"\\n"}', '{"a":"\\n"}'],
  ['"{}"', '"{}"'],
  ['"\\"a\\""', '"\\"a\\""'],
  ['""', '""'],
  ['" a"', '" a"'],
  ['"a b"', "a b"],
  ['"\\u001b[2J"', "<U+001B>[2J"],
  ['"<U+001B>[2J"', '"<U+001B>[2J"'],
  ['"a\\nb"', "a<U+000A>b"],
  ['["\\u001b\\u200b\\u0085\\u2028\\ud800"]', '["\\u001b\\u200b\\u0085\\u2028\\ud800"]'],
];

test.each(values)("%s is printed %s", async (json, printed) => {
  expect(await by("p", `{"p":${json}}`)).toBe(`1  ${printed}\n`);
});

test("no two values are printed alike", async () => {
  const value = fc.oneof(
    fc.json(),
    fc.string({ unit: "binary" }).map((text) => JSON.stringify(text)),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(value, fc.constantFrom(...values.map(([json]) => json)))),
      async (all) => {
        const lines = all.map((each) => `{"p":${each}}\n`).join("");
        const table = await by("p", lines);
        const counts: readonly unknown[] = JSON.parse(await by("p", lines, "--json"));
        const rows = table.split("\n").slice(0, -1);
        expect(new Set(rows.map((row) => row.trimStart().replace(/^\d+/, ""))).size).toBe(counts.length);
      },
    ),
  );
});

test("counts are aligned", async () => {
  expect(await by("type", `${'{"type":"A"}\n'.repeat(12)}{"type":"B"}\n`)).toBe("12  A\n 1  B\n");
});

test("for as many values as there are entities", async () => {
  const lines = Array.from({ length: 150_000 }, (_, index) => `{"id":${String(index)}}`).join("\n");
  const table = await by("id", lines);
  expect(table.match(/\n/g)).toHaveLength(150_000);
});

test("for values of any length", async () => {
  const long = `[${"0,".repeat(200_000)}{"a":[${"1,".repeat(200_000)}2]}]`;
  expect(await by("p", `{"p":${long}}`, "--json")).toBe(`[{"value":${long},"count":1}]\n`);
});

const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;

test.each<readonly [json: string, reason: string]>([
  ["1e999", "it has a number that is too large"],
  ['{"a":[-1e999]}', "it has a number that is too large"],
  [deep, "it is nested too deeply"],
])("a value is refused that cannot be written as it was read: %.20s", async (json, reason) => {
  const files = { e: `{"p":1,"q":${json}}\n{"p":${json},"q":1}\n` };
  const outcome = await runCli(["match", "", "e", "--by", "p"], { files });
  expect(outcome).toMatchObject({ status: 2, stdout: "" });
  expect(outcome.stderr).toMatch(`\nslice-cql: a value of \`p\` cannot be counted: ${reason}\n`);
  // The entity itself is printed as it is.
  expect(await runCli(["match", "", "e"], { files })).toMatchObject({ status: 0, stdout: files.e });
});
