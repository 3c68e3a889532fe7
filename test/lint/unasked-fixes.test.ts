// Tests the texts that no fix changes unasked because their meaning is uncertain, and the names that a fix does choose.

import { expect, test } from "vitest";
import { createCatalog, fixAll } from "../../src/index.ts";
import { now, setting } from "./slip-setting.ts";

test.each([
  // The fix is offered, but what is certain enough for one may be wrong for the other.
  "shape:Sales C",
  "type:Person AND NOT tpye:Company",
  "NOT Type:Person",
  "source:github/repo",
  "type:Company (type:Person AND source:gmail)",
  "(after:x)",
  "type:Person,shape:",
  'type:"Person",""',
  "type:'Person','Company'",
  "type:“Person”,“Company”",
  "after:>2026-01-01",
  "type:Person last week",
  "type:Person Company",
  "type is Person",
  "type in (Person, Company)",
  "[type:Person]",
  "(type:Person) AND (source:gmail)",
  "NOT type = Person",
  "after:this-month",
  "type:Person after last week",
  "type => Person",
  // Without its brackets `NOT` would be left to the first name.
  "NOT type:[Person, Company]",
  "source:gmail except type:Person, Company",
  "NOT source:gmail,slack",
  // `Lib Dev` is on the list.
  "shape:Inbox, Lib Dev",
  // The opposite; a wider range; another instant.
  "NOT created>=2026-01-01",
  "after:2026-02-01 created>=2026-01-01",
  "type:Person updated >=2026-01-01",
  // Two dates unite, which no other language means.
  "after:2026-02-01 after=2026-01-01",
  "NOT ( type=Person )",
  "type:Person other than tpye:Company",
  // Nothing where a word or a mark leaves something out: whatever is made a term may be what it leaves out.
  "-( tpye:Person )",
  "NOT( Type:Person )",
  "type:Person (NOT Type:Company)",
  "NOT ( tpye:Person tpye:Company )",
  "NOT (Type:Person OR Type:Company)",
  "without the Type:Person",
  "no tpye:Person",
  'NOT type:"Person","Company"',
  "-( source:gmail,slack )",
  "NOT type:person",
  'NOT shape:"Sales CRM',
  "after:30d without after:7d",
  // What is joined by `AND` does not unite, as two types would.
  "type:Person AND tpye:Company",
  "type:Person && tpye:Company",
  "type:Person AND type:company",
  "source:gmail AND Source:slack",
  "type:Person and ype:Company",
  // Nobody knows what the other words say: a word for `without` that no list has, the rest of a date, another direction.
  "type:Person isn't type:company",
  "ignoring tpye:Person",
  "urgent tpye:Person",
  "before:1 year 6 months",
  "after:2 weeks and 3 days",
  "before:7 days from now",
  "after:7 days hence",
  '"report type = Person',
  'source:gmail "report after 7d',
  "type: without tpye:Person",
  "type = without tpye:Person",
  // Minutes come in fives.
  "after:30m",
  "before:5M",
  "type=>Person",
  "type=Person&source=gmail",
  // The parenthesis closes a group.
  "(type:Person after:7d)",
  "NOT (after:30d after:7d)",
  // It may have swallowed a term, or its quotes be doubled.
  '"quarterly tpye:Person',
  'shape:"Sales CRM -type:Person',
  'type:"Person""Company"',
  "shape:Inbox, Databases and Sales",
  "type:~Person",
  "shape:Sales CRM,Inbox",
  "shape:!Sales CRM",
])("%s is not changed unasked", (text) => {
  expect(fixAll(text, setting)).toBe(text);
});

test.each([
  // The second `type:Person` keeps `Company` from the first.
  ["type:Person type:Person Company", 'type:Person type:"Person Company"'],
  ["type:Person, Person Company", undefined],
  // `Sales CRM` may be one of them.
  ["shape:[Sales CRM Inbox]", undefined],
  // `Sales CRM` may be two of them.
  ["shape:Sales CRM EU, Inbox", undefined],
  ["shape:Sales CRM EUs", undefined],
  ["shape:Sales CRM EU", 'shape:"Sales CRM EU"'],
  ["shape:Sales CRM, Inbox", undefined],
])("%s is changed to %s unasked where one name begins like another", (text, fixed = text) => {
  const names = ["Sales", "CRM", "Sales CRM", "Sales CRM EU", "Inbox"].map((name) => ({ id: name, name }));
  const begun = createCatalog({ shapes: names, types: ["Person", "Person Company"] });
  expect(fixAll(text, { catalog: begun, now })).toBe(fixed);
});

test.each([
  ["shape:Sales except source:gmail", "Sales Exceptions"],
  ["shape:Sales no source:gmail", "Sales North"],
  ["shape:Sales – source:gmail", "Sales – Archive"],
])("a negation is not taken for the start of a word of a name: %s, where there is %s", (text, name) => {
  expect(fixAll(text, { catalog: createCatalog({ shapes: [{ id: "1", name }] }), now })).toBe(text);
});

test.each([
  ["shape:Smith, Jones", ["Smith, Jones", "Smith", "Jones"]],
  ["shape:A | B", ["A | B", "A", "B"]],
  ["shape:Sales CRM,Inbox", ["Sales CRM", "Inbox", "Sales CRM,Inbox"]],
])("the whole name %s is chosen where there is one", (text, names) => {
  const shapes = names.map((name) => ({ id: name, name }));
  const whole = `shape:"${text.slice("shape:".length)}"`;
  expect(fixAll(text, { catalog: createCatalog({ shapes }), now })).toBe(whole);
});
