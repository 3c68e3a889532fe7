// From the body of a request that creates a slice to the slice.
import { asData } from "../data/as-data.ts";
import { isRecord } from "../data/guards.ts";
import { bodyEntries } from "../diagnostics/catalogue/body.ts";
import { makeDiagnostic } from "../diagnostics/collector.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { FilterDefinition, Names } from "../semantics/definition.ts";
import {
  type FilterProblem,
  filterKeys,
  isFilterProblem,
  queryOf,
  readFilter,
  type SliceFilter,
} from "../semantics/mirror.ts";
import type { Query } from "../syntax/ast.ts";
import { listing } from "../text/show.ts";
import { type Compiled, type CompileOptions, compile, type Refused } from "./compile.ts";

/**
 * The body of `POST /v1/slices`.
 *
 * @example
 * ```ts
 * const body: SliceBody = { name: "People of this year", cql: "type:Person after:2026-01-01" };
 * ```
 */
export interface SliceBody {
  /** Kept as sent. */
  readonly name: string;
  /** The query. It decides if `filter` is there too. */
  readonly cql?: string;
  /** The same as data. */
  readonly filter?: SliceFilter;
  /** Belongs to the service; not looked at. */
  readonly project_id?: string;
}

/**
 * The part of a slice that follows from its body.
 *
 * @example
 * ```ts
 * const { name, filter_definition }: Slice = compiled.slice;
 * ```
 */
export interface Slice {
  /** As sent. */
  readonly name: string;
  /** Always `"dynamic"`: the members are found anew each time. */
  readonly type: "dynamic";
  /** As in {@link Compiled}. */
  readonly scope_warnings: readonly string[];
  /** As in {@link Compiled}. */
  readonly unresolved: Names;
  /** As in {@link Compiled}. */
  readonly filter_definition: FilterDefinition;
}

/**
 * A compiled slice body.
 *
 * @example
 * ```ts
 * const { slice }: CompiledSlice = result;
 * ```
 */
export interface CompiledSlice extends Compiled {
  /** The slice, ready to be stored. */
  readonly slice: Slice;
}

/**
 * Compiles the body of a request that creates a slice. A body with a member that is unknown or of the wrong type is
 * refused with `malformed-body`, as a misspelt `cql` would otherwise be the whole project. `undefined` is of the wrong type:
 * leave a member out that is not meant.
 *
 * Source: `docs/language.md`, "The structured mirror". Never throws on a body.
 *
 * @param body - The parsed JSON of the request.
 * @param options - As for {@link compile}.
 * @returns The slice, or the diagnostics that refuse it. Positions are in `cql`, or in the printed `filter`.
 * @throws TypeError if an option is not as {@link CompileOptions} says.
 * @example
 * ```ts
 * const result = compileSlice({ name: "People", cql: "type:Person" }, { catalog });
 * if (result.ok) result.slice; // { name: "People", type: "dynamic", scope_warnings: [], … }
 * ```
 */
export function compileSlice(body: unknown, options: CompileOptions): CompiledSlice | Refused {
  const read = readBody(asData(body));
  if ("path" in read) return refuse(read, options);
  const { name, source, notes } = read;
  const result = compile(source, options);
  const diagnostics = [...notes, ...result.diagnostics];
  if (!result.ok) return { ...result, diagnostics };
  const { scope_warnings, unresolved, filter_definition } = result;
  return {
    ...result,
    diagnostics,
    slice: { name, type: "dynamic", scope_warnings, unresolved, filter_definition },
  };
}

interface Read {
  readonly name: string;
  readonly source: string | Query;
  readonly notes: readonly Diagnostic[];
}

const members: readonly string[] = ["name", "cql", "filter", "project_id"];

function readBody(body: unknown): Read | FilterProblem {
  if (!isRecord(body)) return { path: "", expected: "must be an object with `name`, and `cql` or `filter`" };
  const own: ReadonlyMap<string, unknown> = new Map(Object.entries(body));
  const unknown = [...own.keys()].find((key) => !members.includes(key));
  if (unknown !== undefined)
    return { path: unknown, expected: `is not a member of a slice body; these are ${listing(members)}` };
  const [name, cql, filter, project] = members.map((member) => own.get(member));
  if (typeof name !== "string") return { path: "name", expected: "must be a string" };
  if (cql !== undefined && typeof cql !== "string") return { path: "cql", expected: "must be a string" };
  if (project !== undefined && typeof project !== "string")
    return { path: "project_id", expected: "must be a string" };
  if (filter === undefined) return { name, source: cql ?? "", notes: [] };
  // With a text the mirror is not looked at, whatever it holds.
  if (cql !== undefined)
    return { name, source: cql, notes: [makeDiagnostic(bodyEntries, "filter-ignored", start, { args: {} })] };
  const read = readFilter(filter);
  if (isFilterProblem(read)) return { path: `filter${read.path}`, expected: read.expected };
  // A list without names is no scope: it could mean everything or nothing.
  const empty = filterKeys.find((key) => read[key]?.length === 0);
  if (empty !== undefined)
    return { path: `filter.${empty}`, expected: "must have at least one member, or be left out" };
  return { name, source: queryOf(read), notes: [] };
}

const start = { start: 0, end: 0 };

function refuse(problem: FilterProblem, options: CompileOptions): Refused {
  const { query, now } = compile("", options);
  return {
    ok: false,
    query,
    now,
    diagnostics: [makeDiagnostic(bodyEntries, "malformed-body", start, { args: problem })],
  };
}
