// What a key sees of a slice, at any moment: the slice itself and those that limit the key, with their names and dates.

import { compile, createCatalog, namesIn, parse, resolveDate } from "slice-cql";
import { intersect } from "slice-cql/algebra";
import type { FilterDefinition } from "slice-cql/sql";
import { lookUp, type ProjectCatalog } from "../catalog/catalog.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { nameChanges, namesAt, type VersionedName, type WantedNames } from "../log/names.ts";
import type { NameChange } from "../log/written.ts";
import { Problem } from "../values/problem.ts";
import { nothing } from "./limits.ts";
import type { Moment } from "./point.ts";

type Named = Pick<ProjectCatalog, "shapes" | "sources">;

/** Milliseconds since 1970, half-open; infinite where there is no bound. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** What names of a view stand for now, and which of them have changed after a version. */
interface Known {
  readonly now: Named;
  readonly changes: readonly VersionedName[];
}

/** What a key sees of a slice. */
export class View {
  readonly #texts: readonly string[];
  readonly #names: WantedNames;
  readonly #known: Known;
  readonly #isNothing: boolean;
  readonly #dates: readonly Dates[];
  readonly #filters = new Map<string, readonly FilterDefinition[]>();

  constructor(texts: readonly string[], isNothing: boolean, known: Known) {
    this.#texts = texts;
    this.#isNothing = isNothing;
    this.#known = known;
    this.#names = namesOf(texts);
    this.#dates = texts.map(datesOf);
  }

  /** Whether entities enter and leave it as time passes. */
  get hasDates(): boolean {
    return !this.#isNothing && this.#dates.some(({ starts, ends }) => starts.length + ends.length > 0);
  }

  /** Whether its dates may step back, at the beginning of a day: a month back from the 29th may be as long as one from the 28th. */
  get countsMonths(): boolean {
    return this.#dates.some(({ starts, ends }) => [...starts, ...ends].some((date) => months.test(date)));
  }

  /** What is in it at a moment. */
  at(moment: Moment): FilterDefinition {
    return this.#isNothing ? nothing : this.#each(moment).reduce(intersect);
  }

  /**
   * What is in it at a moment whenever it was created. Not `at` without its range: where the ranges of two queries have nothing in common, that has
   * nothing at all, though an entity may have been in both a moment before.
   */
  othersAt(moment: Moment): FilterDefinition {
    if (this.#isNothing) return nothing;
    return this.#each(moment).map(withoutDates).reduce(intersect);
  }

  /** What the limits of its key alone let through; undefined if it has none. */
  limitsAt(moment: Moment): FilterDefinition | undefined {
    if (this.#isNothing) return nothing;
    const [, ...others] = this.#each(moment);
    return others.length === 0 ? undefined : others.reduce(intersect);
  }

  /**
   * As `limitsAt`, with what time alone lets through next or has let through last: where the ranges of two limits have nothing in common, what is
   * between them.
   */
  limitsAround(moment: Moment): FilterDefinition | undefined {
    if (this.#isNothing) return nothing;
    const [, ...others] = this.#each(moment).map(withoutDates);
    if (others.length === 0) return undefined;
    const range = rangeOf(this.#dates.slice(1), moment.instant);
    if (range === undefined) return nothing;
    const [first, last] = [Math.min(range.start, range.end), Math.max(range.start, range.end)];
    const dateRange = {
      field: "created_at",
      ...(Number.isFinite(first) && { start: new Date(first).toISOString() }),
      ...(Number.isFinite(last) && { end: new Date(last).toISOString() }),
    };
    return { ...others.reduce(intersect), dateRange };
  }

  /** When what a name in the limits of its key stood for has first lost it after a version; undefined if none has. */
  limitsLostAt(version: number): Date | undefined {
    const [, ...limits] = this.#texts;
    const { shapes, sources } = namesOf(limits);
    const named = { shape: new Set(shapes), source: new Set(sources) };
    return this.#known.changes.find(
      ({ version: its, kind, before }) => its > version && before !== null && named[kind].has(before),
    )?.at;
  }

  /** Whether the change of a name may concern it. */
  hasName({ kind, before, after }: NameChange): boolean {
    const names = kind === "shape" ? this.#names.shapes : this.#names.sources;
    return names.some((name) => name === before || name === after);
  }

  /** Its range of dates at an instant; undefined where one of its queries is refused. */
  rangeAt(instant: number): Range | undefined {
    return rangeOf(this.#dates, instant);
  }

  /** When the names that it has changed, of those that changed up to a version. */
  changedAt(version: number): Date | undefined {
    return this.#known.changes.findLast((change) => change.version <= version)?.at;
  }

  #each(moment: Moment): readonly FilterDefinition[] {
    const key = `${String(moment.version)} ${String(moment.instant)}`;
    const known = this.#filters.get(key) ?? this.#texts.map((text) => this.#filterOf(text, moment));
    this.#filters.set(key, known);
    return known;
  }

  #filterOf(text: string, { version, instant }: Moment): FilterDefinition {
    const { now, changes } = this.#known;
    const catalog = createCatalog({
      shapes: named(now.shapes, changes, "shape", version, this.#names.shapes),
      sources: named(now.sources, changes, "source", version, this.#names.sources),
    });
    const compiled = compile(text, { catalog, now: instant });
    return compiled.ok ? compiled.filter_definition : nothing;
  }
}

/** The view of a slice, whose names are looked up back to a version. Throws a {@link Problem} if its query is refused now. */
export async function viewOf(tx: Transaction, tenant: Tenant, cql: string, version: number): Promise<View> {
  const { limits, ...whole } = tenant;
  const texts = [cql, ...(limits?.slices ?? [])];
  const compiled = compile(cql, { catalog: createCatalog({}), now: await tx.now() });
  if (!compiled.ok) throw new Problem("invalid_cql", { diagnostics: compiled.diagnostics });
  const names = namesOf(texts);
  const hasNames = names.shapes.length + names.sources.length > 0;
  const [now, changes] = hasNames
    ? [await lookUp(tx, whole, names), await nameChanges(tx, whole, names, version)]
    : [{ shapes: [], sources: [] }, []];
  return new View(texts, limits?.slices.length === 0, { now, changes });
}

function named(
  now: ProjectCatalog["shapes"],
  changes: readonly VersionedName[],
  kind: VersionedName["kind"],
  version: number,
  wanted: readonly string[],
): ProjectCatalog["shapes"] {
  return namesAt(now, changes, kind, version).filter(({ name }) => wanted.includes(name));
}

function namesOf(texts: readonly string[]): WantedNames {
  const names = texts.map((text) => namesIn(text));
  const all = (kind: keyof WantedNames): string[] => [...new Set(names.flatMap((each) => each[kind]))];
  return { shapes: all("shapes"), sources: all("sources") };
}

/** The dates of a query: it begins at the earliest of the first, and ends at the latest of the others. */
interface Dates {
  readonly starts: readonly string[];
  readonly ends: readonly string[];
}

function withoutDates({ dateRange: _dates, ...others }: FilterDefinition): FilterDefinition {
  return others;
}

/** What some dates have in common at an instant; undefined if one of them is refused. */
function rangeOf(all: readonly Dates[], instant: number): Range | undefined {
  let [start, end] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const { starts, ends } of all) {
    const [from, to] = [starts, ends].map((dates) => dates.map((date) => resolved(date, instant)));
    if (from === undefined || to === undefined || [...from, ...to].some(Number.isNaN)) return undefined;
    if (from.length > 0) start = Math.max(start, Math.min(...from));
    if (to.length > 0) end = Math.min(end, Math.max(...to));
  }
  return { start, end };
}

/** Dates that count in months. */
const months = /\d(?:mo|y)$|^last-(?:month|year)$/;

function datesOf(text: string): Dates {
  const { terms } = parse(text).query;
  const of = (qualifier: "after" | "before"): string[] =>
    terms.flatMap((term) =>
      term.kind === "qualified" && term.qualifier === qualifier ? [term.value.text] : [],
    );
  return { starts: of("after"), ends: of("before") };
}

function resolved(date: string, instant: number): number {
  const found = resolveDate(date, instant);
  return found.ok ? found.instant : Number.NaN;
}
