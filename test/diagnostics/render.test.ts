// Tests a diagnostic as a terminal shows it: the line, carets under it, the message, the fixes.

import { expect, test } from "vitest";
import { type Diagnostic, type Fix, renderDiagnostic, validate } from "../../src/index.ts";
import { setting } from "../support/check.ts";
import { markedOnce } from "../support/marked.ts";

const rest = { data: { written: "x" }, href: "https://docs.example/codes#free-text" } as const;

/** Renders a made-up diagnostic about the marked place. */
function render(source: string, fixes?: readonly Fix[]): string {
  const { text, span } = markedOnce(source);
  const made: Diagnostic = { code: "free-text", severity: "information", message: "Here.", span, ...rest };
  return renderDiagnostic(text, fixes === undefined ? made : { ...made, fixes });
}

/** Checks the lines under the message. */
function check(source: string, ...expected: readonly string[]): void {
  expect(render(source).split("\n")).toEqual(["information[free-text]: Here.", ...expected]);
}

/** Whether the carets stand where the marked text is, on a line of characters of one column each. */
function caretsOf(source: string): string {
  const [, , line = "", carets = ""] = render(source).split("\n");
  return line.slice(carets.indexOf("^"), carets.lastIndexOf("^") + 1);
}

test("a diagnostic has its severity, code and message, the line, carets, and its fix", () => {
  const [diagnostic] = validate("Type:Person", setting);
  expect(diagnostic && renderDiagnostic("Type:Person", diagnostic).split("\n")).toEqual([
    "error[qualifier-case]: Qualifiers must be lowercase: write `type:`, not `Type:`.",
    "  |",
    "1 | Type:Person",
    "  | ^^^^",
    "  = fix: write `type:`",
    "  |   type:Person",
  ]);
});

test("carets stand under the span", () => {
  check("type:A ‹report› sort:x", "  |", "1 | type:A report sort:x", "  |        ^^^^^^");
});

test("an empty span gets one caret", () => {
  check("type:A‹›", "  |", "1 | type:A", "  |       ^");
  check("type:A ‹›sort:x", "  |", "1 | type:A sort:x", "  |        ^");
});

test("an empty text has an empty line with one caret", () => {
  check("‹›", "  |", "1 |", "  | ^");
});

test("the line is that of the span, with its number from 1", () => {
  check("type:A\ntype:B\n‹x› y\nz", "  |", "3 | x y", "  | ^");
  check("type:A\r\n‹x›\r\nz", "  |", "2 | x", "  | ^");
});

test("a number of two digits widens the margin", () => {
  check(`${"\n".repeat(9)}‹x›`, "   |", "10 | x", "   | ^");
});

test("a span of several lines is marked to the end of its first line", () => {
  check('type:A ‹"one\ntwo"› x', "  |", '1 | type:A "one', "  |        ^^^^");
  check("a ‹bc\r\nd›", "  |", "1 | a bc", "  |   ^^");
});

test("a span that begins with a line break is marked by one caret", () => {
  check("ab‹\ncd›", "  |", "1 | ab", "  |   ^");
});

test("a wide character takes two columns", () => {
  check("名前 ‹x›", "  |", "1 | 名前 x", "  |      ^");
  check("‹名前› x", "  |", "1 | 名前 x", "  | ^^^^");
  check("한글ＡＢ ‹x›", "  |", "1 | 한글ＡＢ x", "  |          ^");
});

test("an emoji takes two columns, however many code points it has", () => {
  check("😀 ‹x›", "  |", "1 | 😀 x", "  |    ^");
  check("🇩🇪 ‹x›", "  |", "1 | 🇩🇪 x", "  |    ^");
  check("‹👍🏽› x", "  |", "1 | 👍🏽 x", "  | ^^");
});

test("a combining mark takes no column", () => {
  check("cafe\u0301 ‹x›", "  |", "1 | cafe\u0301 x", "  |      ^");
});

test("invisible characters are named, and the carets stay under the span", () => {
  check("a\u200bb ‹x›", "  |", "1 | a<U+200B>b x", "  |            ^");
  check("a‹\u200b›b", "  |", "1 | a<U+200B>b", "  |  ^^^^^^^^");
  check("a\tb ‹x›", "  |", "1 | a<U+0009>b x", "  |            ^");
  check("\u001b[31m ‹x›", "  |", "1 | <U+001B>[31m x", "  |              ^");
});

test("a lone surrogate is named", () => {
  check("\ud83d ‹x›", "  |", "1 | <U+D83D> x", "  |          ^");
});

test("a long line is cut after the span", () => {
  const [, , line = "", carets] = render(`‹report› ${"word ".repeat(100)}`).split("\n");
  expect(line).toMatch(/^1 \| report word .*…$/u);
  expect(line.length).toBeLessThan(120);
  expect(carets).toBe("  | ^^^^^^");
});

test("a long line is cut before the span, which stays visible", () => {
  const [, , line = ""] = render(`${"word ".repeat(100)}‹report› ${"word ".repeat(100)}`).split("\n");
  expect(line).toMatch(/^1 \| ….* report word .*…$/u);
  expect(line.length).toBeLessThan(120);
  expect(caretsOf(`${"word ".repeat(100)}‹report› ${"word ".repeat(100)}`)).toBe("report");
});

test("a line just short of too long is not cut", () => {
  const source = `${"x".repeat(59)} ‹y› ${"z".repeat(37)}`;
  expect(render(source)).not.toContain("…");
  expect(caretsOf(source)).toBe("y");
});

test("a span longer than a line can show is marked as far as it is shown", () => {
  const [, , line = "", carets = ""] = render(`‹${"x".repeat(500)}›`).split("\n");
  expect(line.length).toBeLessThan(120);
  expect(carets.length).toBeLessThanOrEqual(line.length);
});

test("cutting never leaves a lone surrogate", () => {
  for (const before of ["", "x"]) {
    const rendered = render(`${before}${"😀".repeat(60)} ‹y› ${"😀".repeat(100)}`);
    expect(rendered).not.toContain("<U+");
  }
});

test("only the line of the span counts as long", () => {
  expect(render(`${"word ".repeat(100)}\n‹x›`).split("\n")[2]).toBe("2 | x");
});

test("each fix is shown with the line as it will be", () => {
  const fixes: readonly Fix[] = [
    { title: "remove it", edits: [{ span: { start: 0, end: 2 }, text: "" }] },
    { title: "write more", edits: [{ span: { start: 3, end: 3 }, text: "re" }] },
  ];
  expect(render("‹x› y", fixes).split("\n").slice(4)).toEqual([
    "  = fix: remove it",
    "  |   y",
    "  = fix: write more",
    "  |   x yre",
  ]);
});

test("a fix of several edits is shown from the first one, on the line that it changes", () => {
  const edits = [
    { span: { start: 4, end: 5 }, text: "D" },
    { span: { start: 2, end: 3 }, text: "C" },
  ];
  expect(
    render("a\n‹b› c", [{ title: "change", edits }])
      .split("\n")
      .slice(4),
  ).toEqual(["  = fix: change", "  |   C D"]);
});

test("a fix that leaves nothing shows an empty line", () => {
  const edits = [{ span: { start: 0, end: 1 }, text: "" }];
  expect(
    render("‹x›", [{ title: "remove it", edits }])
      .split("\n")
      .slice(4),
  ).toEqual(["  = fix: remove it", "  |"]);
});

test("a fix without edits shows the text as it is", () => {
  expect(
    render("‹x›", [{ title: "look", edits: [] }])
      .split("\n")
      .slice(4),
  ).toEqual(["  = fix: look", "  |   x"]);
});

test("no line ends in white space", () => {
  for (const text of ["", " ", "Type:Person ", 'type: "a', "sort:\u0000  \n x"]) {
    for (const diagnostic of validate(text, setting)) {
      expect(renderDiagnostic(text, diagnostic)).not.toMatch(/[ \t]$/mu);
    }
  }
});

test("a diagnostic of a text that has changed is still rendered", () => {
  const made: Diagnostic = {
    code: "free-text",
    severity: "hint",
    message: "There.",
    span: { start: 50, end: 60 },
    ...rest,
  };
  expect(renderDiagnostic("type:A", made).split("\n")).toEqual([
    "hint[free-text]: There.",
    "  |",
    "1 | type:A",
    "  |       ^",
  ]);
});
