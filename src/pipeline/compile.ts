// From a query to the definition of its slice, or to the reasons why there is none.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { type Catalog, requireCatalog } from "../semantics/catalog.ts";
import { define } from "../semantics/define.ts";
import type { FilterDefinition, Names } from "../semantics/definition.ts";
import type { Query } from "../syntax/ast.ts";
import { type FieldNames, fieldsWith } from "../vocabulary/fields.ts";
import type { Limits } from "../vocabulary/limits.ts";
import { analyse } from "./analyse.ts";

/**
 * Options of {@link compile}.
 *
 * @example
 * ```ts
 * const options: CompileOptions = { catalog, now: Date.parse("2026-03-31T12:00:00Z") };
 * ```
 */
export interface CompileOptions {
  /** Where names are looked up. */
  readonly catalog: Catalog;
  /** The present, as a Date or in milliseconds since 1970; the clock of the machine by default. */
  readonly now?: Date | number | undefined;
  /** Paths in the filter, in place of the defaults. */
  readonly fields?: Partial<FieldNames> | undefined;
  /** Bounds, in place of the defaults. */
  readonly limits?: Partial<Limits> | undefined;
}

/**
 * A compiled slice.
 *
 * @example
 * ```ts
 * const result: CompileResult = compile("type:Person", { catalog });
 * if (result.ok) store(result.filter_definition);
 * ```
 */
export interface Compiled {
  /** Always `true`. */
  readonly ok: true;
  /** The tree of the query. */
  readonly query: Query;
  /** The present that relative dates count from, ISO 8601 in UTC with milliseconds. */
  readonly now: string;
  /** What is in the slice. */
  readonly filter_definition: FilterDefinition;
  /** The source text of every term that does not affect membership, in source order, duplicates kept. */
  readonly scope_warnings: readonly string[];
  /** Names that the catalog does not know; they are not in the filter. */
  readonly unresolved: Names;
  /** Warnings, information and hints, sorted by position. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * A query with errors. Nothing is compiled.
 *
 * @example
 * ```ts
 * const result: CompileResult = compile("type:", { catalog });
 * if (!result.ok) console.error(result.diagnostics);
 * ```
 */
export interface Refused {
  /** Always `false`. */
  readonly ok: false;
  /** The tree of the query. */
  readonly query: Query;
  /** The present, ISO 8601 in UTC with milliseconds. */
  readonly now: string;
  /** At least one error (unless `limits.maxDiagnostics` is 0), and all else that was found, sorted by position. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * What {@link compile} gives.
 *
 * @example
 * ```ts
 * const result: CompileResult = compile("type:Person", { catalog });
 * ```
 */
export type CompileResult = Compiled | Refused;

/**
 * Compiles a query. Terms of one qualifier unite, different qualifiers intersect; relative dates resolve in UTC; a
 * kind of which no name is known matches nothing; what does not affect membership comes back in `scope_warnings`.
 *
 * Source: `docs/language.md`, "Meaning". Never throws on a query.
 *
 * @param source - A text, or a tree that was read or built.
 * @param options - The catalog, and perhaps the present, field names and limits.
 * @returns The definition, or the diagnostics that refuse it.
 * @throws TypeError if an option is not as {@link CompileOptions} says; the message names it.
 * @example
 * ```ts
 * const result = compile('type:Person shape:"Sales CRM" after:3mo', { catalog });
 * if (result.ok) result.filter_definition.entityTypes; // ["Person"]
 * ```
 */
export function compile(source: string | Query, options: CompileOptions): CompileResult {
  // Without a catalog every name would be unknown, and every slice with names empty.
  requireCatalog(options);
  const fields = fieldsWith(options.fields);
  const { query, text, now: instant, resolutions, findings } = analyse(source, options);
  const now = textOf(instant);
  const diagnostics = findings.diagnostics();
  if (findings.hasErrors()) return { ok: false, query, now, diagnostics };
  // Each by its name, as a spread amid an object costs more than all the rest for a query of one term.
  const { filter_definition, scope_warnings, unresolved } = define(resolutions, fields, text);
  return { ok: true, query, now, filter_definition, scope_warnings, unresolved, diagnostics };
}

/** Many queries are compiled at one present, and to write it takes longer than to read a term. */
function textOf(instant: number): string {
  if (present.instant !== instant) present = { instant, text: new Date(instant).toISOString() };
  return present.text;
}

/** The last one. */
let present = { instant: Number.NaN, text: "" };
