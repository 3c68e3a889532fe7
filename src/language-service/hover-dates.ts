// What a date means, shown on hover: in UTC, on the reader's clock, and whether it counts.
import { dayForm } from "../dates/instant.ts";
import { showUtc } from "../dates/show-instant.ts";
import { boundingDates, isValidDate, type ValidDate } from "../semantics/bounds.ts";
import type { DateResolution, Resolution } from "../semantics/resolve.ts";
import { printTerm } from "../syntax/print.ts";
import { brief } from "../text/show.ts";
import type { Context } from "./context.ts";
import { code, type Piece, plain } from "./prose.ts";

/** The paragraphs on a date. */
export async function dateDetails(
  date: DateResolution,
  all: readonly Resolution[],
  { now, timeZone }: Context,
): Promise<readonly (readonly Piece[])[]> {
  if (!isValidDate(date)) return [[plain(`This is ${problemOf(date)}, so the query is refused.`)]];
  return [
    [plain(`It means ${showUtc(date.instant)}${movement(date, now)}.`)],
    ...(await onReadersClock(date.instant, timeZone)),
    ...otherBound(date, all),
  ];
}

function problemOf({ instant }: DateResolution): string {
  return instant === undefined ? "not a date" : "outside the years 0001 to 9999";
}

function movement({ term }: ValidDate, now: number): string {
  return dayForm.test(term.value.text) ? "" : `, relative to ${showUtc(now)}; it changes as time passes`;
}

/** Nothing if the reader's time zone is UTC. Zones are loaded at the first hover, as few readers hover. */
async function onReadersClock(
  instant: number,
  given: string | undefined,
): Promise<readonly (readonly Piece[])[]> {
  const zone = given ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (utcNames.test(zone)) return [];
  // Where the file cannot be had, as in a page that is offline, the instant in UTC has to do.
  const loaded = await import("../dates/show-in-zone.ts").catch(() => undefined);
  const shown = loaded?.showInZone(instant, zone);
  return shown === undefined ? [] : [[plain(`In your time zone: ${shown} (`), code(zone), plain(").")]];
}

const utcNames = /^(?:Etc\/)?(?:UTC|UCT|GMT|Zulu|Universal)$/iu;

function otherBound(date: ValidDate, all: readonly Resolution[]): readonly (readonly Piece[])[] {
  const counting = boundingDates(all)[date.bound];
  if (counting === undefined || counting.instant === date.instant) return [];
  const order = date.bound === "start" ? "earlier" : "later";
  return [[code(brief(printTerm(counting.term))), plain(` is ${order}, and takes precedence.`)]];
}
