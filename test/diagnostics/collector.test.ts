// Tests collecting findings: order, limits, laziness.

import { expect, test } from "vitest";
import { catalogue, diagnosticCodes } from "../../src/diagnostics/catalogue/catalogue.ts";
import { type Collector, createCollector, makeDiagnostic } from "../../src/diagnostics/collector.ts";
import { hrefOf } from "../../src/diagnostics/href.ts";
import type { DiagnosticCode, Fix, Severity } from "../../src/index.ts";

/** A finding of free text at a place, of another severity if need be. */
function report(collector: Collector, start: number, end: number, severity: Severity = "information"): void {
  collector.report("free-text", { start, end }, () => ({ args: { written: `${start}-${end}` } }), {
    severity,
  });
}

/** `severity start-end` of each diagnostic. */
function listOf(collector: Collector): readonly string[] {
  return collector.diagnostics().map(({ severity, span }) => `${severity} ${span.start}-${span.end}`);
}

test("an empty collector has no diagnostics and no errors", () => {
  const collector = createCollector(100, catalogue);
  expect(collector.diagnostics()).toEqual([]);
  expect(collector.hasErrors()).toBe(false);
  expect(collector.hasAt(0)).toBe(false);
});

test("a finding has the severity, the message and the page of its code", () => {
  const collector = createCollector(100, catalogue);
  collector.report("qualifier-case", { start: 0, end: 4 }, () => ({
    args: { written: "Type", qualifier: "type" },
  }));
  expect(collector.diagnostics()).toEqual([
    {
      code: "qualifier-case",
      severity: "error",
      message: "Qualifiers must be lowercase: write `type:`, not `Type:`.",
      data: { written: "Type", qualifier: "type" },
      span: { start: 0, end: 4 },
      href: hrefOf("qualifier-case"),
    },
  ]);
});

test("related places, fixes and tags are kept if given", () => {
  const collector = createCollector(100, catalogue);
  const span = { start: 0, end: 1 };
  const related = [{ span, message: "here" }];
  const fixes = [{ title: "remove it", edits: [{ span, text: "" }] }];
  collector.report("duplicate-term", span, () => ({ args: { written: "x" }, related, fixes }), {
    unnecessary: true,
  });
  collector.report("duplicate-term", span, () => ({ args: { written: "x" }, related: [], fixes: [] }), {});
  const [full, bare] = collector.diagnostics();
  expect(full).toMatchObject({ related, fixes, tags: ["unnecessary"] });
  expect(Object.keys(bare ?? {}).toSorted()).toEqual(["code", "data", "href", "message", "severity", "span"]);
});

test("a doubtful query has no preferred fix, which is checked once, and only if one would be preferred", () => {
  let asked = 0;
  const collector = createCollector(100, catalogue, undefined, () => ++asked > 0);
  const span = { start: 0, end: 1 };
  const fix = { title: "remove it", edits: [{ span, text: "" }] };
  const add = (fixes: readonly Fix[]): void => {
    collector.report("duplicate-term", span, () => ({ args: { written: "x" }, fixes }));
  };
  add([fix]);
  collector.diagnostics();
  expect(asked).toBe(0);
  add([{ ...fix, preferred: true }, fix]);
  add([{ ...fix, preferred: true }]);
  expect(collector.diagnostics().map(({ fixes }) => fixes)).toEqual([[fix], [fix, fix], [fix]]);
  expect(asked).toBe(1);
});

test("diagnostics are sorted by start, then by end, then by severity", () => {
  const collector = createCollector(100, catalogue);
  report(collector, 5, 6);
  report(collector, 0, 9);
  report(collector, 0, 2, "hint");
  report(collector, 0, 2, "error");
  report(collector, 0, 2, "warning");
  expect(listOf(collector)).toEqual([
    "error 0-2",
    "warning 0-2",
    "hint 0-2",
    "information 0-9",
    "information 5-6",
  ]);
});

test("diagnostics with equal spans and severities keep the order of the rules", () => {
  const collector = createCollector(100, catalogue);
  const span = { start: 0, end: 1 };
  collector.report("free-text", span, () => ({ args: { written: "first" } }));
  collector.report("free-text", span, () => ({ args: { written: "second" } }));
  const messages = collector.diagnostics().map(({ message }) => message.slice(0, 8));
  expect(messages).toEqual(["`first` ", "`second`"]);
});

test("the most severe of too many diagnostics are kept, then the first", () => {
  const collector = createCollector(3, catalogue);
  report(collector, 0, 1, "hint");
  report(collector, 1, 2, "information");
  report(collector, 2, 3, "warning");
  report(collector, 3, 4, "error");
  report(collector, 4, 5, "information");
  expect(listOf(collector)).toEqual(["information 1-2", "warning 2-3", "error 3-4"]);
});

test("no diagnostic is lost while there are no more than allowed", () => {
  const collector = createCollector(2, catalogue);
  report(collector, 1, 2);
  report(collector, 0, 1, "hint");
  expect(listOf(collector)).toEqual(["hint 0-1", "information 1-2"]);
});

test("errors that are not kept still count as errors", () => {
  const collector = createCollector(0, catalogue);
  report(collector, 0, 1, "error");
  expect(collector.diagnostics()).toEqual([]);
  expect(collector.hasErrors()).toBe(true);
});

test("warnings do not count as errors", () => {
  const collector = createCollector(100, catalogue);
  report(collector, 0, 1, "warning");
  expect(collector.hasErrors()).toBe(false);
});

test("messages are computed only for diagnostics that are kept", () => {
  const collector = createCollector(1, catalogue);
  let made = 0;
  for (const start of [0, 1, 2]) {
    collector.report("free-text", { start, end: start + 1 }, () => {
      made++;
      return { args: { written: "x" } };
    });
  }
  expect(made).toBe(0);
  expect(collector.diagnostics()).toHaveLength(1);
  expect(made).toBe(1);
});

test("a position counts as reported if a finding starts there or covers it", () => {
  const collector = createCollector(100, catalogue);
  const covers = [
    { start: 9, end: 10 },
    { start: 12, end: 13 },
  ];
  collector.report("free-text", { start: 4, end: 8 }, () => ({ args: { written: "x" } }), { covers });
  expect([4, 8, 9, 10, 12].filter((start) => collector.hasAt(start))).toEqual([4, 9, 12]);
});

test("a standalone diagnostic has the members of a reported one", () => {
  const span = { start: 0, end: 0 };
  const head = { span, path: "/filter", docsUrl: "https://docs.example/codes" };
  expect(makeDiagnostic(catalogue, "filter-ignored", head, { args: {} })).toEqual({
    code: "filter-ignored",
    severity: "information",
    message:
      "The body has both `cql` and `filter`; `cql` takes precedence and `filter` is ignored. Send only one.",
    data: {},
    span,
    path: "/filter",
    href: "https://docs.example/codes#filter-ignored",
  });
});

test("every code has its own page", () => {
  const pages = diagnosticCodes.map((code: DiagnosticCode) => hrefOf(code));
  expect(new Set(pages).size).toBe(diagnosticCodes.length);
  expect(pages.filter((page) => !URL.canParse(page))).toEqual([]);
});

test("the code is the anchor on the host's page, whatever anchor its URL has", () => {
  expect(hrefOf("free-text", "https://docs.example/codes#top")).toBe("https://docs.example/codes#free-text");
});

test("whether there are errors or warnings does not depend on how many are kept", () => {
  const collector = createCollector(0, catalogue);
  expect([collector.hasErrors(), collector.hasWarnings()]).toEqual([false, false]);
  collector.report("not-a-negation", { start: 0, end: 1 }, () => ({ args: { written: "-a" } }));
  expect([collector.hasErrors(), collector.hasWarnings()]).toEqual([false, true]);
});
