// Mistakes that are planted in what is fuzzed: each has to break the promise that it is about.

import { compileTarget } from "../../scripts/fuzz/targets/compile.ts";
import { formatTarget } from "../../scripts/fuzz/targets/format.ts";
import { parseTarget } from "../../scripts/fuzz/targets/parse.ts";
import { scopeTarget } from "../../scripts/fuzz/targets/scope.ts";
import {
  type CompileResult,
  compile,
  type Diagnostic,
  fixAll,
  format,
  parse,
  print,
  type Query,
} from "../../src/index.ts";
import { type Planted, plant } from "./plant.ts";
import { ofAlgebra, ofBackends } from "./planted-backends.ts";
import { ofLsp, ofServices } from "./planted-editors.ts";

function endingLater(diagnostic: Diagnostic): Diagnostic {
  const { start, end } = diagnostic.span;
  return { ...diagnostic, span: { start, end: end + 1 } };
}

const withTerms = (query: Query, change: (terms: Query["terms"]) => Query["terms"]): Query => ({
  ...query,
  terms: change(query.terms),
});

const ofParse: readonly Planted[] = [
  plant(
    "it throws on an escape",
    "parse is total",
    parseTarget({
      print,
      parse: (text, options) => {
        if (text.includes("\\")) throw new Error("an escape");
        return parse(text, options);
      },
    }),
  ),
  plant(
    "it loses the last term",
    "it reads what the scanner reads",
    parseTarget({
      print,
      parse: (text, options) => {
        const { query, diagnostics } = parse(text, options);
        return { query: withTerms(query, (terms) => terms.slice(0, 3)), diagnostics };
      },
    }),
  ),
  plant(
    "it says nothing of an open quote",
    "an open quote is reported",
    parseTarget({
      print,
      parse: (text, options) => ({ ...parse(text, options), diagnostics: [] }),
    }),
  ),
  plant(
    "a diagnostic ends behind the text",
    "diagnostics are inside",
    parseTarget({
      print,
      parse: (text, options) => {
        const { query, diagnostics } = parse(text, options);
        return {
          query,
          diagnostics: diagnostics.map(endingLater),
        };
      },
    }),
  ),
  plant(
    "a backslash is not escaped",
    "parse(print(q)) is q",
    parseTarget({ parse, print: (query) => print(query).replaceAll("\\\\", "\\") }),
  ),
];

const ofFormat: readonly Planted[] = [
  plant(
    "it puts a space behind",
    "format is idempotent",
    formatTarget({ fixAll, format: (text) => `${format(text)} ` }),
  ),
  plant(
    "it drops terms that are there twice in the text",
    "format keeps the meaning",
    formatTarget({ fixAll, format: (text) => format(text).replace(/ sort:\S+| before:\S+/u, "") }),
  ),
  plant(
    "a fix leaves work for the next time",
    "fixAll is idempotent",
    formatTarget({ format, fixAll: (text, options) => fixAll(text, options).replace(/ $/u, "") }),
  ),
  plant(
    "a fix takes a condition along",
    "fixAll drops no condition",
    formatTarget({ format, fixAll: (text, options) => fixAll(text, options).replace(/\bafter:\w+/u, "") }),
  ),
  plant(
    "a fix brings an error",
    "fixAll brings no new error",
    formatTarget({
      format,
      fixAll: (text, options) => fixAll(text, options).replace(/\btype:a\b/u, "type:"),
    }),
  ),
];

const compiled =
  (change: (result: Extract<CompileResult, { readonly ok: true }>) => CompileResult): typeof compile =>
  (source, options) => {
    const result = compile(source, options);
    return result.ok ? change(result) : result;
  };

let counter = 0;
const ofCompile: readonly Planted[] = [
  plant(
    "it throws on a lone surrogate",
    "compile is total",
    compileTarget({
      compile: (source, options) => {
        if (typeof source === "string" && !source.isWellFormed()) throw new Error("ill-formed");
        return compile(source, options);
      },
    }),
  ),
  plant(
    "it is not the same twice",
    "compile is deterministic",
    compileTarget({ compile: compiled((result) => ({ ...result, now: String(++counter) })) }),
  ),
  plant(
    "a name that is not known is no condition",
    "the filter is what the terms say",
    compileTarget({
      compile: compiled((result) => ({
        ...result,
        filter_definition: {
          ...result.filter_definition,
          propertyFilters: result.filter_definition.propertyFilters.filter(
            ({ value }) => !Array.isArray(value) || value.length > 0,
          ),
        },
      })),
    }),
  ),
  plant(
    "it is silent about what is no condition",
    "what is no condition is a scope warning",
    compileTarget({ compile: compiled((result) => ({ ...result, scope_warnings: [] })) }),
  ),
];

const ofScope: readonly Planted[] = [
  plant(
    "free text is passed over without a word",
    "a broken term never widens without a word",
    scopeTarget({ compile: compiled((result) => ({ ...result, scope_warnings: [], diagnostics: [] })) }),
  ),
  plant(
    "with a date the types do not count",
    "a new kind never widens",
    scopeTarget({
      compile: compiled((result) => {
        const { entityTypes: _, ...rest } = result.filter_definition;
        return rest.dateRange === undefined ? result : { ...result, filter_definition: rest };
      }),
    }),
  ),
  plant(
    "an error at the beginning is forgotten when the query goes on",
    "a refused query with a term more is refused",
    scopeTarget({
      compile: (source, options) => {
        const result = compile(source, options);
        const isLong = typeof source === "string" && source.endsWith("sort:name");
        return result.ok || !isLong ? result : compile("sort:name", options);
      },
    }),
  ),
  plant(
    "terms of a kind intersect",
    "a further term of a kind never narrows",
    scopeTarget({
      compile: compiled((result) => {
        const { entityTypes, ...rest } = result.filter_definition;
        return entityTypes === undefined || entityTypes.length < 2
          ? result
          : { ...result, filter_definition: { ...rest, entityTypes: [] } };
      }),
    }),
  ),
];

/** All of them. */
export const planted: readonly Planted[] = [
  ...ofParse,
  ...ofFormat,
  ...ofCompile,
  ...ofScope,
  ...ofBackends,
  ...ofAlgebra,
  ...ofServices,
  ...ofLsp,
];
