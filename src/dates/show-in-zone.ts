// An instant on the clock of a time zone. In a file of its own, as it is only loaded when someone hovers over a date.
import { UTCDate } from "@date-fns/utc/date";
import { format } from "date-fns-tz";

/**
 * `2026-08-20 14:00 +02:00`, or `undefined` if there is no such zone. This is the one place where date-fns-tz is right: it
 * is given the instant shifted to the zone's clock, and the offset, and shows both. The offset is the platform's:
 * getTimezoneOffset uses the clock of this process as the zone's, so it is wrong for some hours on either side of every
 * change of one of them, and whole years off before the year 1.
 */
export function showInZone(instant: number, timeZone: string): string | undefined {
  const offset = offsetAt(instant, timeZone);
  if (offset === undefined) return undefined;
  const { text, milliseconds } = offset;
  return format(new UTCDate(instant + milliseconds), "uuuu-MM-dd HH:mm xxx", { timeZone: text });
}

interface Offset {
  /** Without its seconds, which old local times have. */
  readonly text: string;
  readonly milliseconds: number;
}

function offsetAt(instant: number, timeZone: string): Offset | undefined {
  const name = offsetName(instant, timeZone);
  if (name === undefined) return undefined;
  // Without an offset the platform writes none.
  const [, sign = "+", hours = "00", minutes = "00", seconds = "00"] =
    /([-+])(\d\d):(\d\d)(?::(\d\d))?$/u.exec(name) ?? [];
  const length = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return { text: `${sign}${hours}:${minutes}`, milliseconds: length * (sign === "-" ? -1000 : 1000) };
}

/** `GMT-04:56:02`, as the platform knows it. */
function offsetName(instant: number, timeZone: string): string | undefined {
  try {
    const clock = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
    return clock.formatToParts(instant).find(({ type }) => type === "timeZoneName")?.value;
  } catch {
    // No such zone.
    return undefined;
  }
}
