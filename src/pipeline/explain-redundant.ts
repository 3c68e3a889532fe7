// The terms of a query that add nothing to its slice, and which others cover them.
import { boundingDates, isValidDate, type ValidDate } from "../semantics/bounds.ts";
import type { Catalog } from "../semantics/catalog.ts";
import { resolve } from "../semantics/resolve.ts";
import type { QualifiedTerm } from "../syntax/ast.ts";
import { listing } from "../text/show.ts";
import { qualifiers } from "../vocabulary/qualifiers.ts";
import type { Compiled } from "./compile.ts";
import { isRelativeDate, showTerm } from "./explain-text.ts";

/**
 * A line for each membership term that can be removed without changing the slice, in source order. All of them can go at
 * once, so of two that cover each other only one is named: the one with fewer ids, or the later. An unknown name is in
 * no line. O(terms and ids), but for sorting.
 */
export function redundancyLines(compiled: Compiled, catalog: Catalog): readonly string[] {
  const members = redundancyTargets(compiled, catalog);
  const covers = new Map([...coveredNames(members), ...coveredDates(members)]);
  const hinted = new Set(
    compiled.diagnostics.flatMap(({ code, span }) => (code === "redundant-date" ? [span.start] : [])),
  );
  return members.flatMap((member) => {
    const cover = covers.get(member);
    if (cover !== undefined) return [coverLine(member, cover, hinted.has(member.term.span.start))];
    return member.times > 1 ? [repeatLine(member)] : [];
  });
}

/** A membership term, however often it occurs. */
interface Member {
  /** Where it occurs first. */
  readonly term: QualifiedTerm;
  readonly times: number;
  /** What it brings, if it is a name. */
  readonly ids: ReadonlySet<string>;
  /** Its instant, if it is a date. */
  readonly date: ValidDate | undefined;
}

/** Which members cover a member that adds nothing. */
type Covers = readonly (readonly [member: Member, cover: readonly Member[]])[];

function redundancyTargets({ query, unresolved, now }: Compiled, catalog: Catalog): readonly Member[] {
  const unknown = { shapes: new Set(unresolved.shapes), sources: new Set(unresolved.sources) };
  const members = new Map<string, Member>();
  for (const resolution of resolve(query, catalog, Date.parse(now))) {
    const { means, term } = resolution;
    if (means === "nothing" || (means === "name" && unknown[resolution.lookup].has(term.value.text)))
      continue;
    const key = `${term.qualifier}:${term.value.text}`;
    const known = members.get(key);
    const ids = means === "name" && known === undefined ? new Set(resolution.ids) : noIds;
    const date = isValidDate(resolution) ? resolution : undefined;
    members.set(
      key,
      known === undefined ? { term, times: 1, ids, date } : { ...known, times: known.times + 1 },
    );
  }
  return [...members.values()];
}

const noIds: ReadonlySet<string> = new Set();

/** Of several starts the earliest counts alone, of several ends the latest. */
function coveredDates(members: readonly Member[]): Covers {
  const { start, end } = boundingDates(members.flatMap(({ date }) => date ?? []));
  const counting = {
    start: members.find(({ date }) => date !== undefined && date === start),
    end: members.find(({ date }) => date !== undefined && date === end),
  };
  return members.flatMap((member) => {
    if (member.date === undefined) return [];
    const wider = counting[member.date.bound];
    return wider === undefined || wider === member ? [] : [[member, [wider]] as const];
  });
}

function coveredNames(members: readonly Member[]): Covers {
  return qualifiers.flatMap(({ word }) =>
    coveredAmong(members.filter(({ term, ids }) => term.qualifier === word && ids.size > 0)),
  );
}

/** For the names of one qualifier: which are redundant, and which of the others cover their IDs. */
function coveredAmong(names: readonly Member[]): Covers {
  // Those with many ids first, so that a name is rather covered by one than by several.
  const largestFirst = names.toSorted((a, b) => b.ids.size - a.ids.size);
  const needed = neededOf(names, bringingOf(largestFirst));
  if (needed.size === names.length) return [];
  const owners = ownersOf(largestFirst.filter((name) => needed.has(name)));
  const places = new Map(names.map((name, place) => [name, place]));
  const placeOf = (name: Member): number => places.get(name) ?? 0;
  return names
    .filter((name) => !needed.has(name))
    .map((name) => [name, coverOf(name, owners).toSorted((a, b) => placeOf(a) - placeOf(b))]);
}

/** Those that bring an id which none before them brings. */
function bringingOf(names: readonly Member[]): readonly Member[] {
  const brought = new Set<string>();
  return names.filter(({ ids }) => {
    const before = brought.size;
    for (const id of ids) brought.add(id);
    return brought.size > before;
  });
}

/** Those without which an id would be missing, when the later ones are tried first. */
function neededOf(names: readonly Member[], bringing: readonly Member[]): ReadonlySet<Member> {
  const needed = new Set(bringing);
  const holders = new Map<string, number>();
  const count = ({ ids }: Member, step: number): void => {
    for (const id of ids) holders.set(id, (holders.get(id) ?? 0) + step);
  };
  for (const name of needed) count(name, 1);
  for (const name of names.toReversed()) {
    if (!needed.has(name) || [...name.ids].some((id) => holders.get(id) === 1)) continue;
    needed.delete(name);
    count(name, -1);
  }
  return needed;
}

/** A name that brings an id, and its place among those that do. */
interface Owner {
  readonly name: Member;
  readonly place: number;
}

/** The first of the names to bring each id. */
function ownersOf(names: readonly Member[]): ReadonlyMap<string, Owner> {
  const owners = new Map<string, Owner>();
  names.forEach((name, place) => {
    for (const id of name.ids) if (!owners.has(id)) owners.set(id, { name, place });
  });
  return owners;
}

/**
 * The names that bring all ids of a name. The last owner is taken first: what it owns no earlier one brings, so that
 * none is named that could be left out. After a few, the owners are taken as they are, as each try reads all ids.
 */
function coverOf({ ids }: Member, owners: ReadonlyMap<string, Owner>): readonly Member[] {
  const cover = new Set<Member>();
  let left: readonly string[] = [...ids];
  for (let tries = 0; tries < maxTries && left.length > 0; tries++) {
    const last = left.flatMap((id) => owners.get(id) ?? []).reduce((a, b) => (b.place > a.place ? b : a));
    cover.add(last.name);
    left = left.filter((id) => !last.name.ids.has(id));
  }
  for (const id of left) for (const { name } of [owners.get(id) ?? []].flat()) cover.add(name);
  return [...cover];
}

const maxTries = 4;

function coverLine({ term }: Member, cover: readonly Member[], isAlways: boolean): string {
  const shown = listing(cover.map((each) => showTerm(each.term)));
  const moves = [term, ...cover.map((each) => each.term)].some(isRelativeDate);
  const now = moves && !isAlways ? " at this moment" : "";
  const already = cover.length === 1 ? "already covers it" : "together already cover it";
  return `${showTerm(term)} adds nothing${now}: ${shown} ${already}.`;
}

function repeatLine({ term, times }: Member): string {
  const shown = showTerm(term);
  return times === 2
    ? `The second ${shown} adds nothing: the first already covers it.`
    : `Every ${shown} after the first adds nothing: the first already covers it.`;
}
