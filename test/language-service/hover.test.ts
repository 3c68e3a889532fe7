// Tests the explanation of the term under the pointer, as pieces and as Markdown that no name can break.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createLanguageService, type LanguageServiceOptions } from "../../src/exports/language-service.ts";
import { createCatalog, parse } from "../../src/index.ts";
import { markdownOf } from "../../src/language-service/prose.ts";
import { anyString, world } from "../support/arbitraries.ts";
import { exampleCatalog, exampleNow } from "../support/example-catalog.ts";
import { mark } from "../support/marked.ts";
import { patience, runs } from "../support/runs.ts";
import { hasMarkup, readMarkdown } from "./support/commonmark.ts";
import { cursorIn } from "./support/offers.ts";

const setting: LanguageServiceOptions = { catalog: exampleCatalog, now: exampleNow, timeZone: "UTC" };

/** A text with the pointer, then the text with marks around the term, then the paragraphs, code in backquotes. */
type Row = readonly [source: string, ...lines: readonly string[]];

function check(rows: Readonly<Record<string, Row>>, options: LanguageServiceOptions = setting): void {
  test.each(Object.entries(rows))("%s", async (_, [source, ...lines]) => {
    const { text, offset } = cursorIn(source);
    const hover = await createLanguageService(options).hover(text, offset);
    expect(hover === null ? [] : [mark(text, hover.span), ...hover.contents.split("\n\n")]).toEqual(lines);
  });
}

describe("the hover of a name", () => {
  const headline = "`shape:` entities of the shape with this name.";
  check({
    "that is known": [
      "shape:In|box x",
      "‹shape:Inbox› x",
      headline,
      "`Inbox` stands for `c0ffee00-0000-4000-8000-000000000011`.",
    ],
    "from its qualifier on": [
      "|shape:Inbox",
      "‹shape:Inbox›",
      headline,
      "`Inbox` stands for `c0ffee00-0000-4000-8000-000000000011`.",
    ],
    "to its end": [
      "shape:Inbox|",
      "‹shape:Inbox›",
      headline,
      "`Inbox` stands for `c0ffee00-0000-4000-8000-000000000011`.",
    ],
    "of several ids": [
      "source:dr|ive",
      "‹source:drive›",
      "`source:` entities that came from the source with this name.",
      "`drive` stands for 2 sources; the slice includes the entities of all of them: `c0ffee00-0000-4000-8000-000000000003`, `c0ffee00-0000-4000-8000-000000000004`.",
    ],
    "that is not known": [
      "shape:xy|z",
      "‹shape:xyz›",
      headline,
      "`xyz` is not one of the shapes in the catalog, so nothing matches it.",
    ],
    "that is misspelt": [
      "shape:Imbox|",
      "‹shape:Imbox›",
      headline,
      "`Imbox` is not one of the shapes in the catalog, so nothing matches it. Did you mean `Inbox`?",
    ],
    "that is not written yet": [
      "shape:|",
      "‹shape:›",
      headline,
      "The query is refused because of this term.",
    ],
    "of a type": [
      "type:Per|son",
      "‹type:Person›",
      "`type:` entities of this type.",
      "`Person` is a type in the catalog.",
    ],
    "of a type that is misspelt": [
      "type:Persn|",
      "‹type:Persn›",
      "`type:` entities of this type.",
      "`Persn` is not one of the types in the catalog. Did you mean `Person`?",
    ],
  });
  check(
    { "without a catalog": ["shape:In|box", "‹shape:Inbox›", headline] },
    { ...setting, catalog: undefined },
  );
  check(
    { "of a type that is not listed": ["type:A|", "‹type:A›", "`type:` entities of this type."] },
    { ...setting, catalog: createCatalog({}) },
  );

  test("of very many ids shows five", async () => {
    const sources = Array.from({ length: 9 }, (_, at) => ({ id: `i${String(at)}`, name: "n" }));
    const hover = await createLanguageService({ catalog: createCatalog({ sources }) }).hover("source:n", 0);
    expect(hover?.contents).toContain(
      "9 sources; the slice includes the entities of all of them: `i0`, `i1`, `i2`, `i3`, `i4` and 4 more.",
    );
  });
});

describe("the hover of a date", () => {
  const headline = "`after:` entities created at this instant or later.";
  const rolling = (utc: string): string =>
    `It means ${utc} UTC, relative to 2026-11-20 12:00 UTC; it changes as time passes.`;
  check({
    "that moves": ["after:3|mo", "‹after:3mo›", headline, rolling("2026-08-20 12:00")],
    "that does not": ["after:2026-01-0|5", "‹after:2026-01-05›", headline, "It means 2026-01-05 00:00 UTC."],
    "that is not one": ["after:x|", "‹after:x›", headline, "This is not a date, so the query is refused."],
    "that is out of range": [
      "after:9999|y",
      "‹after:9999y›",
      headline,
      "This is outside the years 0001 to 9999, so the query is refused.",
    ],
    "that another outweighs": [
      "after:7|d after:30d",
      "‹after:7d› after:30d",
      headline,
      rolling("2026-11-13 12:00"),
      "`after:30d` is earlier, and takes precedence.",
    ],
    "that outweighs another": [
      "after:7d after:30|d",
      "after:7d ‹after:30d›",
      headline,
      rolling("2026-10-21 12:00"),
    ],
    "at the other end": [
      "before:7|d before:1d",
      "‹before:7d› before:1d",
      "`before:` entities created before this instant.",
      rolling("2026-11-13 12:00"),
      "`before:1d` is later, and takes precedence.",
    ],
  });
  check(
    {
      "on the reader's clock": [
        "after:3|mo",
        "‹after:3mo›",
        headline,
        rolling("2026-08-20 12:00"),
        "In your time zone: 2026-08-20 08:00 -04:00 (`America/New_York`).",
      ],
      "that is not one, on no clock": [
        "after:x|",
        "‹after:x›",
        headline,
        "This is not a date, so the query is refused.",
      ],
    },
    { ...setting, timeZone: "America/New_York" },
  );
  check(
    { "in no zone at all": ["after:3|mo", "‹after:3mo›", headline, rolling("2026-08-20 12:00")] },
    { ...setting, timeZone: "Mars/Olympus_Mons" },
  );
});

describe("the hover of terms that do not affect membership", () => {
  const warning = "It does not narrow the slice; it is returned in `scope_warnings`.";
  check({
    "a sort": ["sort:|x", "‹sort:x›", "`sort:` an order; it does not affect membership.", warning],
    "free text": ["fo|o", "‹foo›", "Free text; it does not affect membership.", warning],
    "nothing between terms": ["a | b"],
    "nothing in an empty text": ["|"],
  });
});

describe("the hover of a term with an error", () => {
  const refused = "The query is refused because of this term.";
  check({
    "that would be free text": ["Typ|e:Person", "‹Type:Person›", refused],
    "that would be a name": [
      'shape:"In|box',
      '‹shape:"Inbox›',
      "`shape:` entities of the shape with this name.",
      refused,
    ],
    "elsewhere in the query": [
      "Type:A typ|e:Person",
      "Type:A ‹type:Person›",
      "`type:` entities of this type.",
      "`Person` is a type in the catalog.",
    ],
  });
});

test("between two adjacent terms, the one after the pointer is explained", async () => {
  const hover = await createLanguageService(setting).hover('"a"type:B', 3);
  expect(hover?.span).toEqual({ start: 3, end: 9 });
});

describe("the Markdown of a hover", () => {
  const piece = fc.record({
    text: fc.oneof(anyString, fc.string({ unit: fc.constantFrom("`", " ", "a", "\\") })),
    code: fc.constant(true),
  });

  test("keeps every piece of code verbatim, whatever it contains", { timeout: patience }, () => {
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 4 }), (pieces) => {
        const shown = pieces.map(({ text }) => ({ text: text.replaceAll(/[\n\r]/gu, "_"), code: true }));
        const paragraph = shown.flatMap((each) => [each, { text: ", ", code: false }]);
        const expected = paragraph.map(({ text, code }) => ({ text: text === "" ? " " : text, code }));
        expect(readMarkdown(markdownOf([paragraph]))).toEqual([expected]);
      }),
      runs(2000),
    );
  });

  test.each([
    "`",
    "``",
    "a`b",
    "`a",
    "a`",
    " ",
    "",
    "  ",
    " a ",
    "`` ` ```",
    "<b>",
    "](x)",
    "\\`",
    "***",
    "a\\",
  ])("has %j as code", (text) => {
    const said = readMarkdown(
      markdownOf([[{ text, code: true }, { text: " and " }, { text: "``<i>``", code: true }]]),
    );
    expect(said).toEqual([
      [
        { text: text === "" ? " " : text, code: true },
        { text: " and ", code: false },
        { text: "``<i>``", code: true },
      ],
    ]);
  });

  test("contains the text of the pieces of any hover, and its plain text has no markup", {
    timeout: patience,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(world, fc.nat(), async ({ source, data, now }, at) => {
        const service = createLanguageService({
          catalog: createCatalog(data),
          now,
          timeZone: "Europe/Berlin",
        });
        const hover = await service.hover(source, at % (source.length + 1));
        if (hover === null) return;
        const pieces = hover.paragraphs.map((each) =>
          each.map(({ text, code = false }) => ({ text: text === "" ? " " : text, code })),
        );
        const read = readMarkdown(hover.contents);
        expect(read.map(merged)).toEqual(pieces.map(merged));
        for (const { text, code } of pieces.flat())
          if (!code) expect(hasMarkup(text.trimStart())).toBe(false);
        expect(parse(source).query.terms.map(({ span }) => span)).toContainEqual(hover.span);
      }),
      runs(400),
    );
  });
});

/** Neighbouring pieces of plain text are one. */
function merged(pieces: readonly { readonly text: string; readonly code: boolean }[]): readonly string[] {
  return pieces
    .map(({ text, code }) => (code ? `\u0000${text}\u0000` : text))
    .join("")
    .split("\u0000");
}
