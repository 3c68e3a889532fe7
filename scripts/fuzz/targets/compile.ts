// compile: nothing is lost, and nothing that is added, deleted or broken widens the slice without a word.

import {
  type CompileResult,
  compile,
  filterOf,
  parse,
  queryOf,
  resolveDate,
  validate,
} from "../../../src/index.ts";
import { flat } from "../../../test/support/compare.ts";
import { modelOf } from "../../../test/support/model.ts";
import { featuresOf, featuresOfFilter } from "../features.ts";
import { must, mustEqual, mustNotThrow, type Target } from "../target.ts";
import { repeated, type TextInput, textInputs } from "../texts.ts";
import { type World, worldOf } from "../worlds.ts";
import { kindsOf } from "./format.ts";

const own: { readonly compile: typeof compile } = { compile };

/** The target. */
export function compileTarget(kit: typeof own = own): Target<TextInput> {
  return {
    name: "compile",
    promise: "nothing is lost, determinism, mirror round trip",
    ...textInputs(600),
    check: ({ text, world: number }) => {
      const world = worldOf(number);
      const result = mustNotThrow("compile is total", () => kit.compile(text, world));
      mustEqual(kit.compile(text, world), result, "compile is deterministic");
      mustEqual(flat(result.query), flat(parse(text, world).query), "compile keeps the terms");
      const hasErrors = result.diagnostics.some(({ severity }) => severity === "error");
      must(hasErrors !== result.ok, "refused where there is an error, and only there", () =>
        String(result.ok),
      );
      mustEqual(said(validate(text, world)), said(result.diagnostics), "validate says what compile says");
      const tree = kit.compile(parse(text, world).query, world);
      must(tree.ok === result.ok, "a tree compiles where its text does", () => String(tree.ok));
      if (!result.ok) return featuresOf(result.query, result.diagnostics);
      mustEqual(kindsOf(tree.ok ? tree : result), kindsOf(result), "a tree compiles as its text does");
      likeTheModel(text, result, world);
      mirrored(kit, result, world);
      return [...featuresOf(result.query, result.diagnostics), ...featuresOfFilter(result.filter_definition)];
    },
    growth: (input, length) => {
      const { text, world } = repeated(input, length);
      return () => kit.compile(text, worldOf(world));
    },
  };
}

type Compiled = Extract<CompileResult, { readonly ok: true }>;

function said(diagnostics: CompileResult["diagnostics"]): unknown {
  return diagnostics.map(({ code, severity, span }) => [code, severity, span]);
}

/** Every term is in the filter, unresolved, or a scope warning, as the scanner and the rules of meaning have it. */
function likeTheModel(
  text: string,
  { filter_definition, scope_warnings, unresolved }: Compiled,
  world: World,
): void {
  const model = modelOf(text, world.data, (expression) => {
    const resolved = resolveDate(expression, world.now);
    must(resolved.ok, "a date of a query that compiles resolves", () => expression);
    return resolved.ok ? resolved.instant : Number.NaN;
  });
  const { source = "source_id", date = "created_at" } = world.fields;
  const expected = JSON.stringify(model.filter_definition)
    .replaceAll('"path":"source_id"', () => `"path":${JSON.stringify(source)}`)
    .replaceAll('"field":"created_at"', () => `"field":${JSON.stringify(date)}`);
  must(
    JSON.stringify(filter_definition) === expected,
    "the filter is what the terms say",
    () => `${JSON.stringify(filter_definition)} instead of ${expected}`,
  );
  mustEqual(scope_warnings, model.scope_warnings, "what is no condition is a scope warning");
  mustEqual(unresolved.shapes.toSorted(), model.unresolved.shapes, "unknown shapes are told");
  mustEqual(unresolved.sources.toSorted(), model.unresolved.sources, "unknown sources are told");
}

function mirrored(kit: typeof own, result: Compiled, world: World): void {
  const filter = filterOf(result.query);
  const again = kit.compile(queryOf(filter), world);
  mustEqual(
    again.ok && again.filter_definition,
    result.filter_definition,
    "queryOf(filterOf(q)) keeps the filter",
  );
  mustEqual(sorted(filterOf(queryOf(filter))), sorted(filter), "filterOf(queryOf(f)) is f");
}

function sorted(filter: object): unknown {
  return Object.entries(filter).toSorted(([one], [other]) => (one < other ? -1 : 1));
}
