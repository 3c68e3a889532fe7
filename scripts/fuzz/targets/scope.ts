// Scope: what is added to a query narrows it or is said, and what is broken in it never widens it without a word.

import { compilePredicate } from "../../../src/exports/predicate.ts";
import { type CompileResult, compile, type FilterDefinition } from "../../../src/index.ts";
import { scan } from "../../../test/support/scanner.ts";
import { featuresOf } from "../features.ts";
import { entitiesNear } from "../neighbours.ts";
import { must, type Target } from "../target.ts";
import { type TextInput, textInputs } from "../texts.ts";
import { type World, worldOf } from "../worlds.ts";
import { kindsOf } from "./format.ts";

const own: { readonly compile: typeof compile } = { compile };

/** The target. */
export function scopeTarget(kit: typeof own = own): Target<TextInput> {
  return {
    name: "scope",
    promise: "a kind more is never wider, a broken term never widens unsaid, refused stays refused",
    ...textInputs(160),
    check: ({ text, world: number }) => {
      const world = worldOf(number);
      const read = (changed: string): CompileResult => kit.compile(changed, world);
      const result = read(text);
      more(text, result, read, world);
      if (result.ok) {
        less(text, result, read);
        broken(text, result, read);
      }
      return featuresOf(result.query, result.diagnostics);
    },
  };
}

type Read = (text: string) => CompileResult;
type Compiled = Extract<CompileResult, { readonly ok: true }>;

/** One bare term more: of a new kind it never widens, of a kind that is there it never narrows; an error stays one. */
function more(text: string, result: CompileResult, read: Read, { data }: World): void {
  const present = new Set(scan(text).map(({ qualifier }) => qualifier));
  const shape = data.shapes.find(({ name }) => /^\w+$/u.test(name)) ?? { name: "x" };
  for (const [kind, value] of [
    ["type", "a"],
    ["shape", shape.name],
    ["source", "unknown"],
    ["source-shape", shape.name],
    ["after", "2026-01-01"],
    ["before", "2026-06-01"],
    ["sort", "name"],
  ] as const) {
    const added = read(`${text} ${kind}:${value}`);
    if (!result.ok) {
      must(!added.ok, "a refused query with a term more is refused", () => `${text} ${kind}:${value}`);
      continue;
    }
    // After an open quote or an empty value the term is not read as one.
    if (!added.ok) continue;
    const isNew = !present.has(kind);
    const [inner, outer] = isNew ? [added, result] : [result, added];
    const found = escaping(inner.filter_definition, outer.filter_definition);
    const rule = isNew ? "a new kind never widens" : "a further term of a kind never narrows";
    must(found === undefined, rule, () => `${kind}:${value} ${JSON.stringify(found)}`);
  }
}

/** One term less: of a kind that has others, never wider; else what goes is that kind alone. */
function less(text: string, result: Compiled, read: Read): void {
  const terms = scan(text);
  for (const { span, qualifier } of terms.slice(0, 8)) {
    const without = read(`${text.slice(0, span.start)} ${text.slice(span.end)}`);
    if (!without.ok) continue;
    const others = terms.some((each) => each.qualifier === qualifier && each.span !== span);
    if (others && qualifier !== undefined) {
      const found = escaping(without.filter_definition, result.filter_definition);
      must(found === undefined, "a term less of a kind that stays never widens", () =>
        JSON.stringify([qualifier, found]),
      );
    }
    const gone = kindsOf(result).filter((kind) => !kindsOf(without).includes(kind));
    must(gone.length <= (others || qualifier === undefined ? 0 : 1), "no other kind goes with a term", () =>
      gone.join(),
    );
  }
}

/** Every term after one slip of the hand: refused, or no condition goes, or what went is told. */
function broken(text: string, result: Compiled, read: Read): void {
  for (const { span } of scan(text).slice(0, 6)) {
    for (const [name, slip] of slips) {
      const term = slip(text.slice(span.start, span.end));
      if (term.trim() === "") continue;
      const changed = text.slice(0, span.start) + term + text.slice(span.end);
      const after = read(changed);
      if (!after.ok) continue;
      const gone = kindsOf(result).filter((kind) => !kindsOf(after).includes(kind));
      if (gone.length === 0 || escaping(after.filter_definition, result.filter_definition) === undefined)
        continue;
      const isTold =
        after.scope_warnings.length > result.scope_warnings.length ||
        after.diagnostics.some(
          ({ span: place }) => place.start <= span.start + term.length && place.end >= span.start,
        );
      must(
        isTold,
        "a broken term never widens without a word",
        () => `${name}: ${changed} loses ${gone.join()}`,
      );
    }
  }
}

const slips: readonly (readonly [name: string, slip: (term: string) => string])[] = [
  ["first letter lost", (term) => term.slice(1)],
  ["last letter lost", (term) => term.slice(0, -1)],
  ["first two swapped", (term) => term.charAt(1) + term.charAt(0) + term.slice(2)],
  ["capitals", (term) => term.toUpperCase()],
  ["no colon", (term) => term.replace(":", "")],
  ["a space after the colon", (term) => term.replace(":", ": ")],
  ["a space before the colon", (term) => term.replace(":", " :")],
  ["an equals sign", (term) => term.replace(":", "=")],
  ["a wide colon", (term) => term.replace(":", "\uff1a")],
  ["two colons", (term) => term.replace(":", "::")],
  ["in quotes", (term) => `"${term}"`],
  ["in smart quotes", (term) => `\u201c${term}\u201d`],
  ["in parentheses", (term) => `(${term})`],
  ["a hyphen before", (term) => `-${term}`],
  ["a quote before", (term) => `"${term}`],
  ["a hidden character before", (term) => `\u200b${term}`],
  [
    "a lookalike",
    (term) => term.replace(/[aeo]/u, (found) => ({ a: "\u0430", e: "\u0435", o: "\u043e" })[found] ?? found),
  ],
  ["a plus sign before", (term) => `+${term}`],
];

/** An entity that is in the one and not in the other, of those made of the values of both. */
function escaping(inner: FilterDefinition, outer: FilterDefinition): unknown {
  const [isIn, isOut] = [compilePredicate(inner), compilePredicate(outer)];
  return entitiesNear([inner, outer]).find((entity) => isIn(entity) && !isOut(entity));
}
