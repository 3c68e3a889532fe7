// `2026-01-01T00:00:00Z`: a timestamp.
import type { RuleDocs } from "../../diagnostics/docs.ts";
import type { DateMistake } from "../mistake.ts";
import { ifDate } from "../mistyped.ts";

/** Documentation of the mistake. */
export const docs: RuleDocs<"date-with-time"> = {
  code: "date-with-time",
  why: "An absolute date in CQL is a day; it begins at 00:00 UTC. A timestamp at midnight UTC is that day, and the fix writes the day; any other would lose its time, so its fix is offered but not applied automatically.",
  invalid: [
    { text: "after:2026-01-01T00:00:00Z", fixed: "after:2026-01-01" },
    { text: "after:2026-01-01T00:00:00.000Z", fixed: "after:2026-01-01" },
    { text: "after:2026-01-01T12:30:00Z" },
    { text: "after:2026-01-01T23:59:59+02:00" },
  ],
  valid: ["after:2026-01-01"],
};

const midnight = /^T?(?:00(?::00(?::00(?:\.0+)?)?)?)?Z$/iu;

/** Recognises a day with something of a time after it. */
export function dateWithTime(written: string): DateMistake | undefined {
  const [, day = "", time = ""] = /^(\d{4}-\d{2}-\d{2})([T ]\d.*|Z|[+-]\d\d:\d\d)$/iu.exec(written) ?? [];
  if (day === "") return undefined;
  const rewritten = midnight.test(time) ? ifDate(day) : undefined;
  return { code: "date-with-time", args: { written, rewritten }, rewritten };
}
