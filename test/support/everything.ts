// Calls every function that takes a text, for the tests that say that none of them throws.

import {
  applyFix,
  type Catalog,
  compile,
  compileSlice,
  cql,
  createCatalog,
  explain,
  filterOf,
  fixAll,
  format,
  lineMap,
  namesIn,
  parse,
  print,
  queryOf,
  renderDiagnostic,
  resolveDate,
  validate,
} from "../../src/index.ts";

interface Options {
  readonly catalog: Catalog;
  readonly now: number;
  readonly limits?: {
    readonly maxLength?: number;
    readonly maxTerms?: number;
    readonly maxDiagnostics?: number;
  };
}

/** Runs the whole public surface on one text; returns how many diagnostics there were. */
export function everything(source: string, options: Options): number {
  const limits = options.limits === undefined ? {} : { limits: options.limits };
  const parsed = parse(source, limits);
  const compiled = compile(source, options);
  compile(parsed.query, options);
  validate(source);
  const diagnostics = [...parsed.diagnostics, ...validate(source, options)];
  for (const diagnostic of diagnostics.slice(0, 8)) {
    renderDiagnostic(source, diagnostic);
    for (const fix of diagnostic.fixes ?? []) applyFix(source, fix);
  }
  explain(source, options);
  if (compiled.ok) explain(compiled);
  format(source);
  fixAll(source, options);
  print(parsed.query);
  namesIn(parsed.query);
  const filter = filterOf(parsed.query);
  queryOf(filter);
  resolveDate(source, options.now);
  lineMap(source).position(source.length);
  compileSlice({ name: source, cql: source }, options);
  compileSlice({ name: "s", filter }, options);
  createCatalog({
    shapes: [{ id: source, name: source }],
    sources: [{ id: source, name: source }],
    types: [source],
  });
  parse(cql`type:${source} ${source} shape:${[source, source]}`);
  return diagnostics.length;
}
