// Reads the body of a request that creates a slice: its query or filter, and the paths of its members.
import { asData } from "../data/as-data.ts";
import { isRecord } from "../data/guards.ts";
import { pointerTo } from "../data/pointer.ts";
import { bodyMembers } from "../diagnostics/catalogue/expectations.ts";
import {
  type FilterProblem,
  isFilterProblem,
  queryOf,
  readFilter,
  type SliceFilter,
  valuesOf,
} from "../semantics/mirror.ts";
import type { Query } from "../syntax/ast.ts";
import type { Span } from "../text/span.ts";
import { membershipQualifiers } from "../vocabulary/qualifiers.ts";

/**
 * The body of `POST /v1/slices`: with `cql`, `filter` or both.
 *
 * @example
 * ```ts
 * const body: SliceBody = { name: "People of this year", cql: "type:Person after:2026-01-01" };
 * ```
 */
export interface SliceBody {
  /** Kept as sent. */
  readonly name: string;
  /** The query. It takes precedence over `filter`. */
  readonly cql?: string;
  /** The same as data. */
  readonly filter?: SliceFilter;
  /** Belongs to the service; not read. */
  readonly project_id?: string;
}

/** The request of a body. */
export interface BodyRead {
  readonly name: string;
  readonly source: string | Query;
  /** Where a stretch of the source is in the body, as a JSON Pointer. */
  readonly pathOf: (span: Span) => string;
  /** Whether there is a mirror that is ignored. */
  readonly isFilterIgnored: boolean;
}

/** Reads a body of any form. A problem is placed from the body on. */
export function readBody(given: unknown): BodyRead | FilterProblem {
  const body = asData(given);
  if (!isRecord(body)) return { place: [], expected: "body" };
  const own: ReadonlyMap<string, unknown> = new Map(Object.entries(body));
  const unknown = [...own.keys()].find((key) => !bodyMembers.some((member) => member === key));
  if (unknown !== undefined) return { place: [unknown], expected: "member" };
  const [name, cql, filter, project] = bodyMembers.map((member) => own.get(member));
  if (typeof name !== "string") return { place: ["name"], expected: "string" };
  if (cql !== undefined && typeof cql !== "string") return { place: ["cql"], expected: "string" };
  if (project !== undefined && typeof project !== "string")
    return { place: ["project_id"], expected: "string" };
  // With a text the mirror is ignored, whatever it holds.
  if (cql !== undefined)
    return { name, source: cql, pathOf: () => "/cql", isFilterIgnored: filter !== undefined };
  if (filter === undefined) return { place: [], expected: "query" };
  const read = readMirror(filter);
  if (isFilterProblem(read)) return { place: ["filter", ...read.place], expected: read.expected };
  const query = queryOf(read);
  return { name, source: query, pathOf: pathsOf(read, query), isFilterIgnored: false };
}

function readMirror(filter: unknown): SliceFilter | FilterProblem {
  const read = readFilter(filter);
  if (isFilterProblem(read)) return read;
  // A list without names is not a scope: it could mean everything or nothing.
  const empty = membershipQualifiers.find((key) => read[key]?.length === 0);
  return empty === undefined ? read : { place: [empty], expected: "not-empty" };
}

/** The value in whose term a stretch is; the filter for what is in no single one. */
function pathsOf(filter: SliceFilter, { terms }: Query): (span: Span) => string {
  const values = valuesOf(filter);
  return ({ start, end }) => {
    const index = terms.findIndex(({ span }) => span.start <= start && end <= span.end);
    const value = values[index];
    return value === undefined ? "/filter" : pointerTo(["filter", value[0], value[1]]);
  };
}
