// What comes of a query: the compiled slice and its rows among the shipped entities, or what the last good query found.

import { createTable } from "../../../src/exports/predicate.ts";
import {
  type Catalog,
  type Compiled,
  type CompileResult,
  compile,
  type Diagnostic,
} from "../../../src/index.ts";
import type { Sample } from "./packed.ts";

/** A query that compiled, and the entities in its slice. */
export interface Found {
  readonly query: string;
  readonly compiled: Compiled;
  /** Row numbers, ascending. */
  readonly rows: Uint32Array;
  readonly count: number;
  /** How many of them are of each type, the most frequent first. */
  readonly byType: readonly (readonly [type: string, count: number])[];
}

/** All that the page shows of one query at one evaluation time. */
export interface Outcome {
  readonly query: string;
  readonly now: number;
  readonly catalog: Catalog;
  readonly result: CompileResult;
  /** Of this query if it compiled, else of the last one that did; null if none has. */
  readonly found: Found | null;
}

/** Whether what was found is of this very query. While it is not, no number of it may be shown. */
export function isCurrent({ result, found }: Outcome): boolean {
  return result.ok && found !== null;
}

/** Whether only the term that is being written at a cursor is wrong, or a name in it is unknown: half a name finds nothing. */
export function isUnfinishedAt({ result }: Outcome, cursor: number): boolean {
  const { ok, diagnostics } = result;
  const isOwn = ofTermAt(result, cursor);
  if (ok) return diagnostics.some((each) => unknown.has(each.code) && isOwn(each));
  return diagnostics.filter(({ severity }) => severity === "error").every(isOwn);
}

/** The outcome without the diagnostics of that term. */
export function hideTermAt(outcome: Outcome, cursor: number): Outcome {
  const { result } = outcome;
  const isOwn = ofTermAt(result, cursor);
  return {
    ...outcome,
    result: { ...result, diagnostics: result.diagnostics.filter((each) => !isOwn(each)) },
  };
}

function ofTermAt({ query }: CompileResult, cursor: number): (diagnostic: Diagnostic) => boolean {
  const term = query.terms.find(({ span }) => span.start < cursor && cursor <= span.end);
  return ({ span }) => term !== undefined && span.start <= term.span.end && span.end >= term.span.start;
}

const unknown: ReadonlySet<string> = new Set(["unresolved-shape", "unresolved-source", "unknown-type"]);

/** Makes the function that runs queries; it keeps the entities in columns, and what was found last. */
export function createRunner(
  samples: readonly Sample[],
): (query: string, options: { readonly catalog: Catalog; readonly now: number }) => Outcome {
  const table = createTable(samples);
  let found: Found | null = null;
  return (query, { catalog, now }) => {
    const result = compile(query, { catalog, now });
    if (result.ok) {
      const filter = result.filter_definition;
      const types = [...table.countBy(filter, "type")];
      found = {
        query,
        compiled: result,
        rows: table.select(filter),
        count: table.count(filter),
        byType: types
          .map(([type, count]) => [String(type), count] as const)
          .toSorted(([, one], [, other]) => other - one),
      };
    }
    return { query, now, catalog, result, found };
  };
}
