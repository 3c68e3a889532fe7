// The package's main entry: parse, validate, compile, explain, format and mend CQL.

// From a query to its slice.

export { type ResolvedDate, resolveDate } from "./dates/resolve-date.ts";
export {
  type Compiled,
  type CompileOptions,
  type CompileResult,
  compile,
  type Refused,
} from "./pipeline/compile.ts";
export { type CompiledSlice, compileSlice, type Slice, type SliceBody } from "./pipeline/compile-slice.ts";
export { explain } from "./pipeline/explain.ts";
export { format } from "./pipeline/format.ts";
export type { DateRange, FilterDefinition, PropertyFilter } from "./semantics/definition.ts";
export { filterOf, type MembershipQualifier, queryOf, type SliceFilter } from "./semantics/mirror.ts";

// From a text to its tree, and back.

export type { QualifiedTerm, Query, Term, TextTerm, Value } from "./syntax/ast.ts";
export { query, term, text } from "./syntax/build.ts";
export { type ParseOptions, type ParseResult, parse } from "./syntax/parse.ts";
export { print } from "./syntax/print.ts";
export { type CqlValue, cql } from "./syntax/template.ts";

// The names in a query, and the catalog that knows them.

export {
  type Catalog,
  type CatalogData,
  type CatalogEntry,
  type CatalogTable,
  type CatalogTypes,
  createCatalog,
} from "./semantics/catalog.ts";
export type { Names } from "./semantics/definition.ts";
export { namesIn } from "./semantics/names.ts";

// Diagnostics and fixes.

export type { DiagnosticCode } from "./diagnostics/arguments.ts";
export type { Diagnostic, Fix, RelatedSpan, Severity } from "./diagnostics/diagnostic.ts";
export { renderDiagnostic } from "./diagnostics/render.ts";
export { applyFix, fixAll } from "./pipeline/fix-all.ts";
export { type ValidateOptions, validate } from "./pipeline/validate.ts";

// Positions, and the words that options and trees are made of.

export type { TextEdit } from "./text/edits.ts";
export { type LineMap, lineMap, type Position } from "./text/line-map.ts";
export type { Span } from "./text/span.ts";
export type { FieldNames } from "./vocabulary/fields.ts";
export type { Limits } from "./vocabulary/limits.ts";
export type { Operator } from "./vocabulary/operators.ts";
export type { Qualifier } from "./vocabulary/qualifiers.ts";
