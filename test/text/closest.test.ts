// Tests suggestions ("Did you mean"): which name is close enough, and which of several.

import fc from "fast-check";
import { expect, test } from "vitest";
import { closestName } from "../../src/text/closest.ts";
import { distancesFrom } from "../../src/text/distance.ts";
import { patience, runs } from "../support/runs.ts";

const people = ["quarterly", "Person", "Company", "Sales CRM", "source-shape", "Müller", "OR"];

test.each([
  { written: "Persn", closest: "Person", why: "a letter is missing" },
  { written: "Personn", closest: "Person", why: "a letter is too many" },
  { written: "Persan", closest: "Person", why: "a letter is another" },
  { written: "Pesron", closest: "Person", why: "two letters changed places" },
  { written: "qaurterl", closest: "quarterly", why: "one letter is missing, and two changed places" },
  { written: "person", closest: "Person", why: "only the case differs" },
  { written: "PERSON", closest: "Person", why: "only the case differs" },
  { written: "SalesCRM", closest: "Sales CRM", why: "a space is missing" },
  { written: "sales-crm", closest: "Sales CRM", why: "case and a hyphen differ" },
  { written: "sales_cmr", closest: "Sales CRM", why: "case, an underscore and two letters differ" },
  { written: "sourceshape", closest: "source-shape", why: "a hyphen is missing" },
  { written: "Muller", closest: "Müller", why: "a letter has no dots" },
  { written: "Ｐｅｒｓｏｎ", closest: "Person", why: "the letters are full-width" },
  { written: "or", closest: "OR", why: "only the case differs, however short" },
])("$written is close to $closest: $why", ({ written, closest }) => {
  expect(closestName(people)(written)).toBe(closest);
});

test.each([
  { written: "Person", why: "it is the name itself" },
  { written: "", why: "nothing is close to nothing" },
  { written: " -_", why: "without its hyphens it is nothing" },
  { written: "on", why: "of two letters none may differ" },
  { written: "Pe", why: "four letters are missing" },
  { written: "Pxxson".repeat(3), why: "too much differs" },
  { written: "Pxxson", why: "a third of the letters differs" },
  { written: "ePrsno", why: "two letters of six changed places, twice" },
  { written: "Invoice", why: "it is another word" },
  { written: "Person".repeat(20), why: "it is longer than any name that is compared" },
])("nothing is close to $written: $why", ({ written }) => {
  expect(closestName(people)(written)).toBeUndefined();
});

test("a quarter of the letters may differ, at least one of three, and never more than three", () => {
  const find = closestName(["abcdefghijklmnop", "abc", "abcdefgh"]);
  expect(find("abx")).toBe("abc");
  expect(find("axx")).toBeUndefined();
  expect(find("ax")).toBeUndefined();
  expect(find("abcdefxx")).toBe("abcdefgh");
  expect(find("abcdexxx")).toBeUndefined();
  expect(find("abcdefghijklmxxx")).toBe("abcdefghijklmnop");
  expect(find("abcdefghijklxxxx")).toBeUndefined();
});

test("the nearest name wins, wherever it stands", () => {
  expect(closestName(["Parsan", "Persan", "Person"])("Persom")).toBe("Person");
  expect(closestName(["Person", "Persan", "Parsan"])("Persom")).toBe("Person");
});

test("the name with the same first letter wins among equally near names", () => {
  expect(closestName(["bear", "gear", "fear"])("geax")).toBe("gear");
  expect(closestName(["bar", "gap"])("gar")).toBe("gap");
  expect(closestName(["gap", "bar"])("gar")).toBe("gap");
});

test("the name that sorts first wins among equally near names with the same first letter", () => {
  expect(closestName(["team", "teal", "tear"])("teak")).toBe("teal");
  expect(closestName(["tear", "team", "teal"])("teak")).toBe("teal");
});

test("case decides a tie", () => {
  expect(closestName(["Gmail", "gmail"])("gmial")).toBe("gmail");
  expect(closestName(["gmail", "Gmail"])("Gmial")).toBe("Gmail");
});

test("the closest name is that of a search through all names", { timeout: patience }, () => {
  const unit = fc.constantFrom("a", "b", "c", "A", " ", "-", "é");
  const name = fc.oneof(fc.string({ unit, maxLength: 6 }), fc.string({ unit, minLength: 10, maxLength: 18 }));
  fc.assert(
    fc.property(fc.uniqueArray(name, { maxLength: 40 }), name, (names, written) => {
      expect(closestName(names)(written)).toBe(searchAll(names, written));
    }),
    runs(2000),
  );
});

/** The first of all the names that are near enough, once they are sorted by how near they are. */
function searchAll(names: readonly string[], written: string): string | undefined {
  const own = lettersOf(written);
  const bound = own.length < 3 ? 0 : Math.min(3, Math.max(1, Math.floor(own.length / 4)));
  const distanceTo = distancesFrom(own);
  const found = names
    .map((name) => ({
      name,
      distance: distanceTo(lettersOf(name)),
      unlike: Number(lettersOf(name)[0] !== own[0]) + Number(name[0] !== written[0]),
    }))
    .filter(({ name, distance }) => distance <= bound && name !== written);
  const byName = found.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return byName.toSorted((a, b) => a.distance - b.distance || a.unlike - b.unlike)[0]?.name;
}

function lettersOf(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\s_-]/gu, "");
}

test("names of object members are ordinary names", () => {
  expect(closestName(["__proto__", "constructor"])("__prot__")).toBe("__proto__");
  expect(closestName(["constructor"])("constuctor")).toBe("constructor");
  expect(closestName([])("constructor")).toBeUndefined();
});

test("a lone surrogate is compared like any other", () => {
  expect(closestName(["abc\ud83d"])("abc")).toBe("abc\ud83d");
});

test("the names are read once, at the first query", () => {
  let read = 0;
  const names = {
    *[Symbol.iterator]() {
      read++;
      yield "Person";
    },
  };
  const find = closestName(names);
  expect(read).toBe(0);
  expect([find("Persn"), find("Prson")]).toEqual(["Person", "Person"]);
  expect(read).toBe(1);
});

test("a hundred thousand names are searched quickly", () => {
  const names = Array.from({ length: 100_000 }, (_, index) => `Customer ${index.toString(36)} of Company`);
  const find = closestName([...names, "Quarterly Report"]);
  const before = process.cpuUsage();
  for (let round = 0; round < 20; round++) expect(find("Quaterly Report")).toBe("Quarterly Report");
  const { user, system } = process.cpuUsage(before);
  // Measured below a tenth of a second; the bound only tells linear from quadratic.
  expect((user + system) / 1e6).toBeLessThan(10);
});

test("at most twenty thousand names that look as close are compared", () => {
  // The same letters, and as many: nothing but the distance tells that they are not close.
  const others = Array.from({ length: 30_000 }, (_, index) => `hgfedcba${permuted("ijklmnop", index)}`);
  const among = (count: number): string | undefined =>
    closestName([...others.slice(0, count), "abcdefghijklmnpo"])("abcdefghijklmnop");
  expect(new Set(others).size).toBe(others.length);
  expect([among(19_000), among(30_000)]).toEqual(["abcdefghijklmnpo", undefined]);
});

/** One of the orders of some letters, by its number. */
function permuted(letters: string, index: number): string {
  const rest = Array.from(letters);
  let left = index;
  return Array.from(letters, () => {
    const at = left % rest.length;
    left = Math.floor(left / rest.length);
    return rest.splice(at, 1).join("");
  }).join("");
}

test("a name of a million letters neither matches nor takes long", () => {
  const long = "a".repeat(1_000_000);
  expect(closestName([long, "Person"])(long)).toBeUndefined();
  expect(closestName([long, "Person"])("Persn")).toBe("Person");
});
