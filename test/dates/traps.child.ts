// Answers the oracle's offsets in the two ways that look right, and prints how often they are wrong.

import { type Duration, sub } from "date-fns";
import { fromZonedTime, toZonedTime } from "date-fns-tz";
import { zoneEvidence } from "./in-zone.ts";
import { dateCases } from "./oracle-rows.ts";

const units: Readonly<Record<string, keyof Duration>> = {
  h: "hours",
  d: "days",
  w: "weeks",
  mo: "months",
  y: "years",
};

/** A way to go back from an instant. */
type GoBack = (now: Date, duration: Duration) => Date;

const plain: GoBack = (now, duration) => sub(now, duration);
const zoned: GoBack = (now, duration) => fromZonedTime(sub(toZonedTime(now, "UTC"), duration), "UTC");

const offsets = dateCases.flatMap(({ expr, now, expectedStart }) => {
  const [, amount, unit = ""] = /^[-+]?([0-9]+)([a-z]+)$/.exec(expr) ?? [];
  const name = units[unit];
  if (expectedStart === undefined || name === undefined) return [];
  return [{ expr, now, expectedStart, duration: { [name]: Number(amount) } }];
});

function wrongBy(goBack: GoBack): readonly string[] {
  return offsets.flatMap(({ expr, now, expectedStart, duration }) => {
    const found = goBack(new Date(now), duration);
    return found.getTime() === Date.parse(expectedStart) ? [] : [`${expr} at ${now}`];
  });
}

process.stdout.write(
  JSON.stringify({ ...zoneEvidence(), rows: offsets.length, plain: wrongBy(plain), zoned: wrongBy(zoned) }),
);
