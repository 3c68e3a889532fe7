// format and fixAll: once is enough, nothing changes its meaning unsaid, and no error comes in.

import {
  applyFix,
  type CompileResult,
  compile,
  type Diagnostic,
  fixAll,
  format,
  validate,
} from "../../../src/index.ts";
import { codesOf, errorsOf } from "../../../test/support/compare.ts";
import { asSets } from "../../../test/support/evaluate.ts";
import { featuresOf } from "../features.ts";
import { must, mustEqual, mustNotThrow, type Target } from "../target.ts";
import { repeated, type TextInput, textInputs } from "../texts.ts";
import { worldOf } from "../worlds.ts";

const own: { readonly format: typeof format; readonly fixAll: typeof fixAll } = { format, fixAll };

/** The target. */
export function formatTarget(kit: typeof own = own): Target<TextInput> {
  return {
    name: "format",
    promise: "idempotent, same meaning, fixes end and add no error, dropped conditions are said",
    ...textInputs(400),
    check: ({ text, world }) => {
      const options = worldOf(world);
      const before = compile(text, options);
      const formatted = mustNotThrow("format is total", () => kit.format(text));
      mustEqual(kit.format(formatted), formatted, "format is idempotent");
      mustEqual(meaningOf(compile(formatted, options)), meaningOf(before), "format keeps the meaning");
      const fixed = mustNotThrow("fixAll is total", () => kit.fixAll(text, options));
      mustEqual(kit.fixAll(fixed, options), fixed, "fixAll is idempotent");
      const after = compile(fixed, options);
      noNewErrors(before.diagnostics, after.diagnostics, "fixAll", options.now);

      if (before.ok && after.ok) nothingDropped(before, after, fixed);
      eachFix(text, before, world);
      return featuresOf(before.query, before.diagnostics);
    },
    growth: (input, length) => {
      const { text, world } = repeated(input, length);
      return () => kit.fixAll(kit.format(text), worldOf(world));
    },
  };
}

function meaningOf(result: CompileResult): unknown {
  if (!result.ok) return "refused";
  return [result.filter_definition, result.scope_warnings, result.unresolved];
}

function noNewErrors(
  before: readonly Diagnostic[],
  after: readonly Diagnostic[],
  who: string,
  now: number,
): void {
  // Near the first and the last instant that there is a date is right or wrong by the clock alone.
  const year = new Date(now).getUTCFullYear();
  const isEdge = year === 1 || year === 9999;
  const counted = (all: readonly Diagnostic[]): readonly Diagnostic[] =>
    errorsOf(all).filter(({ code }) => !isEdge || code !== "date-out-of-range");
  const [old, found] = [counted(before), counted(after)];
  const fresh = codesOf(found).filter((code) => !codesOf(old).includes(code));
  must(fresh.length === 0, `${who} brings no new error`, () => fresh.join());
  must(found.length <= old.length, `${who} brings no further error`, () => String(found.length - old.length));
}

type Compiled = Extract<CompileResult, { readonly ok: true }>;

/** A condition of a query that compiles is there after the fixes as well. */
function nothingDropped(before: Compiled, after: Compiled, fixed: string): void {
  const gone = kindsOf(before).filter((kind) => !kindsOf(after).includes(kind));
  must(gone.length === 0, "fixAll drops no condition", () => `${gone.join()} in ${fixed}`);
}

/** What a filter asks something about. */
export function kindsOf({ filter_definition }: Compiled): readonly string[] {
  const { entityTypes, propertyFilters, dateRange } = filter_definition;
  return [
    ...(entityTypes === undefined ? [] : ["types"]),
    ...propertyFilters.map(({ path }) => path),
    ...(dateRange?.start === undefined ? [] : ["start"]),
    ...(dateRange?.end === undefined ? [] : ["end"]),
  ];
}

/** Each fix on its own: it changes the text, and a preferred one brings no error and keeps the conditions. */
function eachFix(text: string, before: CompileResult, world: number): void {
  const options = worldOf(world);
  for (const { code, fixes = [] } of before.diagnostics.slice(0, 8)) {
    must(fixes.filter(({ preferred }) => preferred === true).length <= 1, "one fix is preferred", () => code);
    for (const fix of fixes) {
      const fixed = mustNotThrow("a fix can be applied", () => applyFix(text, fix));
      must(fixed !== text, "a fix changes the text", () => code);
      if (fix.preferred !== true) continue;
      const after = compile(fixed, options);
      noNewErrors(before.diagnostics, after.diagnostics, `the fix of ${code}`, options.now);
      if (before.ok && after.ok) nothingDropped(before, after, fixed);
      const said = validate(fixed, options).filter((each) => each.code === code).length;
      const old = before.diagnostics.filter((each) => each.code === code).length;
      must(said <= old, `the fix of ${code} does not multiply it`, () => fixed);
      if (before.ok && after.ok && code === "duplicate-term")
        mustEqual(
          asSets(after.filter_definition),
          asSets(before.filter_definition),
          "a repeated term adds nothing",
        );
    }
  }
}
