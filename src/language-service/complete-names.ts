// Offers of names from the catalog.

import type { Catalog, CatalogTable, CatalogTypes } from "../semantics/catalog.ts";
import type { Term } from "../syntax/ast.ts";
import { quoted } from "../syntax/escape.ts";
import { printValueText } from "../syntax/print.ts";
import type { TextEdit } from "../text/edits.ts";
import { type RankedNames, rankedNames } from "../text/rank.ts";
import { brief } from "../text/show.ts";
import type { QualifierRow } from "../vocabulary/qualifiers.ts";
import type { CompletionItem } from "./completion-item.ts";
import type { Context } from "./context.ts";
import { isName } from "./rename.ts";
import type { ValueSlot } from "./slot.ts";

/** A name that matches, and its detail. */
export interface FittingName {
  readonly name: string;
  readonly detail: string | undefined;
}

/** What names are offered by: also the terms that are not being written, whose names need not be offered again. */
export interface NameContext extends Context {
  readonly others: readonly Term[];
}

/** The names for a value, the best first; in quotes where they need them. */
export function nameItems(slot: ValueSlot, most: number, context: NameContext): readonly CompletionItem[] {
  const { row, span, prefix, suffix, written, isTouched } = slot;
  const write = isTouched ? quoted : printValueText;
  return namesFor(row, written, most, context).map((fitting) =>
    nameItem(row, fitting, fitting.name, { span, text: prefix + write(fitting.name) + suffix }),
  );
}

/** The item for a name, under the label that says what is written. */
export function nameItem(
  { means }: QualifierRow,
  { detail }: FittingName,
  label: string,
  edit: TextEdit,
): CompletionItem {
  const kind = means === "entity-type" ? means : "name";
  return { label, kind, ...(detail === undefined ? {} : { detail }), edit };
}

/**
 * The names of a qualifier that fit what is written; if none does, the one that was perhaps meant. A name that another term
 * of the qualifier has is offered only where it is written in full.
 */
export function namesFor(
  row: QualifierRow,
  written: string,
  most: number,
  { catalog, others }: NameContext,
): readonly FittingName[] {
  const table = tableOf(row, catalog);
  if (table === undefined) return [];
  const taken = namesOf(row, others);
  taken.delete(written);
  const fitting = searchIn(table)(written, most + taken.size);
  const closest = fitting.length === 0 && written !== "" ? table.closestTo(written) : undefined;
  const names = closest === undefined ? fitting : [closest];
  return names
    .filter((name) => isName(name) && !taken.has(name))
    .slice(0, most)
    .map((name) => ({ name, detail: detailOf(table, name, row) }));
}

/** The names that terms have after a qualifier. */
function namesOf({ word }: QualifierRow, terms: readonly Term[]): Set<string> {
  return new Set(
    terms.flatMap((term) => (term.kind === "qualified" && term.qualifier === word ? [term.value.text] : [])),
  );
}

function tableOf(
  { means, lookup }: QualifierRow,
  catalog: Catalog | undefined,
): CatalogTable | CatalogTypes | undefined {
  if (means === "entity-type") return catalog?.types ?? undefined;
  return lookup === undefined ? undefined : catalog?.[lookup];
}

/** The IDs mean nothing to a reader, so only their number is shown. */
function detailOf(
  table: CatalogTable | CatalogTypes,
  name: string,
  { lookup }: QualifierRow,
): string | undefined {
  if (!("idsOf" in table)) return undefined;
  const ids = table.idsOf(name);
  if (ids.length > 1) return `${String(ids.length)} ${lookup ?? "ids"}`;
  const description = ids.map((id) => table.descriptionOf?.(id)).find((each) => each !== undefined);
  return description === undefined || description === "" ? undefined : brief(description);
}

/** Catalogs are reused for many requests, and their prepared data is dropped with them. */
const searches = /* @__PURE__ */ new WeakMap<object, RankedNames>();

function searchIn(table: CatalogTable | CatalogTypes): RankedNames {
  const known = searches.get(table);
  if (known !== undefined) return known;
  // A name that no query can hold would only lead to an error, and keep a better one out.
  const names = table.names().filter(isName);
  const ranked = rankedNames(names.toSorted((a, b) => a.length - b.length));
  const search: RankedNames = (written, most) =>
    written === "" ? names.slice(0, most) : ranked(written, most);
  searches.set(table, search);
  return search;
}
