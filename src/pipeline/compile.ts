// From a query to the definition of its slice, or to the reasons why it is refused.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { type Catalog, requireCatalog } from "../semantics/catalog.ts";
import { define } from "../semantics/define.ts";
import type { FilterDefinition, Names } from "../semantics/definition.ts";
import type { Query } from "../syntax/ast.ts";
import { fieldsWith, type GivenFields } from "../vocabulary/fields.ts";
import type { GivenLimits } from "../vocabulary/limits.ts";
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
  /** The evaluation time, as a Date or in milliseconds since 1970; the machine's clock by default. */
  readonly now?: Date | number | undefined;
  /** Paths in the filter, in place of the defaults. */
  readonly fields?: GivenFields | undefined;
  /** Bounds, in place of the defaults. */
  readonly limits?: GivenLimits | undefined;
  /** The address of the page of codes, for the `href` of diagnostics; a reserved name that leads nowhere by default. */
  readonly docsUrl?: string | undefined;
  /**
   * What is refused: queries with an error (the default), or with a warning too, which a server may want, as a misspelt term such as
   * `tpye:Person` is free text with a warning, and the slice is wider than intended.
   */
  readonly refuseAt?: "error" | "warning" | undefined;
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
  /** The evaluation time that relative dates count back from, ISO 8601 in UTC with milliseconds. */
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
 * A query with errors, or with warnings if these are to be refused. Nothing is compiled.
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
  /** The evaluation time, ISO 8601 in UTC with milliseconds. */
  readonly now: string;
  /** At least one that refuses it (unless `limits.maxDiagnostics` is 0), and all else that was found, sorted by position. */
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
 * kind of which no name is known matches nothing; what does not affect membership is returned in `scope_warnings`.
 *
 * Source: `docs/language.md`, "Meaning". Never throws on a query.
 *
 * @param source - A text, or a tree that was read or built.
 * @param options - The catalog, and optionally the evaluation time, field names and limits.
 * @returns The definition, or the diagnostics that refuse it.
 * @throws TypeError if an option does not match {@link CompileOptions}; the message names it.
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
  const isStrict = refusesWarnings(options.refuseAt);
  const { query, text, now: instant, resolutions, findings } = analyse(source, options);
  const now = textOf(instant);
  const diagnostics = findings.diagnostics();
  if (findings.hasErrors() || (isStrict && findings.hasWarnings()))
    return { ok: false, query, now, diagnostics };
  // Listed explicitly: object spread dominated the compilation of one-term queries.
  const { filter_definition, scope_warnings, unresolved } = define(resolutions, fields, text);
  return { ok: true, query, now, filter_definition, scope_warnings, unresolved, diagnostics };
}

function refusesWarnings(refuseAt: unknown = "error"): boolean {
  if (refuseAt === "error" || refuseAt === "warning") return refuseAt === "warning";
  throw new TypeError('options.refuseAt must be "error" or "warning"');
}

/** Many queries are compiled at the same time, and formatting it takes longer than reading a term. */
function textOf(instant: number): string {
  if (lastFormatted.instant !== instant) lastFormatted = { instant, text: new Date(instant).toISOString() };
  return lastFormatted.text;
}

/** The most recently formatted instant. */
let lastFormatted = { instant: Number.NaN, text: "" };
