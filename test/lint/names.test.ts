// Tests the diagnostics about names: unknown, ambiguous, listed with commas, written as ids.

import { describe, expect, test } from "vitest";
import { createCatalog, type ValidateOptions } from "../../src/index.ts";
import { checkAll, codesOf, isSilent, reports, setting } from "../support/check.ts";
import { exampleNow } from "../support/example-catalog.ts";

const withoutCatalog: ValidateOptions = { now: exampleNow };
const id = (last: string): string => `c0ffee00-0000-4000-8000-${last.padStart(12, "0")}`;

describe("unresolved-shape", () => {
  reports("unresolved-shape", {
    "with the closest name that there is": [
      'shape:‹"Sales CMR"›',
      "warning: No shape is named `Sales CMR`, and as no `shape:` name is known, the slice is empty. Did you mean `Sales CRM`?",
      'fix: write `Sales CRM` → shape:"Sales CRM"',
    ],
    "a name that needs no quotes is fixed without": [
      'shape:‹"inbox"›',
      "warning: No shape is named `inbox`, and as no `shape:` name is known, the slice is empty. Did you mean `Inbox`?",
      "preferred fix: write `Inbox` → shape:Inbox",
    ],
    "a name like no other has no fix": [
      "shape:‹Nowhere›",
      "warning: No shape is named `Nowhere`, and as no `shape:` name is known, the slice is empty. Check its spelling and capitalization.",
    ],
    "next to a name that is known, the slice is not empty": [
      'shape:"Sales CRM" shape:‹Nowhere›',
      "warning: No shape is named `Nowhere`, so it adds nothing to the slice. Check its spelling and capitalization.",
    ],
    "before a name that is known as well": [
      "shape:‹Nowhere› shape:Inbox",
      "warning: No shape is named `Nowhere`, so it adds nothing to the slice. Check its spelling and capitalization.",
    ],
    "the shape of a source is a shape": [
      "source-shape:‹Inbx›",
      "warning: No shape is named `Inbx`, and as no `source-shape:` name is known, the slice is empty. Did you mean `Inbox`?",
      "fix: write `Inbox` → source-shape:Inbox",
    ],
    "each qualifier is known or not by itself": [
      "shape:Inbox source-shape:‹Nowhere›",
      "warning: No shape is named `Nowhere`, and as no `source-shape:` name is known, the slice is empty. Check its spelling and capitalization.",
    ],
    "the name of a source is no shape": [
      "shape:‹gmail›",
      "warning: No shape is named `gmail`, and as no `shape:` name is known, the slice is empty. Check its spelling and capitalization.",
    ],
  });

  reports(
    "unresolved-shape",
    {
      "a name that looks alike is distinguished": [
        "shape:‹Cafe\u0301›",
        "warning: No shape is named `Cafe\u0301`, and as no `shape:` name is known, the slice is empty. Did you mean `Caf\u00e9`? It looks alike, but has `\u00e9` (U+00E9) where you wrote `e\u0301` (U+0065 U+0301).",
        "preferred fix: write `Caf\u00e9` → shape:Caf\u00e9",
      ],
    },
    { ...setting, catalog: createCatalog({ shapes: [{ id: "1", name: "Caf\u00e9" }] }) },
  );

  isSilent("unresolved-shape", {
    "a name that is known": 'shape:"Sales CRM" source-shape:Inbox',
    "no name at all": "shape:",
    "a source": "source:Nowhere",
    "an id": `shape:${id("dead")}`,
    "a name with a mistake of its own": "shape:“Nowhere”",
  });
  isSilent("unresolved-shape", { "no catalog": "shape:Nowhere" }, withoutCatalog);
});

describe("unresolved-source", () => {
  reports("unresolved-source", {
    "with the closest name that there is": [
      "source:‹gmial›",
      "warning: No source is named `gmial`, and as no `source:` name is known, the slice is empty. Did you mean `gmail`?",
      "fix: write `gmail` → source:gmail",
    ],
    "names are compared exactly": [
      "type:Person source:‹Gmail›",
      "warning: No source is named `Gmail`, and as no `source:` name is known, the slice is empty. Did you mean `gmail`?",
      "preferred fix: write `gmail` → type:Person source:gmail",
    ],
    "next to a name that is known, the slice is not empty": [
      "source:slack source:‹nowhere›",
      "warning: No source is named `nowhere`, so it adds nothing to the slice. Check its spelling and capitalization.",
    ],
    "a colon may be part of a name": [
      "source:‹github:repo›",
      "warning: No source is named `github:repo`, and as no `source:` name is known, the slice is empty. Check its spelling and capitalization.",
    ],
  });

  isSilent("unresolved-source", {
    "a name that is known": 'source:gmail source:"Smith, Jones"',
    "a shape": "shape:Nowhere",
    "an empty name": 'source:""',
  });
  isSilent("unresolved-source", { "no catalog": "source:nowhere" }, withoutCatalog);

  test("names of objects in JavaScript are not known", () => {
    expect(codesOf("source:constructor shape:__proto__ shape:toString")).toEqual([
      "unresolved-source",
      "unresolved-shape",
      "unresolved-shape",
    ]);
  });

  test("in an empty catalog no name is known or close", () => {
    const options = { ...setting, catalog: createCatalog({}) };
    expect(codesOf("source:gmail shape:Inbox type:Person", options)).toEqual([
      "unresolved-source",
      "unresolved-shape",
    ]);
  });
});

describe("unknown-type", () => {
  reports("unknown-type", {
    "with the closest type that there is": [
      "type:‹Persn›",
      "information: `Persn` is not one of the types in the catalog, so it may match nothing. Did you mean `Person`?",
      "fix: write `Person` → type:Person",
    ],
    "a type like no other has no fix": [
      "type:‹Invoice›",
      "information: `Invoice` is not one of the types in the catalog, so it may match nothing. Check its spelling and capitalization.",
    ],
    "types are compared exactly": [
      "type:‹person›",
      "information: `person` is not one of the types in the catalog, so it may match nothing. Did you mean `Person`?",
      "preferred fix: write `Person` → type:Person",
    ],
  });

  reports(
    "unknown-type",
    {
      "a suggestion with what nobody sees shows it, and cannot be written": [
        "type:‹Person›",
        "information: `Person` is not one of the types in the catalog, so it may match nothing. Did you mean `Pers<U+200B>on`?",
      ],
    },
    { ...setting, catalog: createCatalog({ types: ["Pers\u200bon"] }) },
  );

  reports(
    "unknown-type",
    {
      "a type that looks alike is distinguished": [
        "type:‹\u0421ompany›",
        "information: `\u0421ompany` is not one of the types in the catalog, so it may match nothing. Did you mean `Company`? It looks alike, but has `C` (U+0043) where you wrote `\u0421` (U+0421).",
        "fix: write `Company` → type:Company",
      ],
    },
    setting,
  );

  isSilent("unknown-type", { "a type that is listed": "type:Person type:Company", "no type": "type:" });
  isSilent("unknown-type", { "no catalog": "type:Persn" }, withoutCatalog);
  isSilent(
    "unknown-type",
    { "a catalog that lists no types": "type:Persn" },
    { ...setting, catalog: createCatalog({ shapes: [] }) },
  );
});

describe("ambiguous-name", () => {
  reports("ambiguous-name", {
    "a name of two sources": [
      "type:Person source:‹drive›",
      "information: `drive` is the name of 2 sources; the slice includes the entities of all of them.",
    ],
    "a name in quotes": [
      'source:‹"drive"›',
      "information: `drive` is the name of 2 sources; the slice includes the entities of all of them.",
    ],
  });
  reports(
    "ambiguous-name",
    {
      "a name of three shapes": [
        "source-shape:‹A›",
        "information: `A` is the name of 3 shapes; the slice includes the entities of all of them.",
      ],
    },
    {
      ...setting,
      catalog: createCatalog({ shapes: ["1", "2", "3"].map((each) => ({ id: each, name: "A" })) }),
    },
  );

  isSilent("ambiguous-name", { "a name of one source": "source:gmail", "a name of none": "source:nowhere" });
  isSilent(
    "ambiguous-name",
    { "one id given twice": "source:a" },
    {
      ...setting,
      catalog: createCatalog({
        sources: [
          { id: "1", name: "a" },
          { id: "1", name: "a" },
        ],
      }),
    },
  );
});

describe("comma-in-name", () => {
  const title = "write one term for each";
  reports("comma-in-name", {
    "two sources": [
      "source:‹gmail,slack›",
      "warning: A comma does not separate names, so this is one name, which matches nothing. Write a term for each: `source:gmail` and `source:slack`.",
      `preferred fix: ${title} → source:gmail source:slack`,
    ],
    "names in quotes, with white space": [
      'after:7d shape:‹"Sales CRM, Inbox"› x',
      'warning: A comma does not separate names, so this is one name, which matches nothing. Write a term for each: `shape:"Sales CRM"` and `shape:Inbox`.',
      `fix: ${title} → after:7d shape:"Sales CRM" shape:Inbox x`,
    ],
    "types that are listed": [
      "type:‹Person,Company›",
      "warning: A comma does not separate names, so this is one name, which matches nothing. Write a term for each: `type:Person` and `type:Company`.",
      `preferred fix: ${title} → type:Person type:Company`,
    ],
    "quotes that keep it apart from the next term are not taken away unasked": [
      'source:‹"gmail,slack"›type:Person',
      "warning: A comma does not separate names, so this is one name, which matches nothing. Write a term for each: `source:gmail` and `source:slack`.",
      `fix: ${title} → source:gmail source:slacktype:Person`,
    ],
    "three names": [
      "source:‹gmail,slack,drive›",
      "warning: A comma does not separate names, so this is one name, which matches nothing. Write a term for each: `source:gmail`, `source:slack` and `source:drive`.",
      `preferred fix: ${title} → source:gmail source:slack source:drive`,
    ],
  });

  isSilent("comma-in-name", {
    "a name with a comma that is known": 'source:"Smith, Jones"',
    "a part that is not known": "source:gmail,unknown",
    "an empty part": "source:gmail,",
    "names of another qualifier": "shape:gmail,slack",
    "free text": "type:Person gmail,slack",
  });
  isSilent("comma-in-name", { "no catalog": "source:gmail,slack type:Person,Company" }, withoutCatalog);

  test("nothing else is reported for the name", () => {
    checkAll("source:gmail,slack", ["comma-in-name source:‹gmail,slack›"]);
    checkAll("type:Person,Company", ["comma-in-name type:‹Person,Company›"]);
  });
});

describe("uuid-not-a-name", () => {
  reports("uuid-not-a-name", {
    "an id of the catalog is fixed": [
      `source:‹${id("1")}›`,
      `warning: \`${id("1")}\` is an ID; slices use names, so this matches nothing. Write the name \`gmail\`.`,
      "preferred fix: write `gmail` → source:gmail",
    ],
    "a name that needs quotes gets them": [
      `source-shape:‹${id("10")}›`,
      `warning: \`${id("10")}\` is an ID; slices use names, so this matches nothing. Write the name \`Sales CRM\`.`,
      'preferred fix: write `Sales CRM` → source-shape:"Sales CRM"',
    ],
    "an id that the catalog does not know has no fix": [
      `shape:‹${id("dead")}›`,
      `warning: \`${id("dead")}\` is an ID; slices use names, so this matches nothing. Write the name of the shape.`,
    ],
    "an id in capitals is that in lower case": [
      `source:‹${id("1").toUpperCase()}›`,
      `warning: \`${id("1").toUpperCase()}\` is an ID; slices use names, so this matches nothing. Write the name \`gmail\`.`,
      "preferred fix: write `gmail` → source:gmail",
    ],
    "an id in braces is that without": [
      `source:‹{${id("1")}}›`,
      `warning: \`{${id("1")}}\` is an ID; slices use names, so this matches nothing. Write the name \`gmail\`.`,
      "preferred fix: write `gmail` → source:gmail",
    ],
    "a name that other ids have as well says more than the id": [
      `source:‹${id("3")}›`,
      `warning: \`${id("3")}\` is an ID; slices use names, so this matches nothing. Write the name \`drive\`.`,
      "fix: write `drive` → source:drive",
    ],
    "quotes that keep it apart from the next term are not taken away unasked": [
      `source:‹"${id("1")}"›type:Person`,
      `warning: \`${id("1")}\` is an ID; slices use names, so this matches nothing. Write the name \`gmail\`.`,
      "fix: write `gmail` → source:gmailtype:Person",
    ],
    "an id in capitals that the catalog does not know": [
      `source:‹${id("dead").toUpperCase()}›`,
      `warning: \`${id("dead").toUpperCase()}\` is an ID; slices use names, so this matches nothing. Write the name of the source.`,
    ],
    "an id in braces that the catalog does not know": [
      `source:‹{${id("dead")}}›`,
      `warning: \`{${id("dead")}}\` is an ID; slices use names, so this matches nothing. Write the name of the source.`,
    ],
  });
  reports(
    "uuid-not-a-name",
    {
      "an id of another form that the catalog knows": [
        "source:‹src_1›",
        "warning: `src_1` is an ID; slices use names, so this matches nothing. Write the name `gmail`.",
        "preferred fix: write `gmail` → source:gmail",
      ],
    },
    { ...setting, catalog: createCatalog({ sources: [{ id: "src_1", name: "gmail" }] }) },
  );

  reports(
    "uuid-not-a-name",
    {
      "an id that the catalog has in capitals": [
        "source:‹SRC_1›",
        "warning: `SRC_1` is an ID; slices use names, so this matches nothing. Write the name `gmail`.",
        "preferred fix: write `gmail` → source:gmail",
      ],
    },
    { ...setting, catalog: createCatalog({ sources: [{ id: "SRC_1", name: "gmail" }] }) },
  );

  isSilent("uuid-not-a-name", {
    "a name": "source:gmail",
    "a type": `type:${id("1")}`,
    "almost an id": `source:${id("1")}0`,
  });
  isSilent("uuid-not-a-name", { "no catalog": `source:${id("1")}` }, withoutCatalog);
  isSilent(
    "uuid-not-a-name",
    { "an id that is a name as well": "source:x" },
    {
      ...setting,
      catalog: createCatalog({
        sources: [
          { id: "x", name: "y" },
          { id: "z", name: "x" },
        ],
      }),
    },
  );

  test("an empty name is only reported as missing, whatever the catalog has", () => {
    const nameless = [
      { id: "", name: "a" },
      { id: "x", name: "" },
      { id: "y", name: "" },
    ];
    for (const shapes of [nameless.slice(0, 1), nameless.slice(1), nameless]) {
      const options = { ...setting, catalog: createCatalog({ shapes }) };
      checkAll('shape:""', ['missing-value ‹shape:""›'], options);
      checkAll("shape:", ["missing-value ‹shape:›"], options);
    }
  });

  test("nothing else is reported for the name", () => {
    checkAll(`source:${id("1")}`, [`uuid-not-a-name source:‹${id("1")}›`]);
  });
});
