// Offers of names from the catalog.

import type { Catalog, CatalogTable, CatalogTypes } from "../semantics/catalog.ts";
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

/** A name that fits, and what is said of it beside. */
export interface FittingName {
  readonly name: string;
  readonly detail: string | undefined;
}

/** The names for a value, the best first; in quotes where they need them. */
export function nameItems(slot: ValueSlot, most: number, context: Context): readonly CompletionItem[] {
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

/** The names of a qualifier that fit what is written; if none does, the one that was perhaps meant. */
export function namesFor(
  row: QualifierRow,
  written: string,
  most: number,
  { catalog }: Context,
): readonly FittingName[] {
  const table = tableOf(row, catalog);
  if (table === undefined) return [];
  const fitting = searchIn(table)(written, most);
  const closest = fitting.length === 0 && written !== "" ? table.closestTo(written) : undefined;
  const names = closest === undefined ? fitting : [closest];
  return names.filter(isName).map((name) => ({ name, detail: detailOf(table, name) }));
}

function tableOf(
  { means, lookup }: QualifierRow,
  catalog: Catalog | undefined,
): CatalogTable | CatalogTypes | undefined {
  if (means === "entity-type") return catalog?.types ?? undefined;
  return lookup === undefined ? undefined : catalog?.[lookup];
}

function detailOf(table: CatalogTable | CatalogTypes, name: string): string | undefined {
  if (!("idsOf" in table)) return undefined;
  const [id, ...others] = table.idsOf(name);
  return others.length === 0 ? id && brief(id) : `${String(others.length + 1)} ids`;
}

/** Catalogs are kept for many questions, and what was prepared for one goes with it. */
const searches = /* @__PURE__ */ new WeakMap<object, RankedNames>();

function searchIn(table: CatalogTable | CatalogTypes): RankedNames {
  const known = searches.get(table);
  if (known !== undefined) return known;
  // A name that no query can hold would only lead to an error, and keep a better one out.
  const search = rankedNames(table.names().filter(isName));
  searches.set(table, search);
  return search;
}
