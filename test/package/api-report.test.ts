// Tests the reports of public declarations: each declaration once, and none lost.

import { expect, test } from "vitest";
import { briefReports } from "../../scripts/check/api-report.ts";

/** A report as API Extractor writes it. */
function full(...declarations: readonly string[]): string {
  const rest = "// (No @packageDocumentation comment for this package)";
  return `## API Report File\n\n\`\`\`ts\n\n${[...declarations, rest].join("\n\n")}\n\n\`\`\`\n`;
}

/** The code of the reports of two entries. */
function briefly(first: string, second: string): readonly string[] {
  return briefReports([
    { name: "one", text: first },
    { name: "two", text: second },
  ]).map((report) => /```ts\n([\s\S]*)\n```/u.exec(report)?.[1] ?? "");
}

const shape = "// @public\nexport interface Shape {\n    readonly id: string;\n}";
const hidden = "// @public\ninterface Shape {\n    readonly id: string;\n}";

test("exports of an earlier entry are listed only by name", () => {
  expect(briefly(full(shape), full(shape))).toEqual([shape, "// As in one\nexport { Shape }"]);
});

test("types that an entry uses but does not export occur once", () => {
  expect(briefly(full(hidden), full(hidden))).toEqual([hidden, ""]);
  expect(briefly(full(shape), full(hidden))).toEqual([shape, ""]);
  expect(briefly(full(hidden), full(shape))).toEqual([hidden, "// As in one\nexport { Shape }"]);
});

test("different declarations by the same name occur twice", () => {
  const other = shape.replace("string", "number");
  expect(briefly(full(shape), full(other))).toEqual([shape, other]);
});

test("overloads and imports are all listed", () => {
  const overloads = ["// @public\nexport function f(a: 1): 1;", "// @public\nexport function f(a: 2): 2;"];
  const imports = "import { Extension } from '@codemirror/state';";
  expect(briefly(full(imports, ...overloads), full(imports))).toEqual([
    [imports, ...overloads].join("\n\n"),
    imports,
  ]);
});

test("remarks of the tool are left out", () => {
  const remarked =
    '// Warning: (ae-forgotten-export) The symbol "A" needs to be exported by the entry point\n//\n// @public (undocumented)\nexport interface B {\n    // (undocumented)\n    readonly a: A;\n}';
  expect(briefly(full(remarked), full())[0]).toBe("// @public\nexport interface B {\n    readonly a: A;\n}");
});
