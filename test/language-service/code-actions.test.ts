// Tests the changes on offer: fixes, all fixes at once, and orders of the terms that keep the meaning.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { equals } from "../../src/exports/algebra.ts";
import { type CodeAction, createLanguageService } from "../../src/exports/language-service.ts";
import { type Catalog, compile, createCatalog, fixAll, parse, validate } from "../../src/index.ts";
import { applyEdits } from "../../src/text/edits.ts";
import { qualifiers } from "../../src/vocabulary/qualifiers.ts";
import {
  catalogData,
  clock,
  membershipTerm,
  membershipText,
  plausible,
  world,
} from "../support/arbitraries.ts";
import { exampleCatalog, exampleNow } from "../support/example-catalog.ts";
import { markedOnce } from "../support/marked.ts";
import { patience, runs } from "../support/runs.ts";

const sortTitle = "sort the terms by kind";
const orderTitle = "group repeated qualifiers, in order, without duplicate names";

async function actionsOf(
  text: string,
  span = { start: 0, end: text.length },
  catalog: Catalog = exampleCatalog,
  now: number = exampleNow,
): Promise<readonly CodeAction[]> {
  return await createLanguageService({ catalog, now }).codeActions(text, span);
}

/** A text with marks around what is selected, and `kind title → text after it`; a star for the preferred ones. */
type Row = readonly [source: string, ...lines: readonly string[]];

function check(rows: Readonly<Record<string, Row>>): void {
  test.each(Object.entries(rows))("%s", async (_, [source, ...lines]) => {
    const { text, span } = markedOnce(source);
    const said = (await actionsOf(text, span)).map(
      ({ kind, title, edits, preferred }) =>
        `${kind}${preferred === true ? "*" : ""} ${title} → ${applyEdits(text, edits)}`,
    );
    expect(said).toEqual(lines);
  });
}

describe("fixes are offered", () => {
  check({
    "for what is selected, and for all": [
      "‹Type:Person›",
      "quickfix* write `type:` → type:Person",
      "source.fixAll apply all unambiguous fixes → type:Person",
    ],
    "for what the cursor touches": [
      "Type‹›:Person",
      "quickfix* write `type:` → type:Person",
      "source.fixAll apply all unambiguous fixes → type:Person",
    ],
    "together for what is elsewhere, and not alone": [
      "‹type:A› after:7days Type:B",
      "source.fixAll apply all unambiguous fixes → type:A after:7d type:B",
    ],
    "but none for a correct query": ["‹type:Person›"],
    "but none where nothing is certain": ["‹after:xyz›"],
    "but none for an empty text": ["‹›"],
  });

  test("with the diagnostic that they fix", async () => {
    const [fix] = await actionsOf("Type:Person");
    expect(fix?.diagnostic?.code).toBe("qualifier-case");
  });

  test("for the whole text without a span", async () => {
    const service = createLanguageService({ catalog: exampleCatalog, now: exampleNow });
    expect(await service.codeActions("type:A Type:B")).toEqual(await actionsOf("type:A Type:B"));
  });
});

describe("orders of the terms are offered", () => {
  check({
    "by kind, and repeated ones together": [
      "‹›sort:x type:B shape:Inbox type:A",
      `refactor.rewrite ${sortTitle} → type:B type:A shape:Inbox sort:x`,
      `refactor.rewrite ${orderTitle} → sort:x type:A type:B shape:Inbox`,
    ],
    "with the white space where it was": [
      "‹›source:slack\n\ttype:Person  \n",
      `refactor.rewrite ${sortTitle} → type:Person\n\tsource:slack  \n`,
    ],
    "by code units": ["‹›type:b type:B type:a", `refactor.rewrite ${orderTitle} → type:B type:a type:b`],
    "dates in their order": ["‹›before:1d after:7d", `refactor.rewrite ${sortTitle} → after:7d before:1d`],
    "free text after what else does not count": [
      "‹›foo type:Person",
      `refactor.rewrite ${sortTitle} → type:Person foo`,
    ],
    "but not where the text has errors": ["‹›sort:x type:Person after:xyz"],
    "but not where terms touch": [
      '"x"type:Person‹›',
      'quickfix* insert a space → "x" type:Person',
      'source.fixAll apply all unambiguous fixes → "x" type:Person',
    ],
  });
});

describe("for any query", () => {
  const any = { timeout: patience };

  test("every action applies cleanly, and fixing all does what fixAll does", any, async () => {
    await fc.assert(
      fc.asyncProperty(world, async ({ source, data, now }) => {
        const catalog = createCatalog(data);
        const actions = await actionsOf(source, { start: 0, end: source.length }, catalog, now);
        for (const { edits } of actions) {
          expect(edits.length).toBeGreaterThan(0);
          const sorted = edits.toSorted((a, b) => a.span.start - b.span.start);
          for (const [at, { span }] of sorted.entries()) {
            expect(span.start <= span.end && span.end <= source.length).toBe(true);
            expect(span.start).toBeGreaterThanOrEqual(sorted[at - 1]?.span.end ?? 0);
          }
        }
        const all = actions.find(({ kind }) => kind === "source.fixAll");
        expect(all === undefined ? source : applyEdits(source, all.edits)).toBe(
          fixAll(source, { catalog, now }),
        );
      }),
      runs(500),
    );
  });

  const queries = fc.oneof(
    plausible,
    fc
      .array(
        fc.oneof(
          membershipTerm.map((term) => membershipText([term])),
          fc.constantFrom("sort:x", "foo", '"a b"', "edge:y", "type:Person", "type:a"),
        ),
        { maxLength: 8 },
      )
      .map((terms) => terms.join(" ")),
  );

  test("sorting by kind keeps the definition and the scope warnings exactly", any, async () => {
    const tried = await onOrders(queries, sortTitle, (before, after, text) => {
      expect(after.filter_definition).toEqual(before.filter_definition);
      const ranks = parse(text).query.terms.map((term) =>
        term.kind === "text" ? 6 : Math.min(6, words.indexOf(term.qualifier)),
      );
      expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    });
    expect(tried).toBeGreaterThan(50);
  });

  test("putting repeated ones together keeps the meaning and the scope warnings", any, async () => {
    const tried = await onOrders(queries, orderTitle, (before, after, text) => {
      expect(equals(before.filter_definition, after.filter_definition)).toBe(true);
      const kinds = parse(text).query.terms.flatMap((term) =>
        term.kind === "qualified" && words.indexOf(term.qualifier) < 6 ? [term.qualifier] : [],
      );
      expect(kinds.filter((kind, at) => kind !== kinds[at - 1])).toEqual([...new Set(kinds)]);
    });
    expect(tried).toBeGreaterThan(50);
  });
});

const words: readonly string[] = qualifiers.map(({ word }) => word);

type Result = Extract<ReturnType<typeof compile>, { readonly ok: true }>;

/** Compares a query before and after an order, which must be final; says how many had one. */
async function onOrders(
  queries: fc.Arbitrary<string>,
  title: string,
  compare: (before: Result, after: Result, text: string) => void,
): Promise<number> {
  let tried = 0;
  await fc.assert(
    fc.asyncProperty(queries, catalogData, clock, async (text, data, now) => {
      const catalog = createCatalog(data);
      const order = async (of: string): Promise<CodeAction | undefined> =>
        (await actionsOf(of, { start: 0, end: 0 }, catalog, now)).find((action) => action.title === title);
      const found = await order(text);
      if (validate(text, { catalog, now }).some(({ severity }) => severity === "error"))
        expect(found).toBeUndefined();
      if (found === undefined) return;
      tried++;
      const after = applyEdits(text, found.edits);
      const [old, now_] = [text, after].map((each) => compile(each, { catalog, now }));
      if (old?.ok !== true || now_?.ok !== true) expect.fail(`${text} or ${after} is refused`);
      expect(now_.scope_warnings).toEqual(old.scope_warnings);
      expect(now_.unresolved.shapes.toSorted()).toEqual(old.unresolved.shapes.toSorted());
      compare(old, now_, after);
      expect(await order(after)).toBeUndefined();
    }),
    runs(500),
  );
  return tried;
}

test("few diagnostics do not hide that there are errors, so the terms are not sorted", async () => {
  const text = 'source:gmail Type:A shape:"open';
  const quiet = createLanguageService({ limits: { maxDiagnostics: 0 } });
  const kinds = (await quiet.codeActions(text)).map(({ kind }) => kind);
  expect(kinds).toEqual(["quickfix", "source.fixAll"]);
});
