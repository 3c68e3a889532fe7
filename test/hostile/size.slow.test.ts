// Tests a megabyte of anything: the default limits give one clear error, and without limits the terms are right.

import { afterAll, describe, expect, test } from "vitest";
import { compile, createCatalog, parse, print, validate } from "../../src/index.ts";
import { errorsOf, flat } from "../support/compare.ts";
import { everything } from "../support/everything.ts";
import { assembled, cpuTime, hostileFixture, type Part, prototypes } from "../support/hostile.ts";
import { type ScannedTerm, scan } from "../support/scanner.ts";

interface SizeCase {
  readonly name: string;
  readonly input: readonly Part[];
  readonly refusal: "too-long" | "too-many-terms" | null;
  readonly terms: number;
}

const { cases } = hostileFixture<{ readonly cases: readonly SizeCase[] }>("sizes");
const names = [
  { id: "1", name: "Sales CRM" },
  { id: "2", name: "a" },
];
const catalog = createCatalog({ shapes: names, sources: names, types: ["a"] });
const options = { catalog, now: 0 };
const unlimited = { ...options, limits: { maxLength: Infinity, maxTerms: Infinity } };
const before = prototypes();

/** What is slow on the head of a text would take minutes on the whole: code units, and CPU milliseconds. */
const PROBES = [
  [1 << 14, 500],
  [1 << 17, 4000],
] as const;

afterAll(() => {
  expect(prototypes()).toEqual(before);
});

describe.each(cases)("$name", ({ input, refusal, terms }) => {
  const text = assembled(input);

  test("the default limits produce one clear error, in every function", () => {
    const codes = refusal === null ? [] : [refusal];
    const limitCodes = (result: { readonly code: string }): boolean => result.code.startsWith("too-");
    const answers = [parse(text).diagnostics, validate(text, options), compile(text, options).diagnostics];
    for (const answer of answers) {
      expect(answer.filter(limitCodes).map((one) => one.code)).toEqual(codes);
      if (refusal !== null) expect(errorsOf(answer).length).toBe(1);
    }
    expect(compile(text, options).ok).toBe(refusal === null);
    everything(text, options);
  });

  test("without limits the parser agrees with the scanner, and nothing throws", () => {
    const expected = scan(text);
    expect(expected.length).toBe(terms);
    for (const [length, milliseconds] of PROBES) {
      const head = text.slice(0, length);
      expect(cpuTime(() => compile(head, unlimited), 1)).toBeLessThan(milliseconds);
    }
    const { query } = parse(text, unlimited);
    const actual = flat(query);
    expect(actual.length).toBe(terms);
    const wrong = expected.findIndex((term, index) => !sameTerm(term, actual[index]));
    expect(wrong < 0 ? null : [expected[wrong], actual[wrong]]).toBeNull();
    compile(text, unlimited);
    expect(parse(print(query), unlimited).query.terms.length).toBe(terms);
  });
});

function sameTerm(one: ScannedTerm, other: ScannedTerm | undefined): boolean {
  return (
    other !== undefined &&
    one.kind === other.kind &&
    one.qualifier === other.qualifier &&
    one.text === other.text &&
    one.quoted === other.quoted &&
    one.span.start === other.span.start &&
    one.span.end === other.span.end &&
    one.valueSpan.start === other.valueSpan.start &&
    one.valueSpan.end === other.valueSpan.end
  );
}
