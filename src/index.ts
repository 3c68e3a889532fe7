/**
 * Parse, validate, compile, explain, format and fix CQL.
 *
 * @module slice-cql
 */

// From a query to its slice.

export { type ResolveDateOptions, type ResolvedDate, resolveDate } from "./dates/resolve-date.ts";
export {
  type Compiled,
  type CompileOptions,
  type CompileResult,
  compile,
  type Refused,
} from "./pipeline/compile.ts";
export { type CompiledSlice, compileSlice, type Slice } from "./pipeline/compile-slice.ts";
export { explain } from "./pipeline/explain.ts";
export { format } from "./pipeline/format.ts";
export type { SliceBody } from "./pipeline/slice-body.ts";
export type { DateRange, FilterDefinition, PropertyFilter, Scalar } from "./semantics/definition.ts";
export { filterOf, queryOf, type SliceFilter } from "./semantics/mirror.ts";

// From a text to its tree, and back.

export type { QualifiedTerm, Query, Term, TextTerm, Value } from "./syntax/ast.ts";
export { query, term, text } from "./syntax/build.ts";
export { type ParseOptions, type ParseResult, parse } from "./syntax/parse.ts";
export { print } from "./syntax/print.ts";
export { type CqlValue, cql } from "./syntax/template.ts";

// The names in a query, and the catalog that knows them.

export { namesIn } from "./pipeline/names-in.ts";
export {
  type Catalog,
  type CatalogData,
  type CatalogEntry,
  type CatalogTable,
  type CatalogTypes,
  createCatalog,
} from "./semantics/catalog.ts";
export type { Names } from "./semantics/definition.ts";

// Diagnostics and fixes.

export type { BodyExpectation, DiagnosticCode, DiagnosticData } from "./diagnostics/arguments.ts";
export type { Diagnostic, DiagnosticOf, Fix, RelatedSpan, Severity } from "./diagnostics/diagnostic.ts";
export { renderDiagnostic } from "./diagnostics/render.ts";
export { applyFix, fixAll } from "./pipeline/fix-all.ts";
export { type ValidateOptions, validate } from "./pipeline/validate.ts";

// Positions, and the words that options and trees are made of.

export { applyEdits, type TextEdit } from "./text/edits.ts";
export { type LineMap, lineMap, type Position } from "./text/line-map.ts";
export type { Span } from "./text/span.ts";
export type { FieldNames, GivenFields } from "./vocabulary/fields.ts";
export type { GivenLimits, Limits } from "./vocabulary/limits.ts";
export type { Operator } from "./vocabulary/operators.ts";
export type { MembershipQualifier, Qualifier } from "./vocabulary/qualifiers.ts";
