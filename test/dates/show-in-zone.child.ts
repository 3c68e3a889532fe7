// Compares instants on the clocks of zones with the platform's, and prints what differs and in which zone this ran.

import { showInZone } from "../../src/dates/show-in-zone.ts";
import { zoneEvidence } from "./in-zone.ts";

/** Zones with whole hours, odd minutes, half an hour of summer time, two hours of it, the date line, and the north of Ireland. */
const clocks = [
  "UTC",
  "America/New_York",
  "America/St_Johns",
  "Pacific/Apia",
  "Pacific/Kiritimati",
  "Antarctica/Troll",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Africa/Monrovia",
  "Europe/Berlin",
  "Europe/Dublin",
] as const;

const minute = 60_000;
const hour = 60 * minute;

const differences: string[] = [];
let instants = 0;
for (const zone of clocks) {
  const platform = clockOf(zone);
  for (const instant of instantsFor(platform)) {
    instants++;
    const [shown, expected] = [showInZone(instant, zone), expectedFrom(platform, instant)];
    if (shown !== expected)
      differences.push(`${zone} ${new Date(instant).toISOString()}: ${String(shown)}, not ${expected}`);
  }
}
process.stdout.write(JSON.stringify({ ...zoneEvidence(), instants, differences }));

function clockOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    era: "short",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "longOffset",
  });
}

/** `2026-08-20 14:00 +02:00`, from the platform's own parts. The year before the year 1 is 0. */
function expectedFrom(platform: Intl.DateTimeFormat, instant: number): string {
  const parts = new Map(platform.formatToParts(instant).map(({ type, value }) => [type, value]));
  const part = (name: Intl.DateTimeFormatPartTypes): string => parts.get(name) ?? "";
  const year = part("era").startsWith("B") ? "0" : part("year");
  const offset = part("timeZoneName").slice("GMT".length, "GMT+00:00".length);
  return `${year.padStart(4, "0")}-${part("month")}-${part("day")} ${part("hour")}:${part("minute")} ${offset === "" ? "+00:00" : offset}`;
}

/** Fixed instants, and those around each change of this clock in two years: every half hour of a day, and the millisecond before it. */
function instantsFor(platform: Intl.DateTimeFormat): readonly number[] {
  const found = [
    "0001-01-01",
    "0001-06-15",
    "1583-01-01",
    "1900-01-01",
    "1970-01-01",
    "2026-11-20",
    "9999-12-31",
  ].flatMap((day) => [
    Date.parse(`${day}T00:00:00.000Z`),
    Date.parse(`${day}T12:34:56.789Z`),
    Date.parse(`${day}T23:59:59.999Z`),
  ]);
  for (const year of [2011, 2026]) {
    for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += 6 * hour) {
      if (offsetIn(platform, at) === offsetIn(platform, at + 6 * hour)) continue;
      for (let near = at - 12 * hour; near < at + 18 * hour; near += 30 * minute) found.push(near, near - 1);
    }
  }
  return found;
}

function offsetIn(platform: Intl.DateTimeFormat, instant: number): string {
  return expectedFrom(platform, instant).slice(-6);
}
