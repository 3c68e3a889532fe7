// Dates in a sentence, by `chrono-node`, counted from a date of the text and never from the clock.

import type * as chronoTypes from "chrono-node/en";
import { anyOf } from "./words.ts";

type Chrono = Pick<typeof chronoTypes, "parse">;

/** A date that was found. */
export interface FoundDate {
  /** As it is written. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** `2026-05-29`. */
  readonly day: string;
  /** Day, month and year are all written. */
  readonly isWhole: boolean;
}

/** Finds dates. */
export interface Dates {
  /** Those of a sentence, in their order; relative ones only if there is a day to count from. */
  readonly find: (sentence: string, from: string | undefined) => readonly FoundDate[];
}

/** Without one of these no date occurs, and nothing needs to be loaded. */
const hint = new RegExp(`\\d|next |last |${anyOf("date-words")}`, "iu");

/** What finds dates in one text; it remembers them. */
export async function loadDates(): Promise<Dates> {
  const chrono = await import("chrono-node/en");
  // Each property that is a date asks again for the same sentences.
  const known = new Map<string, readonly FoundDate[]>();
  return {
    find: (sentence, from) => {
      if (!hint.test(sentence)) return [];
      const key = `${from ?? ""} ${sentence}`;
      const found = known.get(key) ?? datesOf(chrono, sentence, from);
      known.set(key, found);
      return found;
    },
  };
}

function datesOf(chrono: Chrono, sentence: string, from: string | undefined): readonly FoundDate[] {
  const instant = new Date(`${from ?? "2000-01-01"}T12:00:00Z`);
  const results = chrono.parse(sentence, { instant, timezone: 0 }, { forwardDate: true });
  return results.flatMap(({ text, index, start }): readonly FoundDate[] => {
    const isDay = start.isCertain("day") && start.isCertain("month");
    const isWhole = isDay && start.isCertain("year") && /\d{4}|\d\D\d{1,2}\D\d/u.test(text);
    if (!isWhole && (from === undefined || !(isDay || start.isCertain("weekday")))) return [];
    if (/^(?:now|\d{1,2}[:.]?\d{0,2}|this \w+|to?night)$/iu.test(text)) return [];
    const lead = /^(?:on|the) /iu.exec(text)?.[0].length ?? 0;
    const trimmed = text.slice(lead).replace(/[,;]$/u, "");
    const parts = [start.get("month") ?? 1, start.get("day") ?? 1].map((part) =>
      String(part).padStart(2, "0"),
    );
    const day = [String(start.get("year") ?? 0).padStart(4, "0"), ...parts].join("-");
    const at = index + lead;
    return [{ text: trimmed, start: at, end: at + trimmed.length, day, isWhole }];
  });
}

/** Day and instant of a date of RFC 5322, as in mails and changelogs: `Mon, 12 Jan 2026 09:31:07 +0100`. */
export function mailDate(text: string): { readonly day: string; readonly instant: string } | undefined {
  const found = /(\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) \d\d?:\d\d(?::\d\d)?(?: (?:[+-]\d{4}|[A-Z]{1,4}))?/u.exec(
    text.slice(0, 100),
  );
  if (found === null) return undefined;
  const [whole, day = "", month = "", year = ""] = found;
  const instant = Date.parse(/ (?:[+-]\d{4}|[A-Z]{1,4})$/u.test(whole) ? whole : `${whole} +0000`);
  const number = "JanFebMarAprMayJunJulAugSepOctNovDec".indexOf(month) / 3 + 1;
  if (Number.isNaN(instant) || !Number.isInteger(number)) return undefined;
  const parts = [year, String(number).padStart(2, "0"), day.padStart(2, "0")];
  return { day: parts.join("-"), instant: new Date(instant).toISOString() };
}
