// What the term under the pointer does.

import { analyse } from "../pipeline/analyse.ts";
import type { Catalog } from "../semantics/catalog.ts";
import type { NameResolution, Resolution } from "../semantics/resolve.ts";
import { unlikeness } from "../text/likeness.ts";
import { brief } from "../text/show.ts";
import type { Span } from "../text/span.ts";
import { rowOf } from "../vocabulary/qualifiers.ts";
import type { Context } from "./context.ts";
import { dateDetails } from "./hover-dates.ts";
import { code, markdownOf, type Piece, plain, proseOf } from "./prose.ts";
import { termAt } from "./term-at.ts";

/**
 * What a term does, to be shown next to it.
 *
 * @example
 * ```ts
 * const hover: Hover | null = await createLanguageService({ catalog }).hover("after:3mo", 7);
 * hover?.contents; // Markdown that tells the instant in UTC, and on the reader's clock
 * ```
 */
export interface Hover {
  /** The term. */
  readonly span: Span;
  /** Paragraphs of plain text, with pieces of code. */
  readonly paragraphs: readonly (readonly Piece[])[];
  /** The same as Markdown. */
  readonly contents: string;
}

/** The hover of the term at an offset. */
export async function hoverAt(text: string, offset: number, context: Context): Promise<Hover | null> {
  const { query, resolutions, findings } = analyse(text, context);
  const term = termAt(query, offset);
  const resolution = resolutions.find((each) => each.term === term);
  if (resolution === undefined) return null;
  const { span, value } = resolution.term;
  const isWrong = findings.hasErrorAt(span.start) || findings.hasErrorAt(value.span.start);
  const paragraphs =
    isWrong && resolution.means !== "date"
      ? [...headlineOfQualifier(resolution), [plain("The query is refused because of this term.")]]
      : [...headline(resolution), ...(await details(resolution, resolutions, context))];
  return { span, paragraphs, contents: markdownOf(paragraphs) };
}

function headline(resolution: Resolution): readonly (readonly Piece[])[] {
  if (resolution.term.kind === "text") return [[plain("Free text; it does not affect membership.")]];
  return headlineOfQualifier(resolution);
}

function headlineOfQualifier({ term }: Resolution): readonly (readonly Piece[])[] {
  if (term.kind === "text") return [];
  return [[code(`${term.qualifier}:`), plain(` ${rowOf(term.qualifier).summary}.`)]];
}

async function details(
  resolution: Resolution,
  all: readonly Resolution[],
  context: Context,
): Promise<readonly (readonly Piece[])[]> {
  const { catalog } = context;
  switch (resolution.means) {
    case "entity-type":
      return typeDetails(resolution.term.value.text, catalog);
    case "name":
      return resolution.term.value.text === "" || catalog === undefined
        ? []
        : [nameDetails(resolution, catalog)];
    case "date":
      return await dateDetails(resolution, all, context);
    case "nothing":
      return [proseOf("It does not narrow the slice; it is returned in `scope_warnings`.")];
  }
}

function typeDetails(name: string, catalog: Catalog | undefined): readonly (readonly Piece[])[] {
  const types = catalog?.types ?? null;
  if (types === null || name === "") return [];
  if (types.has(name)) return [[code(brief(name)), plain(" is a type in the catalog.")]];
  return [
    [
      code(brief(name)),
      plain(" is not one of the types in the catalog."),
      ...didYouMean(types.closestTo(name), name),
    ],
  ];
}

function nameDetails({ term, lookup, ids }: NameResolution, catalog: Catalog): readonly Piece[] {
  const name = code(brief(term.value.text));
  const [id, ...others] = ids;
  if (id === undefined) {
    const closest = catalog[lookup].closestTo(term.value.text);
    return [
      name,
      plain(` is not one of the ${lookup} in the catalog, so nothing matches it.`),
      ...didYouMean(closest, term.value.text),
    ];
  }
  const shown = ids.slice(0, maxIds).map((each) => code(brief(each)));
  const list = shown.flatMap((each, index) => (index === 0 ? [each] : [plain(", "), each]));
  const more = ids.length > maxIds ? [plain(` and ${String(ids.length - maxIds)} more`)] : [];
  if (others.length === 0) return [name, plain(" stands for "), ...list, plain(".")];
  const count = `${String(ids.length)} ${lookup}`;
  return [
    name,
    plain(` stands for ${count}; the slice includes the entities of all of them: `),
    ...list,
    ...more,
    plain("."),
  ];
}

const maxIds = 5;

function didYouMean(name: string | undefined, written: string): readonly Piece[] {
  if (name === undefined) return [];
  return [plain(" Did you mean "), code(brief(name)), ...proseOf(`?${unlikeness(written, name)}`)];
}
