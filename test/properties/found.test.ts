// What the properties found once, kept as rows, so that no seed has to find it again.

import { expect, test } from "vitest";
import { applyFix, compile, createCatalog, explain, fixAll, parse, validate } from "../../src/index.ts";
import { errorsOf } from "../support/compare.ts";
import { cpuTime } from "../support/hostile.ts";

const options = { catalog: createCatalog({}), now: Date.parse("2026-11-20T10:10:41.123Z") };

test.each(['after:now""', 'before:x"', 'after:2026-01-01"x"', 'after:type:"Sales CRM"'])(
  "a date with a quote in it is refused and not dropped: %s",
  (text) => {
    expect(compile(text, options).ok).toBe(false);
  },
);

test.each(["\uffff", "\uffffa", "type:a \uffff"])(
  "U+FFFF at the start of a term is not lost (%#)",
  (text) => {
    expect(parse(text).query.terms.length).toBe(text.split(" ").length);
  },
);

test("dashes are read once", () => {
  const text = "-".repeat(60_000);
  expect(cpuTime(() => [validate(text, options), explain(text, options)], 1)).toBeLessThan(1000);
});

test("taking a term away does not run its neighbours together", () => {
  const text = 'type:a after:now type:"a"b';
  for (const { fixes = [] } of validate(text, options)) {
    for (const fix of fixes) expect(applyFix(text, fix)).not.toContain("nowb");
  }
});

test.each(['after:", ', 'after:"x', 'type:a after:now type:"a"b', "after: Person"])(
  "fixAll adds no error to %s",
  (text) => {
    const codes = errorsOf(validate(text, options)).map((one) => one.code);
    const left = errorsOf(validate(fixAll(text, options), options)).map((one) => one.code);
    expect(left.filter((code) => !codes.includes(code))).toEqual([]);
  },
);
