// Which names the catalog knows for a term: a name exactly, and those that begin like one.
import type { CatalogTable, CatalogTypes } from "../semantics/catalog.ts";
import type { NameResolution, Resolution, TypeResolution } from "../semantics/resolve.ts";
import { type NamesBeginning, namesBeginning } from "../text/beginnings.ts";
import { hasForbiddenCharacters } from "../text/characters.ts";
import { foldWords } from "../text/fold.ts";
import type { QualifierRow } from "../vocabulary/qualifiers.ts";
import type { LintContext } from "./context.ts";

/** A term with a name, or a qualifier whose value is one. */
export type Named = Extract<Resolution | QualifierRow, { readonly means: "name" | "entity-type" }>;

/** Whether the name would resolve in this term's place. False without a catalog, and for terms without a name. */
export function isKnownAs(
  name: string,
  resolution: Resolution | QualifierRow,
  { catalog }: LintContext,
): boolean {
  if (resolution.means === "entity-type") return catalog?.types?.has(name) ?? false;
  return resolution.means === "name" && (catalog?.[resolution.lookup].idsOf(name).length ?? 0) > 0;
}

/** Whether the catalog knows the name that a term has. */
export function isKnown(resolution: NameResolution | TypeResolution, context: LintContext): boolean {
  if (resolution.means === "name") return resolution.ids.length > 0;
  return isKnownAs(resolution.term.value.text, resolution, context);
}

/** The names that a term can have; `undefined` where names are not checked. */
export function tableFor(
  resolution: Named,
  { catalog }: LintContext,
): CatalogTable | CatalogTypes | undefined {
  if (resolution.means === "entity-type") return catalog?.types ?? undefined;
  return catalog?.[resolution.lookup];
}

/** The names that begin with a text, at most `most`; those that it is in full but for case and accents come first. */
export function beginningWith(written: string, names: CatalogTable | CatalogTypes, most: number): Beginnings {
  const found = searchIn(names)(written, most).filter((name) => !hasForbiddenCharacters(name));
  const folded = foldWords(written);
  return { found, whole: found.filter((name) => foldWords(name) === folded) };
}

/** Whether any name begins with a text. */
export function anyBeginsWith(written: string, names: CatalogTable | CatalogTypes): boolean {
  return searchIn(names)(written, 1).length > 0;
}

/** See {@link beginningWith}. */
export interface Beginnings {
  readonly found: readonly string[];
  readonly whole: readonly string[];
}

function searchIn(names: CatalogTable | CatalogTypes): NamesBeginning {
  const known = searches.get(names);
  if (known !== undefined) return known;
  const search = namesBeginning(names.names());
  searches.set(names, search);
  return search;
}

/** Catalogs are reused for many queries, and their prepared data is dropped with them. */
const searches = /* @__PURE__ */ new WeakMap<object, NamesBeginning>();

/** Maximum names suggested. */
export const maxSuggested = 4;
