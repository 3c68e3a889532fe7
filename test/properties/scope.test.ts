// Tests the laws of scope on any text: a term of a new kind never widens, a refused text stays refused, and a slip never widens silently.

import fc from "fast-check";
import { expect, test } from "vitest";
import { compilePredicate } from "../../src/exports/predicate.ts";
import { type CompileResult, compile, createCatalog, type FilterDefinition } from "../../src/index.ts";
import { type World, world } from "../support/arbitraries.ts";
import { type Compiled, kindsOf, UNLIMITED } from "../support/compare.ts";
import { patience, runs } from "../support/runs.ts";
import { scan } from "../support/scanner.ts";
import { entitiesNear } from "./support/definitions.ts";
import { notices } from "./support/noticed.ts";

type Compile = typeof compile;
type Law = (compiler: Compile) => fc.IProperty<[World]>;

/** Of longer texts the beginning, as each is read many times. */
const longest = 160;

function reading(compiler: Compile, { data, now }: World): (text: string) => CompileResult {
  const options = { catalog: createCatalog(data), now, limits: UNLIMITED };
  return (text) => compiler(text, options);
}

/** An entity that is in the one and not in the other, of those made of the values of both. */
function escaping(inner: Compiled, outer: Compiled): unknown {
  const [isIn, isOut] = [
    compilePredicate(inner.filter_definition),
    compilePredicate(outer.filter_definition),
  ];
  const near = entitiesNear([inner.filter_definition, outer.filter_definition]);
  return near.find((entity) => isIn(entity) && !isOut(entity));
}

const oneTermMore: Law = (compiler) =>
  fc.property(world, (made) => {
    const text = made.source.slice(0, longest);
    const read = reading(compiler, made);
    const result = read(text);
    const present = new Set(scan(text).map(({ qualifier }) => qualifier));
    const shape = made.data.shapes.find(({ name }) => /^\w+$/u.test(name))?.name ?? "x";
    const terms = `type:a shape:${shape} source:unknown source-shape:${shape} after:2026-01-01 before:2026-06-01 sort:name`;
    for (const term of terms.split(" ")) {
      const added = read(`${text} ${term}`);
      if (!result.ok) expect(added.ok, `a refused text with a term more is refused: ${term}`).toBe(false);
      // After an open quote or an empty value the term is not read as one.
      if (!result.ok || !added.ok) continue;
      const isNew = !present.has(term.split(":")[0]);
      const found = isNew ? escaping(added, result) : escaping(result, added);
      const law = isNew ? "a new kind never widens" : "a further term of a kind never narrows";
      expect(found, `${law}: ${term}`).toBeUndefined();
    }
  });

const oneTermLess: Law = (compiler) =>
  fc.property(world, (made) => {
    const text = made.source.slice(0, longest);
    const read = reading(compiler, made);
    const result = read(text);
    if (!result.ok) return;
    const terms = scan(text);
    for (const { span, qualifier } of terms.slice(0, 8)) {
      const without = read(`${text.slice(0, span.start)} ${text.slice(span.end)}`);
      if (!without.ok) continue;
      const stays = terms.some((each) => each.qualifier === qualifier && each.span !== span);
      if (stays && qualifier !== undefined)
        expect(escaping(without, result), "a term less of a kind that stays never widens").toBeUndefined();
      const gone = kindsOf(result).filter((kind) => !kindsOf(without).includes(kind));
      const most = stays || qualifier === undefined ? 0 : 1;
      expect(gone.length, `no other kind goes with a term: ${gone.join()}`).toBeLessThanOrEqual(most);
    }
  });

/** Every term after one slip of the hand: refused, or no condition goes, or what went is reported. */
const brokenTerm: Law = (compiler) =>
  fc.property(world, (made) => {
    const text = made.source.slice(0, longest);
    const read = reading(compiler, made);
    const result = read(text);
    if (!result.ok) return;
    for (const { span } of scan(text).slice(0, 6)) {
      for (const slip of slips) {
        const term = slip(text.slice(span.start, span.end));
        if (term.trim() === "") continue;
        const changed = text.slice(0, span.start) + term + text.slice(span.end);
        const after = read(changed);
        if (!after.ok || !widens(result, after)) continue;
        const isReported =
          after.scope_warnings.length > result.scope_warnings.length ||
          after.diagnostics.some(
            ({ span: place }) => place.start <= span.start + term.length && place.end >= span.start,
          );
        expect(isReported, `a broken term never widens silently: ${changed}`).toBe(true);
      }
    }
  });

function widens(before: Compiled, after: Compiled): boolean {
  const hasLost = kindsOf(before).some((kind) => !kindsOf(after).includes(kind));
  return hasLost && escaping(after, before) !== undefined;
}

const lookalikes: Readonly<Record<string, string>> = { a: "\u0430", e: "\u0435", o: "\u043e" };

const slips: readonly ((term: string) => string)[] = [
  (term) => term.slice(1),
  (term) => term.slice(0, -1),
  (term) => term.charAt(1) + term.charAt(0) + term.slice(2),
  (term) => term.toUpperCase(),
  ...["", ": ", " :", "=", "\uff1a", "::"].map((colon) => (term: string) => term.replace(":", colon)),
  (term) => `"${term}"`,
  (term) => `\u201c${term}\u201d`,
  (term) => `(${term})`,
  ...["-", '"', "\u200b", "+"].map((before) => (term: string) => before + term),
  (term) => term.replace(/[aeo]/u, (found) => lookalikes[found] ?? found),
];

test.each([
  ["an additional term never widens, and never makes a refused text valid", oneTermMore, 400],
  ["removing a term removes at most its own kind", oneTermLess, 400],
  ["a broken term never widens silently", brokenTerm, 400],
] as const)("%s", { timeout: patience }, (_, law, count) => {
  fc.assert(law(compile), runs(count));
});

/** A compiler that returns something else for what compiles. */
const changing =
  (change: (filter: FilterDefinition) => FilterDefinition): Compile =>
  (source, options) => {
    const result = compile(source, options);
    return result.ok ? { ...result, filter_definition: change(result.filter_definition) } : result;
  };

test.each<readonly [reason: string, law: Law, mistaken: Compile]>([
  [
    "a new kind never widens",
    oneTermMore,
    changing(({ entityTypes: types, ...rest }) =>
      rest.dateRange === undefined && types !== undefined ? { entityTypes: types, ...rest } : rest,
    ),
  ],
  [
    "a further term of a kind never narrows",
    oneTermMore,
    changing((filter) => ((filter.entityTypes ?? []).length < 2 ? filter : { ...filter, entityTypes: [] })),
  ],
  [
    "a refused text with a term more is refused",
    oneTermMore,
    (source, options) => {
      const isLong = typeof source === "string" && source.endsWith("sort:name");
      return compile(isLong ? "sort:name" : source, options);
    },
  ],
  [
    "no other kind goes with a term",
    oneTermLess,
    changing(({ entityTypes: types, ...rest }) =>
      rest.dateRange !== undefined && types !== undefined ? { entityTypes: types, ...rest } : rest,
    ),
  ],
  [
    "a broken term never widens silently",
    brokenTerm,
    (source, options) => {
      const result = compile(source, options);
      return result.ok ? { ...result, scope_warnings: [], diagnostics: [] } : result;
    },
  ],
])("a mistake is noticed: %s", async (reason, law, mistaken) => {
  await notices(law(mistaken), reason);
});
