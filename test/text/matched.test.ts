// Tests which letters of a name match what is typed.

import fc from "fast-check";
import { expect, test } from "vitest";
import { matchedIn } from "../../src/text/matched.ts";
import { rankedNames } from "../../src/text/rank.ts";
import { anyString } from "../support/arbitraries.ts";
import { runs } from "../support/runs.ts";

/** The name with its parts in brackets. */
function marked(name: string, written: string): string {
  let end = 0;
  const pieces = matchedIn(name, written).map((span) => {
    const before = name.slice(end, span.start);
    end = span.end;
    return `${before}[${name.slice(span.start, end)}]`;
  });
  return pieces.join("") + name.slice(end);
}

test.each([
  ["Sales CRM", "", "Sales CRM"],
  ["Sales CRM", "sal", "[Sal]es CRM"],
  ["Sales CRM", "crm", "Sales [CRM]"],
  ["resale sale", "sale", "resale [sale]"],
  ["resale", "sale", "re[sale]"],
  ["Sales CRM", "scrm", "[S]ales [CRM]"],
  ["source:gmail", "gma", "source:[gma]il"],
  ["gmail", "gmial", "gmail"],
  ["Café au lait", "cafe a", "[Café a]u lait"],
  ["Cafe\u0301 x", "café", "[Cafe\u0301] x"],
  ["ﬁne", "f", "[ﬁ]ne"],
  ["🦊 fox", "🦊", "[🦊] fox"],
  ["aaa", "a", "[a]aa"],
  ["__proto__", "proto", "__[proto]__"],
  ["İstanbul", "istan", "[İstan]bul"],
])("the letters of %s that match %s are marked", (name, written, expected) => {
  expect(marked(name, written)).toBe(expected);
});

test("matched parts are ordered, disjoint, within the name, and present for every plain name that is found", () => {
  fc.assert(
    fc.property(anyString, anyString, (name, written) => {
      let last = -1;
      for (const { start, end } of matchedIn(name, written)) {
        expect(start).toBeGreaterThan(last);
        expect(end).toBeGreaterThan(start);
        last = end;
      }
      expect(last).toBeLessThanOrEqual(name.length);
    }),
    runs(1000),
  );
  const plain = fc.string({ unit: fc.constantFrom("a", "b", "A", " ", "-", "1"), maxLength: 7 });
  fc.assert(
    fc.property(plain, plain, (name, written) => {
      fc.pre(written !== "" && rankedNames([name])(written, 1).length > 0);
      expect(matchedIn(name, written)).not.toEqual([]);
    }),
    runs(1000),
  );
});
