// What is measured: each variant takes a text and gives something that proves it did its work.
import { compile, createCatalog, type ParseOptions, parse, validate } from "../src/index.ts";
import { parseText } from "../src/syntax/parser.ts";
import { names } from "./corpus.ts";
import { limit, loop } from "./limit.ts";

/** Takes a text; the number is only there so that no engine can leave the work out. */
export type Variant = (text: string) => number;

/** The variants in the order in which a round runs them. */
export const variantNames = ["loop", "limit", "parseText", "parse", "validate", "compile"] as const;

/** One of {@link variantNames}. */
export type VariantName = (typeof variantNames)[number];

/** Most programs leave the limits as they are; only the huge texts need others. */
function optionsFor(text: string): ParseOptions {
  return text.length > 50_000 ? unlimited : {};
}

const unlimited: ParseOptions = {
  limits: { maxLength: Number.POSITIVE_INFINITY, maxTerms: Number.POSITIVE_INFINITY },
};
const now = Date.UTC(2026, 10, 20, 12);

/** Makes a variant. The names of the corpora are all known, so that no time goes into suggestions. */
export function variant(name: VariantName): Variant {
  return makers[name]();
}

const makers: Readonly<Record<VariantName, () => Variant>> = {
  loop: () => loop,
  limit: () => (text) => limit(text).terms.length,
  parseText: () => (text) => parseText(text).terms.length,
  parse: () => (text) => parse(text, optionsFor(text)).query.terms.length,
  validate: () => {
    const catalog = benchCatalog();
    return (text) => validate(text, { catalog, now, ...optionsFor(text) }).length;
  },
  compile: () => {
    const catalog = benchCatalog();
    return (text) => compile(text, { catalog, now, ...optionsFor(text) }).diagnostics.length;
  },
};

function benchCatalog(): ReturnType<typeof createCatalog> {
  const entries = (table: readonly string[]): { readonly id: string; readonly name: string }[] =>
    table.map((name, index) => ({ id: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`, name }));
  return createCatalog({
    shapes: entries(names.shapes),
    sources: entries(names.sources),
    types: [...names.types],
  });
}
