// Offers of dates, each with the instant that it means.
import { instantOf, isDateAt } from "../dates/instant.ts";
import { showUtc } from "../dates/show-instant.ts";
import { quoted } from "../syntax/escape.ts";
import { rankedNames } from "../text/rank.ts";
import { commonOffsets, dateUnits, dateWords } from "../vocabulary/dates.ts";
import type { CompletionItem } from "./completion-item.ts";
import type { Context } from "./context.ts";
import type { ValueSlot } from "./slot.ts";

/** The dates that begin with what is written. What is a date already comes first. */
export function dateItems(
  { span, prefix, suffix, written, isTouched }: ValueSlot,
  { now }: Context,
): readonly CompletionItem[] {
  // The sign of an offset means nothing.
  const plain = written.replace(/^[-+]/u, "");
  // Four digits are a year before they are a number of hours.
  const dates =
    plain === ""
      ? [...offsets(plain), ...words(plain), ...days(plain, now)]
      : [plain, ...days(plain, now), ...offsets(plain), ...words(plain)];
  return [...new Set(dates)].flatMap((date) => {
    const instant = instantOf(date, now) ?? Number.NaN;
    if (Number.isNaN(instant)) return [];
    const text = prefix + (isTouched ? quoted(date) : date) + suffix;
    return { label: date, kind: "date", detail: showUtc(instant), edit: { span, text } } as const;
  });
}

const ranked = /* @__PURE__ */ rankedNames([...dateWords.keys()]);

function words(written: string): readonly string[] {
  return ranked(written, dateWords.size);
}

/** `3` and `3m` lead to the units that can follow. */
function offsets(written: string): readonly string[] {
  if (written === "") return commonOffsets;
  const [, amount, begun = ""] = /^([0-9]{1,6})([a-z]*)$/u.exec(written) ?? [];
  if (amount === undefined) return [];
  return [...dateUnits.keys()].filter((unit) => unit.startsWith(begun)).map((unit) => amount + unit);
}

/** Days up to the evaluation time: the first ones of months for a year, the days of a month for a month. */
function days(written: string, now: number): readonly string[] {
  const today = new Date(now).toISOString().slice(0, 10);
  if (written === "") return [today];
  const [, year, month, day] =
    /^([0-9]{4})(?:-([0-9]{0,2})(?:(?<=[0-9]{2})-([0-9]{0,2}))?)?$/u.exec(written) ?? [];
  if (year === undefined) return [];
  const inMonth = month?.length === 2;
  const all = inMonth
    ? numbers(31).map((number) => `${year}-${month}-${number}`)
    : numbers(12).map((number) => `${year}-${number}-01`);
  const begun = inMonth ? `${year}-${month}-${day ?? ""}` : `${year}-${month ?? ""}`;
  return all.filter((date) => date.startsWith(begun) && date <= today && isDateAt(date, now));
}

/** `01`, `02` and so on. */
function numbers(last: number): readonly string[] {
  return Array.from({ length: last }, (_, index) => String(index + 1).padStart(2, "0"));
}
