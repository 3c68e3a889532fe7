// The words and units of date expressions, and what people write in their place.

/** What a date word stands for: now, the start of a day some days back, or the offset that it abbreviates. */
export type DateWord = { readonly days: number } | { readonly offset: string } | { readonly now: true };

/** The words that are dates on their own. */
export const dateWords: ReadonlyMap<string, DateWord> = new Map<string, DateWord>([
  ["now", { now: true }],
  ["today", { days: 0 }],
  ["yesterday", { days: 1 }],
  ["last-week", { offset: "1w" }],
  ["last-month", { offset: "1mo" }],
  ["last-year", { offset: "1y" }],
]);

/** A unit is a number of hours or of calendar months. */
export type DateUnit = { readonly hours: number } | { readonly months: number };

/** The units of offsets such as `3mo`, from the smallest. */
export const dateUnits: ReadonlyMap<string, DateUnit> = new Map<string, DateUnit>([
  ["h", { hours: 1 }],
  ["d", { hours: 24 }],
  ["w", { hours: 168 }],
  ["mo", { months: 1 }],
  ["y", { months: 12 }],
]);

/** Unambiguous longer spellings, in the singular; a final `s` is removed before the lookup. */
export const unitSpellings: ReadonlyMap<string, string> = new Map([
  ["hr", "h"],
  ["hour", "h"],
  ["day", "d"],
  ["wk", "w"],
  ["week", "w"],
  ["mon", "mo"],
  ["mth", "mo"],
  ["month", "mo"],
  ["yr", "y"],
  ["year", "y"],
]);

/** The letter that could be months or minutes. */
export const ambiguousUnit = "m";
/** What the ambiguous unit is assumed to mean in a fix. */
export const monthUnit = "mo";
/** What a number alone is assumed to mean in a fix. */
export const dayUnit = "d";

/** The months of the calendar. Besides the whole name, its first three letters are read. */
export const monthNames: readonly string[] =
  "January February March April May June July August September October November December".split(" ");

/** Dates that a person might write, for messages. */
export const dateExamples = { day: "2026-01-05", offset: "7d", months: "3mo", word: "today" } as const;

/** Offsets that people often want, offered where nothing is written yet. */
export const commonOffsets: readonly string[] = ["24h", "7d", "30d", "3mo", "1y"];

/** Words for the future: CQL only looks back. */
export const futureWords: RegExp = /^(?:tomorrow|in-.*|next-.*)$/iu;

/** The first and the last instant that a date may mean, in milliseconds since 1970: years 0001 to 9999 in UTC. */
export const firstInstant = -62_135_596_800_000;
/** See {@link firstInstant}. */
export const lastInstant = 253_402_300_799_999;
