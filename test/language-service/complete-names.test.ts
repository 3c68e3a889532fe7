// What is offered for a value that is a name: which names, in which order, and exactly what each replaces.

import { describe, expect, test } from "vitest";
import { createCatalog } from "../../src/index.ts";
import { lineOf, offers, offersAt } from "../support/language-service/offers.ts";

describe("names are offered in this order", () => {
  offers({
    "all of them where nothing is written": [
      "source:|",
      "gmail (g1) → source:gmail",
      'Google Mail (g2) → source:"Google Mail"',
      "drive (2 ids) → source:drive",
    ],
    "the exact one, those that begin so, those with a word that does, those that have it": [
      "shape:sales|",
      "sales (s3) → shape:sales",
      "Sales (s0) → shape:Sales",
      'Sales CRM (s1) → shape:"Sales CRM"',
      'Old Sales (s6) → shape:"Old Sales"',
    ],
    "the exact one first, by case": [
      "shape:Sales|",
      "Sales (s0) → shape:Sales",
      "sales (s3) → shape:sales",
      "…",
    ],
    "in the middle of words last": [
      "shape:ale|",
      "Sales (s0) → shape:Sales",
      'Sales CRM (s1) → shape:"Sales CRM"',
      "sales (s3) → shape:sales",
      "resale (s5) → shape:resale",
      'Old Sales (s6) → shape:"Old Sales"',
    ],
    "by their letters": ["shape:scrm|", 'Sales CRM (s1) → shape:"Sales CRM"'],
    "by letters, but not from within a word": ["shape:ax|"],
    "without accents": ["shape:cafe|", "Café (s4) → shape:Café"],
    "with accents that the name does not have": ["shape:ínb|", "Inbox (s2) → shape:Inbox"],
    "whatever the case": ["shape:INB|", "Inbox (s2) → shape:Inbox"],
    "the one that was perhaps meant": ["source:gmial|", "gmail (g1) → source:gmail"],
    "none where nothing is near": ["source:xyz|"],
    "of types": ["type:per|", "Person → type:Person", "PersonProfile → type:PersonProfile"],
    "of shapes after the other qualifier too": ["source-shape:inb|", "Inbox (s2) → source-shape:Inbox"],
  });
});

describe("an offer replaces exactly the value", () => {
  offers({
    "with what of it is behind the cursor": ["shape:In|xyz type:A", "Inbox (s2) → shape:Inbox type:A"],
    "whole, where the cursor is before it": ["shape:|Inb type:A", "Sales (s0) → shape:Sales type:A", "…"],
    "in quotes where it needs them": ["shape:big|", 'the "big" one (s7) → shape:"the \\"big\\" one"'],
    "inside quotes that are closed": ['shape:"Inb|" type:A', "Inbox (s2) → shape:Inbox type:A"],
    "behind quotes that are closed": ['shape:"Inb"| type:A', "Inbox (s2) → shape:Inbox type:A"],
    "before quotes that are closed": ['source:|"x y" type:A', "gmail (g1) → source:gmail type:A", "…"],
    "in the middle of quotes": ['shape:"Old| Sales" type:A', 'Old Sales (s6) → shape:"Old Sales" type:A'],
    "in quotes that something touches, which stay": ['shape:"Inb|"x', 'Inbox (s2) → shape:"Inbox"x'],
    "after a value that it touches": ['"x"shape:Inb|', 'Inbox (s2) → "x"shape:Inbox'],
    "inside single quotes, which go": ["shape:'Inb|'", "Inbox (s2) → shape:Inbox"],
    "inside typographic quotes, which go": ["shape:“Inb|”", "Inbox (s2) → shape:Inbox"],
    "with its qualifier in another case": ["Shape:Inb| x", "Inbox (s2) → shape:Inbox x"],
    "with its qualifier in another case, in quotes": ['SHAPE:"Inb|', "Inbox (s2) → shape:Inbox"],
    "on its line": ["type:A\nshape:Inb|\ntype:B", "Inbox (s2) → type:A\nshape:Inbox\ntype:B"],
    "beside letters that are two code units": ["shape:🦊Inb|🦊 🦊"],
  });
});

describe("an open quote", () => {
  offers({
    "ends with the text": ['shape:"Old S|', 'Old Sales (s6) → shape:"Old Sales"'],
    "has the words behind the cursor in it": ['shape:"Old| Sal', 'Old Sales (s6) → shape:"Old Sales"'],
    "does not have a term with a qualifier in it": [
      'shape:"Inb| type:Person',
      "Inbox (s2) → shape:Inbox type:Person",
    ],
    "nor the white space before it": [
      'shape:"Inb|  \n type:Person',
      "Inbox (s2) → shape:Inbox  \n type:Person",
    ],
    "nor what is behind that": [
      'shape:"Inb| source:"Google Mail" after:3mo',
      'Inbox (s2) → shape:Inbox source:"Google Mail" after:3mo',
    ],
    "nor one that the cursor is right before": [
      'shape:"Inbox |type:Person',
      "Inbox (s2) → shape:Inbox type:Person",
    ],
    "nor one where the cursor is before the quote": [
      'source:|"Sal type:A',
      "gmail (g1) → source:gmail type:A",
      "…",
    ],
    "has words with a colon that are no qualifier in it": ['shape:"Inb| foo:bar', "Inbox (s2) → shape:Inbox"],
    "has an escaped quote in it": [
      'shape:"the \\"b|ig\\" one',
      'the "big" one (s7) → shape:"the \\"big\\" one"',
    ],
    "with the cursor inside an escape": ['source:"\\|" type:A'],
    "with a date": ['after:"yes| type:A', "yesterday (2026-11-19 00:00 UTC) → after:yesterday type:A"],
  });
});

describe("hostile names", () => {
  const names = [
    "__proto__",
    "toString",
    "a`b",
    'q"q',
    "back\\",
    "'x'",
    "a\nb",
    "“s”",
    "(x",
    " pad ",
    "\ud800",
    "a\u200bb",
    "a\u0000b",
    "",
  ];
  const long = "x".repeat(10_000);
  const rows = [...names, long].map((name, at) => ({ id: `i${String(at)}`, name }));
  const hostile = createCatalog({ sources: rows, types: rows.map(({ name }) => name) });

  offers(
    {
      "are names like any other": ["source:__p|", "__proto__ (i0) → source:__proto__"],
      "with a backquote": ["source:a`|", "a`b (i2) → source:a`b"],
      "with a quote": ["source:q|", 'q"q (i3) → source:"q\\"q"'],
      "with a backslash at the end": ["source:back|", "back\\ (i4) → source:back\\"],
      "in single quotes": ["source:\"'x|", "'x' (i5) → source:\"'x'\""],
      "with a line break": ['source:"a\nb|', 'a\nb (i6) → source:"a\nb"'],
      "in typographic quotes": ['source:"“s|', '“s” (i7) → source:"“s”"'],
      "with half a pair of parentheses": ["source:(x|", '(x (i8) → source:"(x"'],
      "with spaces around": ['source:" pad|', ' pad  (i9) → source:" pad "'],
      "as a type": ["type:toS|", "toString → type:toString"],
    },
    hostile,
  );

  test("that no query can hold are left out, and keep no other out", async () => {
    expect((await offersAt("source:|", hostile)).map(({ label }) => label)).toEqual([
      ...names.slice(0, 10),
      long,
    ]);
    const lone = createCatalog({
      types: [...Array.from({ length: 200 }, (_, at) => `\ud800${String(at)}`), "last"],
    });
    expect((await offersAt("type:|", lone)).map(({ label }) => label)).toEqual(["last"]);
  });

  test("of 10 000 characters are offered", async () => {
    const source = `source:${"x".repeat(20)}|`;
    expect((await offersAt(source, hostile)).map((item) => lineOf(source, item))).toEqual([
      `${long} (i14) → source:${long}`,
    ]);
  });

  test("have ids that are shown on one line", async () => {
    const id = `a\nb${"c".repeat(100)}`;
    const [item] = await offersAt("source:|", createCatalog({ sources: [{ id, name: "n" }] }));
    expect(item?.detail).toMatch(/^a<U\+000A>bc{40,60}…$/u);
  });
});

describe("a catalog", () => {
  offers(
    { "that is empty offers nothing": ["source:|"], "that does not list types offers none": ["type:|"] },
    createCatalog({}),
  );
  offers({ "that is not there offers nothing": ["source:g|"] }, null);

  test("of very many names offers the best hundred", async () => {
    const sources = Array.from({ length: 5000 }, (_, at) => ({ id: String(at), name: `name ${String(at)}` }));
    const catalog = createCatalog({ sources });
    expect(await offersAt("source:|", catalog)).toHaveLength(100);
    const labels = (await offersAt('source:"name 4999|', catalog)).map(({ label }) => label);
    expect(labels).toEqual(["name 4999"]);
  });

  test("of names that are alike to the search offers the written one first, however many there are", async () => {
    const marks = ["a", "\u00e1", "\u00e0", "\u00e2", "\u00e4", "\u00e3"];
    const types = marks.flatMap((one) => marks.flatMap((two) => marks.map((three) => one + two + three)));
    const [first, ...others] = await offersAt("type:\u00e3\u00e3\u00e3|", createCatalog({ types }));
    expect(first?.label).toBe("\u00e3\u00e3\u00e3");
    expect(others).toHaveLength(99);
  });
});
