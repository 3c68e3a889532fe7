// From the body of a request that creates a slice to the slice.
import { nameOf, pointerTo } from "../data/pointer.ts";
import { bodyEntries } from "../diagnostics/catalogue/body.ts";
import { makeDiagnostic } from "../diagnostics/collector.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { FilterDefinition, Names } from "../semantics/definition.ts";
import { type FilterProblem, isFilterProblem } from "../semantics/mirror.ts";
import { type Compiled, type CompileOptions, compile, type Refused } from "./compile.ts";
import { readBody } from "./slice-body.ts";

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
  /** Always `"dynamic"`: the members are determined each time. */
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
 * refused with `malformed-body`, as a misspelt `cql` would otherwise be the whole project; so is one with neither `cql` nor `filter`.
 * The whole project is an empty `cql`, or an empty `filter`. `undefined` is the wrong type: leave out unused members.
 *
 * Source: `docs/language.md`, "The structured mirror". Never throws on a body.
 *
 * @param body - The parsed JSON of the request.
 * @param options - As for {@link compile}.
 * @returns The slice, or the diagnostics that refuse it. Each has its `path` in the body; positions are in `cql`, or in the printed
 * `filter`.
 * @throws TypeError if an option does not match {@link CompileOptions}.
 * @example
 * ```ts
 * const result = compileSlice({ name: "People", cql: "type:Person" }, { catalog });
 * if (result.ok) result.slice; // { name: "People", type: "dynamic", scope_warnings: [], … }
 * ```
 */
export function compileSlice(body: unknown, options: CompileOptions): CompiledSlice | Refused {
  const read = readBody(body);
  if (isFilterProblem(read)) return refuse(read, options);
  const { name, source, pathOf, isFilterIgnored } = read;
  const result = compile(source, options);
  const diagnostics = [
    ...(isFilterIgnored ? [filterIgnored(options)] : []),
    ...result.diagnostics.map((each) => ({ ...each, path: pathOf(each.span) })),
  ];
  if (!result.ok) return { ...result, diagnostics };
  const { scope_warnings, unresolved, filter_definition } = result;
  return {
    ...result,
    diagnostics,
    slice: { name, type: "dynamic", scope_warnings, unresolved, filter_definition },
  };
}

const span = { start: 0, end: 0 };

function filterIgnored({ docsUrl }: CompileOptions): Diagnostic {
  return makeDiagnostic(bodyEntries, "filter-ignored", { span, path: "/filter", docsUrl }, { args: {} });
}

function refuse({ place, expected }: FilterProblem, options: CompileOptions): Refused {
  const { query, now } = compile("", options);
  const head = { span, path: pointerTo(place), docsUrl: options.docsUrl };
  const args = { place: nameOf(place), expected };
  return {
    ok: false,
    query,
    now,
    diagnostics: [makeDiagnostic(bodyEntries, "malformed-body", head, { args })],
  };
}
