// The only path from a query to its meaning and its diagnostics; compiling and validating both take it.

import { isRecord } from "../data/guards.ts";
import { timeOf } from "../dates/resolve-date.ts";
import { queryEntries } from "../diagnostics/catalogue/query.ts";
import { type Collector, createCollector } from "../diagnostics/collector.ts";
import { requireDocsUrl } from "../diagnostics/href.ts";
import { lint } from "../lint/run.ts";
import { type Catalog, requireCatalog } from "../semantics/catalog.ts";
import { type Resolution, resolve } from "../semantics/resolve.ts";
import type { Query } from "../syntax/ast.ts";
import { checkSyntax } from "../syntax/check.ts";
import { isTerm, requireTerms } from "../syntax/checked.ts";
import { sourceOf } from "../syntax/source.ts";
import { hasStrayWord } from "../syntax/stray-word.ts";
import { type GivenLimits, limitsWith } from "../vocabulary/limits.ts";

/** What an analysis needs besides the query. */
export interface AnalysisOptions {
  readonly catalog?: Catalog | undefined;
  readonly now?: Date | number | undefined;
  readonly limits?: GivenLimits | undefined;
  readonly docsUrl?: string | undefined;
}

/** A query, what its terms stand for, and what was found. */
export interface Analysis {
  readonly query: Query;
  /** The text it was read from, if it was. */
  readonly text: string | undefined;
  /** Milliseconds since 1970: read once, so that all dates of a query mean the same now. */
  readonly now: number;
  readonly resolutions: readonly Resolution[];
  readonly findings: Collector;
}

/** Reads, resolves and checks a query. */
export function analyse(given: string | Query, options: AnalysisOptions): Analysis {
  requireSource(given);
  const { catalog } = options;
  if (catalog !== undefined) requireCatalog(options);
  const now = timeOf(options.now ?? Date.now(), "options.now");
  const limits = limitsWith(options.limits);
  requireDocsUrl(options.docsUrl);
  const source = sourceOf(given, limits);
  const { query, text } = source;
  const findings = createCollector(limits.maxDiagnostics, queryEntries, options.docsUrl, (fixed) =>
    hasStrayWord(query, fixed),
  );
  // A query over a limit is not processed further.
  if (!checkSyntax(source, limits, findings, { now })) return { query, text, now, resolutions: [], findings };
  const resolutions = resolve(query, catalog, now);
  lint({ query, resolutions, catalog, now }, findings);
  return { query, text, now, resolutions, findings };
}

function requireSource(source: unknown): void {
  if (typeof source === "string") return;
  if (!isRecord(source) || source["kind"] !== "query" || !Array.isArray(source["terms"]))
    throw new TypeError("source must be a string or a query");
  if (!isSpan(source["span"])) throw new TypeError("source.span must be a span");
  requireTerms("source.terms", source["terms"], isPlacedTerm);
}

function isPlacedTerm(term: unknown): boolean {
  return isTerm(term) && isSpan(term.span) && isSpan(term.value["span"]);
}

function isSpan(span: unknown): boolean {
  if (!isRecord(span)) return false;
  const { start, end } = span;
  return typeof start === "number" && typeof end === "number";
}
