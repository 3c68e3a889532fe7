// Tests what is offered for a value that is a name: which names, in which order, and exactly what each replaces.

import { describe, expect, test } from "vitest";
import { createCatalog } from "../../src/index.ts";
import { lineOf, offers, offersAt } from "./support/offers.ts";

describe("names are offered in this order", () => {
  offers({
    "all of them where nothing is written": [
      "source:|",
      "gmail → source:gmail",
      'Google Mail → source:"Google Mail"',
      "drive (2 sources) → source:drive",
    ],
    "the exact one, those that begin so, those with a word that does, those that have it": [
      "shape:sales|",
      "sales → shape:sales",
      "Sales → shape:Sales",
      'Sales CRM → shape:"Sales CRM"',
      'Old Sales → shape:"Old Sales"',
    ],
    "the exact one first, by case": ["shape:Sales|", "Sales → shape:Sales", "sales → shape:sales", "…"],
    "in the middle of words last, and shorter ones first": [
      "shape:ale|",
      "Sales → shape:Sales",
      "sales → shape:sales",
      "resale → shape:resale",
      'Sales CRM → shape:"Sales CRM"',
      'Old Sales → shape:"Old Sales"',
    ],
    "shorter ones first, whatever their order in the catalog": [
      "shape:sa|",
      "Sales → shape:Sales",
      "sales → shape:sales",
      'Sales CRM → shape:"Sales CRM"',
      "…",
    ],
    "by their letters": ["shape:scrm|", 'Sales CRM → shape:"Sales CRM"'],
    "by letters, but not from within a word": ["shape:ax|"],
    "without accents": ["shape:cafe|", "Café → shape:Café"],
    "with accents that the name does not have": ["shape:ínb|", "Inbox → shape:Inbox"],
    "whatever the case": ["shape:INB|", "Inbox → shape:Inbox"],
    "the one that was perhaps meant": ["source:gmial|", "gmail → source:gmail"],
    "none where nothing is near": ["source:xyz|"],
    "of types": ["type:per|", "Person → type:Person", "PersonProfile → type:PersonProfile"],
    "of shapes after the other qualifier too": ["source-shape:inb|", "Inbox → source-shape:Inbox"],
  });
});

describe("a name is followed by", () => {
  const described = createCatalog({
    shapes: [
      { id: "s1", name: "Sales", description: "All deals" },
      { id: "s2", name: "Inbox", description: "" },
      { id: "s3", name: "Twice", description: "One of two" },
      { id: "s4", name: "Twice" },
      { id: "s5", name: "Silent" },
    ],
  });
  offers(
    {
      "its description, or how many things have the name, without ids": [
        "shape:|",
        "Sales (All deals) → shape:Sales",
        "Inbox → shape:Inbox",
        "Twice (2 shapes) → shape:Twice",
        "Silent → shape:Silent",
      ],
    },
    described,
  );
  const { descriptionOf: _, ...shapes } = described.shapes;
  offers(
    { "nothing in a catalog without descriptions": ["shape:Sal|", "Sales → shape:Sales"] },
    { ...described, shapes },
  );
});

describe("a name that the query has", () => {
  offers({
    "is not offered again": ["source:gmail source:g|", 'Google Mail → source:gmail source:"Google Mail"'],
    "is not offered where nothing is written": [
      "source:gmail source:|",
      'Google Mail → source:gmail source:"Google Mail"',
      "drive (2 sources) → source:gmail source:drive",
    ],
    "is not offered before the term that has it": [
      "type:| type:Person type:Company",
      "PersonProfile → type:PersonProfile type:Person type:Company",
    ],
    "is not offered as what was perhaps meant": ["source:gmail source:gmial|"],
    "is not offered as a term": ["shape:Inbox inb|"],
    "is offered first where it is written in full": [
      "type:Person type:Person|",
      "Person → type:Person type:Person",
      "PersonProfile → type:Person type:PersonProfile",
    ],
    "is offered after another qualifier": [
      "shape:Inbox source-shape:inb|",
      "Inbox → shape:Inbox source-shape:Inbox",
    ],
    "is offered in the term that has it": ["shape:In|box", "Inbox → shape:Inbox"],
    "is offered in the quotes that have it": ['shape:"In|box"', "Inbox → shape:Inbox"],
  });

  test("does not displace others from the best hundred", async () => {
    const types = Array.from({ length: 150 }, (_, at) => `t${String(at)}`);
    const taken = types.slice(0, 40).map((name) => `type:${name}`);
    const items = await offersAt(`${taken.join(" ")} type:|`, createCatalog({ types }));
    expect(items.map(({ label }) => label)).toEqual(types.slice(40, 140));
  });
});

describe("an offer replaces exactly the value", () => {
  offers({
    "with what of it is after the cursor": ["shape:In|xyz type:A", "Inbox → shape:Inbox type:A"],
    "whole, where the cursor is before it": ["shape:|Inb type:A", "Sales → shape:Sales type:A", "…"],
    "in quotes where it needs them": ["shape:big|", 'the "big" one → shape:"the \\"big\\" one"'],
    "inside quotes that are closed": ['shape:"Inb|" type:A', "Inbox → shape:Inbox type:A"],
    "after quotes that are closed": ['shape:"Inb"| type:A', "Inbox → shape:Inbox type:A"],
    "before quotes that are closed": ['source:|"x y" type:A', "gmail → source:gmail type:A", "…"],
    "in the middle of quotes": ['shape:"Old| Sales" type:A', 'Old Sales → shape:"Old Sales" type:A'],
    "in quotes that something touches, which stay": ['shape:"Inb|"x', 'Inbox → shape:"Inbox"x'],
    "after a value that it touches": ['"x"shape:Inb|', 'Inbox → "x"shape:Inbox'],
    "inside single quotes, which go": ["shape:'Inb|'", "Inbox → shape:Inbox"],
    "inside typographic quotes, which go": ["shape:“Inb|”", "Inbox → shape:Inbox"],
    "with its qualifier in another case": ["Shape:Inb| x", "Inbox → shape:Inbox x"],
    "with its qualifier in another case, in quotes": ['SHAPE:"Inb|', "Inbox → shape:Inbox"],
    "on its line": ["type:A\nshape:Inb|\ntype:B", "Inbox → type:A\nshape:Inbox\ntype:B"],
    "next to letters that are two code units": ["shape:🦊Inb|🦊 🦊"],
  });
});

describe("an open quote", () => {
  offers({
    "ends with the text": ['shape:"Old S|', 'Old Sales → shape:"Old Sales"'],
    "has the words after the cursor in it": ['shape:"Old| Sal', 'Old Sales → shape:"Old Sales"'],
    "does not have a term with a qualifier in it": [
      'shape:"Inb| type:Person',
      "Inbox → shape:Inbox type:Person",
    ],
    "does not have the white space before the next term in it": [
      'shape:"Inb|  \n type:Person',
      "Inbox → shape:Inbox  \n type:Person",
    ],
    "does not have what follows that term in it": [
      'shape:"Inb| source:"Google Mail" after:3mo',
      'Inbox → shape:Inbox source:"Google Mail" after:3mo',
    ],
    "does not have a term in it that the cursor is right before": [
      'shape:"Inbox |type:Person',
      "Inbox → shape:Inbox type:Person",
    ],
    "does not have a term in it where the cursor is before the quote": [
      'source:|"Sal type:A',
      "gmail → source:gmail type:A",
      "…",
    ],
    "has words with a colon that are no qualifier in it": ['shape:"Inb| foo:bar', "Inbox → shape:Inbox"],
    "has an escaped quote in it": ['shape:"the \\"b|ig\\" one', 'the "big" one → shape:"the \\"big\\" one"'],
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
      "are names like any other": ["source:__p|", "__proto__ → source:__proto__"],
      "with a backquote": ["source:a`|", "a`b → source:a`b"],
      "with a quote": ["source:q|", 'q"q → source:"q\\"q"'],
      "with a backslash at the end": ["source:back|", "back\\ → source:back\\"],
      "in single quotes": ["source:\"'x|", "'x' → source:\"'x'\""],
      "with a line break": ['source:"a\nb|', 'a\nb → source:"a\nb"'],
      "in typographic quotes": ['source:"“s|', '“s” → source:"“s”"'],
      "with half a pair of parentheses": ["source:(x|", '(x → source:"(x"'],
      "with spaces around": ['source:" pad|', ' pad  → source:" pad "'],
      "as a type": ["type:toS|", "toString → type:toString"],
    },
    hostile,
  );

  test("that no query can contain are left out, and do not displace others", async () => {
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
      `${long} → source:${long}`,
    ]);
  });

  test("have descriptions that are shown on one line", async () => {
    const description = `a\nb${"c".repeat(100)}`;
    const sources = [{ id: "1", name: "n", description }];
    const [item] = await offersAt("source:|", createCatalog({ sources }));
    expect(item?.detail).toMatch(/^a<U\+000A>bc{40,60}…$/u);
  });
});

describe("a catalog", () => {
  offers(
    { "that is empty offers nothing": ["source:|"], "that does not list types offers none": ["type:|"] },
    createCatalog({}),
  );
  offers({ "that does not exist offers nothing": ["source:g|"] }, null);

  test("of very many names offers the best hundred", async () => {
    const sources = Array.from({ length: 5000 }, (_, at) => ({ id: String(at), name: `name ${String(at)}` }));
    const catalog = createCatalog({ sources });
    expect(await offersAt("source:|", catalog)).toHaveLength(100);
    const labels = (await offersAt('source:"name 4999|', catalog)).map(({ label }) => label);
    expect(labels).toEqual(["name 4999"]);
  });

  test("of names that the search cannot distinguish offers the typed one first, however many there are", async () => {
    const marks = ["a", "\u00e1", "\u00e0", "\u00e2", "\u00e4", "\u00e3"];
    const types = marks.flatMap((one) => marks.flatMap((two) => marks.map((three) => one + two + three)));
    const [first, ...others] = await offersAt("type:\u00e3\u00e3\u00e3|", createCatalog({ types }));
    expect(first?.label).toBe("\u00e3\u00e3\u00e3");
    expect(others).toHaveLength(99);
  });
});
