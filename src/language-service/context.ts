// The context of one call, besides the text: the known names, the evaluation time, the reader's zone.
import { timeOf } from "../dates/resolve-date.ts";
import { type Catalog, requireCatalog } from "../semantics/catalog.ts";
import type { Names } from "../semantics/definition.ts";
import { namesOf } from "../semantics/names.ts";
import { parse } from "../syntax/parse.ts";
import type { GivenLimits } from "../vocabulary/limits.ts";
import type { AbortSignalLike } from "./cancellation.ts";

/**
 * Where names are looked up: a catalog, the promise of one, or a function that is called every time with the names
 * in the text, so that it can look these up in one round trip. A function's catalog is also where completions come from;
 * where it returns `undefined`, names are not checked.
 *
 * @example
 * ```ts
 * const source: CatalogSource = () => createCatalog({ sources: [{ id: "s1", name: "gmail" }] });
 * ```
 */
export type CatalogSource =
  | Catalog
  | PromiseLike<Catalog>
  | ((names: Names, signal?: AbortSignalLike) => Catalog | undefined | PromiseLike<Catalog | undefined>);

/**
 * Options of `createLanguageService`.
 *
 * @example
 * ```ts
 * const options: LanguageServiceOptions = { catalog, now: () => Date.now(), timeZone: "Europe/Berlin" };
 * ```
 */
export interface LanguageServiceOptions {
  /** Where names are looked up; without it names are not checked, and none are offered. */
  readonly catalog?: CatalogSource | undefined;
  /** The evaluation time, or a function that returns it; the clock of the machine by default. */
  readonly now?: Date | number | (() => Date | number) | undefined;
  /** The reader's time zone, an IANA name, for hovers; that of the machine by default. */
  readonly timeZone?: string | undefined;
  /** Bounds, in place of the defaults. */
  readonly limits?: GivenLimits | undefined;
  /** The address of the page of codes, for the `href` of diagnostics; a reserved name that leads nowhere by default. */
  readonly docsUrl?: string | undefined;
}

/** The context of one call, besides the text. */
export interface Context {
  readonly catalog: Catalog | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly limits: GivenLimits | undefined;
  readonly docsUrl: string | undefined;
  readonly timeZone: string | undefined;
}

/** Waits for the catalog and reads the evaluation time. Rejects as the catalog does. */
export async function contextFor(
  text: string,
  options: LanguageServiceOptions,
  signal: AbortSignalLike | undefined,
): Promise<Context> {
  const { now, limits, docsUrl, timeZone } = options;
  if (timeZone !== undefined && typeof timeZone !== "string")
    throw new TypeError("options.timeZone must be the name of a time zone");
  const isAsked = typeof options.catalog === "function";
  const names = isAsked ? namesOf(parse(text, { limits }).query) : noNames;
  const catalog = await askCatalog(options.catalog, names, signal);
  return { catalog, now: evaluationTimeOf(now), limits, docsUrl, timeZone };
}

/** The catalog for these names. A function that throws rejects, as a promise would. */
export async function askCatalog(
  source: CatalogSource | undefined,
  names: Names,
  signal: AbortSignalLike | undefined,
): Promise<Catalog | undefined> {
  const known = await (typeof source === "function" ? source(names, signal) : source);
  if (known !== undefined) requireCatalog({ catalog: known });
  return known;
}

const noNames: Names = { shapes: [], sources: [] };

function evaluationTimeOf(now: LanguageServiceOptions["now"]): number {
  const time = typeof now === "function" ? now() : now;
  return timeOf(time ?? Date.now(), "options.now");
}
