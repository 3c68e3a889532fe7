// Tests the slips that people make most: each is reported, its fix is what was meant, and none widens a slice.

import { describe, expect, test } from "vitest";
import {
  applyFix,
  type Compiled,
  compile,
  createCatalog,
  type Diagnostic,
  fixAll,
  validate,
} from "../../src/index.ts";
import { now, setting } from "./slip-setting.ts";

/** What is written, and what was meant; `null` if no query can express it, or it is unclear. */
const slips: Readonly<Record<string, string | null>> = {
  // Names without their quotes.
  "shape:Sales CRM": 'shape:"Sales CRM"',
  "shape:sales crm": 'shape:"Sales CRM"',
  "shape:Sales C": 'shape:"Sales CRM"',
  "shape:lib dev": 'shape:"Lib Dev"',
  "shape:Lib": 'shape:"Lib Dev"',
  "shape:Sales\\ CRM": 'shape:"Sales CRM"',
  "shape:SalesCRM": 'shape:"Sales CRM"',
  "shape:Sales_CRM": 'shape:"Sales CRM"',
  "shape:Sales%20CRM": 'shape:"Sales CRM"',
  'shape"Sales CRM"': 'shape:"Sales CRM"',
  "source:Google Drive after:3mo": 'source:"Google Drive" after:3mo',
  "type:Support Ticket": 'type:"Support Ticket"',
  "type:Support Tickets": 'type:"Support Ticket"',
  "shape:'Sales CRM'": 'shape:"Sales CRM"',
  "shape:“Sales CRM”": 'shape:"Sales CRM"',
  'shape:"Sales CRM': 'shape:"Sales CRM"',
  // A list or a wildcard after a name without its quotes.
  "shape:Sales CRM,Inbox": 'shape:"Sales CRM" shape:Inbox',
  "shape:Sales CRM|Inbox": 'shape:"Sales CRM" shape:Inbox',
  "shape:Sales CRM*": 'shape:"Sales CRM"',
  "shape:Sales CRM.": 'shape:"Sales CRM"',
  "shape:!Sales CRM": null,
  // Spelling.
  "source:Gmail": "source:gmail",
  "source:gmial": "source:gmail",
  "type:persons": "type:Person",
  "shape:Databses": "shape:Databases",
  "shape:dat": "shape:Databases",
  "tpye:Person": "type:Person",
  "Type:Person": "type:Person",
  "types:Person": "type:Person",
  "source_shape:Inbox": "source-shape:Inbox",
  // Words of other systems, without a colon.
  "kind=Person": "type:Person",
  "kind = Person": "type:Person",
  "kind：Person": "type:Person",
  "entityType:Person": "type:Person",
  "type:Person -label:spam": null,
  // Another mark, or none, for the colon.
  "type：Person": "type:Person",
  "type=Person": "type:Person",
  'type=="Person"': 'type:"Person"',
  "type: Person": "type:Person",
  "type :Person": "type:Person",
  "type Person": "type:Person",
  "type::Person": "type:Person",
  "type = Person": "type:Person",
  "type : Person": "type:Person",
  'shape = "Sales CRM"': 'shape:"Sales CRM"',
  "type is Person": "type:Person",
  "type in (Person, Company)": "type:Person type:Company",
  "[type:Person]": "type:Person",
  "{type:Person}": "type:Person",
  'type:=="Person"': "type:Person",
  'shape:="Sales CRM"': 'shape:"Sales CRM"',
  // Words of other languages for a qualifier.
  "kind:Person": "type:Person",
  "from:gmail": "source:gmail",
  "from:2026-01-01": "after:2026-01-01",
  "since:3mo": "after:3mo",
  "until:2026-01-01": "before:2026-01-01",
  "created:2026-01-01": "after:2026-01-01",
  "created>=2026-01-01": "after:2026-01-01",
  ">=2026-01-01": "after:2026-01-01",
  // Lists and operators.
  "type:Person,Company": "type:Person type:Company",
  "type:Person|Company": "type:Person type:Company",
  "type:[Person,Company]": "type:Person type:Company",
  "type:[Person, Company]": "type:Person type:Company",
  "type:(Person OR Company)": "type:Person type:Company",
  "(type:Person OR type:Company)": "type:Person type:Company",
  "(type:Person AND source:gmail)": "type:Person source:gmail",
  "type:Person OR Company": "type:Person type:Company",
  'type:"Person" OR "Company"': "type:Person type:Company",
  "type:Person Company": "type:Person type:Company",
  "shape:[Sales CRM, Inbox]": 'shape:"Sales CRM" shape:Inbox',
  "type:Person OR type:Company": "type:Person type:Company",
  'type:"Person","Company"': "type:Person type:Company",
  "type:Person&source:gmail": "type:Person source:gmail",
  "type:Person, source:gmail": "type:Person source:gmail",
  "type:Person, Company": "type:Person type:Company",
  "type:Person AND source:gmail": "type:Person source:gmail",
  "type:Person*": "type:Person",
  "shape:Sal*": 'shape:"Sales CRM" shape:Sales',
  "type:=Person": "type:Person",
  // What cannot be expressed, or not guessed.
  "shape:*": null,
  "type:all": null,
  "type:Any": null,
  "after:last-quarter": null,
  "type:!Person": null,
  "type:NOT Person": null,
  "type!=Person": null,
  "-type:Person": null,
  "NOT type:Person": null,
  "type:Person|source:gmail": null,
  "type:Person&Company": null,
  "source:gmail&type:Person&type:Company": null,
  "type:Person -types:Company": null,
  "-shpae:Inbox type:Person": null,
  "-(type:Person)": null,
  "type:Person without source:gmail": null,
  "type:¬Person": null,
  "since<7d": null,
  "before>=2026-01-01": null,
  "updated>=2026-01-01": null,
  "after:<5-Jan-2026": null,
  "after:<2026-01-01": null,
  // Dates.
  "after:15.03.2026": "after:2026-03-15",
  "after:3/15/2026": "after:2026-03-15",
  "after:05/01/2026": "after:2026-01-05",
  "after:2026-03": "after:2026-03-01",
  "after:2026-1-5": "after:2026-01-05",
  "after:2026-02-29": "after:2026-02-28",
  "after:Q1": "after:2026-01-01",
  "after:5 January 2026": "after:2026-01-05",
  "after:>=2026-01-01": "after:2026-01-01",
  "after:3 months": "after:3mo",
  "after:3m": "after:3mo",
  "after:90": "after:90d",
  "after:last week": "after:last-week",
  "type:Person since last week": "type:Person after:last-week",
  "shape Sales CRM": 'shape:"Sales CRM"',
  "after:last 3 weeks": "after:3w",
  "after:last-3-weeks": "after:3w",
  "after:this-month": "after:2026-03-01",
  "after:this year": "after:2026-01-01",
  "type:Person after last week": "type:Person after:last-week",
  "after:2026-01-01..2026-03-01": "after:2026-01-01 before:2026-03-01",
};

/** Queries as they should be. Nothing in them is worth more than a remark that free text does not narrow. */
const correct: readonly string[] = [
  'type:Person shape:"Sales CRM" source:gmail after:3mo',
  "type:Person type:Company",
  "source:github:repo",
  "shape:R&D",
  'shape:"R&D" after:last-week',
  "source:gmail source:slack before:yesterday",
  'source:"Google Drive" after:2026-01-01 before:2026-03-01',
  'source-shape:Inbox type:"Support Ticket"',
  "after:-7d",
];

describe("a slip", () => {
  test.each(Object.keys(slips))("%s is reported as more than free text", (text) => {
    expect(validate(text, setting).filter(isRemark)).not.toEqual([]);
  });

  test.each(Object.entries(slips))("%s has a fix that means %s", (text, meant) => {
    const fixed = validate(text, setting)
      .flatMap(({ fixes = [] }) => fixes)
      .map((fix) => meaningOf(applyFix(text, fix)));
    if (meant === null) expect(fixed).toEqual([]);
    else expect(fixed).toContainEqual(meaningOf(meant));
  });

  test.each(Object.entries(slips))("%s is never fixed to another slice than %s", (text, meant) => {
    const fixed = fixAll(text, setting);
    if (fixed !== text) expect(meaningOf(fixed)).toEqual(meaningOf(meant ?? text));
  });
});

test.each([
  "type != Company",
  "created >= 2026-01-01",
  "created>= 2026-01-01",
  "type:Person after < 7d",
  "type is not Person",
  "type not in (Person, Company)",
  "updated< 7d",
])("%s has a warning, although its mark is not next to the value", (text) => {
  const codes = validate(text, setting).flatMap(({ severity, code }) =>
    severity === "warning" ? [code] : [],
  );
  expect(codes).toContain("not-an-operator");
});

test.each([
  `type:${",".repeat(60_000)}x`,
  `type:${"|".repeat(60_000)}x`,
  `after:"${".".repeat(60_000)} x"`,
  `type:"[${" ".repeat(60_000)}x]"`,
  `${"-a".repeat(30_000)}:`,
])("a hostile word of 60 000 characters is checked quickly", (text) => {
  const start = performance.now();
  validate(text, setting);
  expect(performance.now() - start).toBeLessThan(500);
});

test.each(correct)("the correct query %s has no diagnostics", (text) => {
  expect(validate(text, setting)).toEqual([]);
});

test.each([
  "type in (Person, Company)",
  "type:Person after last week",
  "type:Person since last week",
  "type = Person",
  "shape is Sales CRM",
  "shape Sales CRM",
])("%s is reported as one mistake", (text) => {
  expect(validate(text, setting).flatMap(({ code }) => (code === "no-membership" ? [] : [code]))).toEqual([
    "unknown-qualifier",
  ]);
});

test.each(["shape:Sales ?", "shape:Sales .report", "shape:Sales !urgent"])(
  "the word after the name in %s is only reported as free text",
  (text) => {
    expect(validate(text, setting).map(({ code }) => code)).toEqual(["free-text"]);
  },
);

test("free text after a known name is only reported as free text", () => {
  expect(validate("type:Person quarterly report", setting).map(({ code, fixes }) => [code, fixes])).toEqual([
    ["free-text", undefined],
    ["free-text", undefined],
  ]);
});

test.each([
  ["shape:Sales CRM", 'shape:"Sales CRM"'],
  ["type:Support Ticket after:3mo", 'type:"Support Ticket" after:3mo'],
])("%s gets the hint without a catalog that a name of two words needs quotes", (text, fixed) => {
  const [found] = validate(text, { now });
  expect(found?.code).toBe("free-text");
  expect(found?.message).toContain("needs quotes");
  expect(found?.fixes?.map((fix) => [fix.preferred, applyFix(text, fix)])).toEqual([[undefined, fixed]]);
});

test.each([
  "type:Person|Company",
  "type:[Person,Company]",
  "type:Person*",
  "type:!Person",
  "type:*",
  "type:Person&source:gmail",
])("%s is reported without a catalog, too", (text) => {
  expect(validate(text, { now }).map(({ code }) => code)).toEqual(["not-an-operator"]);
});

test.each(["shape:[Draft]", "shape:R&D", "source:a/b", "type:-Person", "source:@home", 'shape:"A|B"'])(
  "%s may be a name without a catalog",
  (text) => {
    expect(validate(text, { now })).toEqual([]);
  },
);

test.each(["A*", "[x]", "!important", "A|B", "a b", "x,", "(a", "a&type:b"])(
  "%s is not reported where it is a known name",
  (name) => {
    const known = createCatalog({ shapes: [{ id: "1", name }] });
    expect(validate(`shape:"${name}"`, { catalog: known, now })).toEqual([]);
  },
);

function isRemark({ code, severity, message }: Diagnostic): boolean {
  return (
    severity === "error" ||
    severity === "warning" ||
    code === "unknown-type" ||
    /needs (?:quotes|its qualifier)/u.test(message)
  );
}

function meaningOf(text: string): Compiled["filter_definition"] | string {
  const compiled = compile(text, setting);
  return compiled.ok ? { ...compiled.filter_definition } : text;
}
