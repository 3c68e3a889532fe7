// Tests fixes: after a preferred fix its diagnostic has disappeared and no error is new, and fixAll never makes anything worse.

import fc from "fast-check";
import { expect, test } from "vitest";
import {
  applyFix,
  compile,
  createCatalog,
  type Diagnostic,
  type Fix,
  fixAll,
  format,
  validate,
} from "../../src/index.ts";
import { type World, world } from "../support/arbitraries.ts";
import { codesOf, errorsOf, kindsOf, UNLIMITED } from "../support/compare.ts";
import { asSets } from "../support/evaluate.ts";
import { patience, runs } from "../support/runs.ts";

function diagnoser({ data, now }: World): (text: string) => readonly Diagnostic[] {
  const options = { catalog: createCatalog(data), now, limits: UNLIMITED };
  return (text) => validate(text, options);
}

/** Where the text between two offsets went when the edits of a fix were applied. */
function moved(
  fix: Fix,
  span: { readonly start: number; readonly end: number },
): { start: number; end: number } {
  const shift = (offset: number, inclusive: boolean): number => {
    const before = fix.edits.filter(
      (edit) => edit.span.end < offset || (inclusive && edit.span.start <= offset),
    );
    return before.reduce((sum, edit) => sum + edit.text.length - (edit.span.end - edit.span.start), offset);
  };
  return { start: shift(span.start, false), end: shift(span.end, true) };
}

/** Found once: fixes that took a term out of a date, or a term and the quote that it closed. */
const examples: [World][] = [
  "before:2024 02 before:last-year 20 before:7d",
  "type:a after:last type:a week",
  'type:"a"after:Last Week type:"a',
].map((source) => [
  { source, data: { shapes: [], sources: [] }, now: Date.parse("2026-11-20T10:10:41.123Z") },
]);

test("a preferred fix removes its code from that position", { timeout: patience }, () => {
  fc.assert(
    fc.property(world, (made) => {
      const diagnose = diagnoser(made);
      const before = diagnose(made.source);
      for (const diagnostic of before) {
        for (const fix of (diagnostic.fixes ?? []).filter((one) => one.preferred === true)) {
          const fixed = applyFix(made.source, fix);
          const place = moved(fix, diagnostic.span);
          const sameCode = (one: Diagnostic): boolean => one.code === diagnostic.code;
          const after = diagnose(fixed).filter(sameCode);
          const left = after.filter(({ span }) => span.start >= place.start && span.end <= place.end);
          const fewer = after.length < before.filter(sameCode).length;
          expect(fewer || left.length === 0, `${diagnostic.code}: ${made.source} => ${fixed}`).toBe(true);
        }
      }
    }),
    runs(2500),
  );
});

test("a preferred fix introduces no new error", { timeout: patience }, () => {
  fc.assert(
    fc.property(world, (made) => {
      const diagnose = diagnoser(made);
      const before = errorsOf(diagnose(made.source));
      for (const diagnostic of diagnose(made.source)) {
        for (const fix of (diagnostic.fixes ?? []).filter((one) => one.preferred === true)) {
          const fixed = applyFix(made.source, fix);
          const after = errorsOf(diagnose(fixed));
          const message = `${diagnostic.code}: ${JSON.stringify(made.source)} => ${JSON.stringify(fixed)}`;
          expect(
            codesOf(after).filter((code) => !codesOf(before).includes(code)),
            message,
          ).toEqual([]);
          expect(after.length, message).toBeLessThanOrEqual(before.length);
        }
      }
    }),
    { ...runs(2500), examples },
  );
});

test("no preferred fix, alone or with all others, removes a condition or repeats its diagnostic", {
  timeout: patience,
}, () => {
  fc.assert(
    fc.property(world, (made) => {
      const options = { catalog: createCatalog(made.data), now: made.now, limits: UNLIMITED };
      const before = compile(made.source, options);
      const keeps = (fixed: string): void => {
        const after = compile(fixed, options);
        if (!before.ok || !after.ok) return;
        expect(kindsOf(after), fixed).toEqual(expect.arrayContaining([...kindsOf(before)]));
      };
      keeps(fixAll(made.source, options));
      for (const { code, fixes = [] } of before.diagnostics) {
        for (const fix of fixes.filter((one) => one.preferred === true)) {
          const fixed = applyFix(made.source, fix);
          keeps(fixed);
          const count = (all: readonly Diagnostic[]): number => all.filter((one) => one.code === code).length;
          const after = compile(fixed, options);
          expect(count(after.diagnostics), `${code}: ${fixed}`).toBeLessThanOrEqual(
            count(before.diagnostics),
          );
          if (before.ok && after.ok && code === "duplicate-term")
            expect(asSets(after.filter_definition)).toEqual(asSets(before.filter_definition));
        }
      }
    }),
    { ...runs(800), examples },
  );
});

test("a diagnostic has at most one preferred fix, and every fix changes the text", {
  timeout: patience,
}, () => {
  fc.assert(
    fc.property(world, (made) => {
      for (const { fixes = [], code } of diagnoser(made)(made.source)) {
        expect(fixes.filter((fix) => fix.preferred === true).length).toBeLessThanOrEqual(1);
        for (const fix of fixes) expect(applyFix(made.source, fix), code).not.toBe(made.source);
      }
    }),
    runs(800),
  );
});

test("fixAll is idempotent and never adds errors", { timeout: patience }, () => {
  fc.assert(
    fc.property(world, (made) => {
      const options = { catalog: createCatalog(made.data), now: made.now, limits: UNLIMITED };
      const fixed = fixAll(made.source, options);
      expect(fixAll(fixed, options)).toBe(fixed);
      const before = errorsOf(validate(made.source, options));
      const after = errorsOf(validate(fixed, options));
      expect(after.length).toBeLessThanOrEqual(before.length);
      expect(codesOf(after).filter((code) => !codesOf(before).includes(code))).toEqual([]);
    }),
    { ...runs(1500), examples },
  );
});

const presents = [
  "0001-01-01",
  "0050-06-01",
  "9999-12-31",
  "+010000-01-01",
  "+200000-01-01",
  "-000001-01-01",
];
const mistaken = [
  "afer:7d",
  "type:a beofre:now",
  "after : 99y",
  "After:today",
  "after: 3mo",
  "after:“7d”",
  'after:"7d',
  "after:7\u200bd",
  "after:last week",
  "after:7days",
  "after:7",
];

test.each(mistaken)("a preferred fix adds no error near the ends of the calendar: %s", (text) => {
  for (const now of presents.map((present) => Date.parse(present))) {
    const errors = (fixed: string): readonly string[] => codesOf(errorsOf(validate(fixed, { now })));
    const fixes = validate(text, { now }).flatMap(({ fixes: all = [] }) => all);
    const preferred = fixes.filter((fix) => fix.preferred === true).map((fix) => applyFix(text, fix));
    for (const fixed of [...preferred, fixAll(text, { now })])
      expect(
        errors(fixed).filter((code) => !errors(text).includes(code)),
        `${fixed} at ${now}`,
      ).toEqual([]);
  }
});

test("fixAll leaves nothing that has a preferred fix", { timeout: patience }, () => {
  fc.assert(
    fc.property(world, (made) => {
      const options = { catalog: createCatalog(made.data), now: made.now, limits: UNLIMITED };
      const fixed = fixAll(made.source, options);
      const open = validate(fixed, options).filter((one) =>
        (one.fixes ?? []).some((fix) => fix.preferred === true),
      );
      expect(
        open.map((one) => one.code),
        JSON.stringify([made.source, fixed]),
      ).toEqual([]);
    }),
    runs(800),
  );
});

test("fixing and then formatting introduces no error", { timeout: patience }, () => {
  fc.assert(
    fc.property(world, (made) => {
      const options = { catalog: createCatalog(made.data), now: made.now, limits: UNLIMITED };
      const fixed = fixAll(made.source, options);
      expect(errorsOf(validate(format(fixed), options)).length).toBe(
        errorsOf(validate(fixed, options)).length,
      );
    }),
    runs(500),
  );
});
