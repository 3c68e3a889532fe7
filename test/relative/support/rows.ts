// Pairs of queries of which it is plain whether one always contains the other.

import type { Verdict } from "./oracle.ts";
import type { Spec } from "./spec.ts";

/** `a` contains `b`, and `b` contains `a`. */
export type Row = readonly [a: Spec, b: Spec, contains: Verdict, isContained: Verdict];

const since = (...after: readonly string[]): Spec => ({ after });
const until = (...before: readonly string[]): Spec => ({ before });

/** By what they are about. */
export const rows: Readonly<Record<string, readonly Row[]>> = {
  "months and days": [
    [since("1mo"), since("31d"), "now", "always"],
    [since("1mo"), since("30d"), "now", "now"],
    [since("1mo"), since("29d"), "now", "now"],
    [since("1mo"), since("28d"), "always", "now"],
    [since("1mo"), since("27d"), "always", "never"],
    [since("1mo"), since("32d"), "never", "always"],
    [since("1mo"), since("4w"), "always", "now"],
    [since("1mo"), since("672h"), "always", "now"],
    [since("1mo"), since("745h"), "never", "always"],
    [since("2mo"), since("59d"), "always", "now"],
    [since("2mo"), since("62d"), "now", "always"],
    [since("3mo"), since("89d"), "always", "now"],
    [since("3mo"), since("92d"), "now", "always"],
    [since("last-month"), since("1mo"), "always", "always"],
  ],
  years: [
    [since("1y"), since("365d"), "always", "now"],
    [since("1y"), since("366d"), "now", "always"],
    [since("1y"), since("12mo"), "always", "always"],
    [since("1y"), since("last-year"), "always", "always"],
    [since("4y"), since("1461d"), "now", "always"],
    [since("4y"), since("1460d"), "always", "now"],
    [since("100y"), since("36524d"), "always", "now"],
    [since("100y"), since("36525d"), "now", "always"],
    [since("400y"), since("146097d"), "always", "always"],
    [since("4800mo"), since("146097d"), "always", "always"],
    [since("1y"), since("52w"), "always", "never"],
    [since("1y"), since("11mo"), "always", "never"],
    [since("13mo"), since("1y"), "always", "never"],
  ],
  "days and words": [
    [since("yesterday"), since("1d"), "always", "now"],
    [since("yesterday"), since("2d"), "never", "always"],
    [since("yesterday"), since("47h"), "now", "now"],
    [since("yesterday"), since("today"), "always", "never"],
    [since("today"), since("24h"), "never", "always"],
    [since("today"), since("23h"), "now", "now"],
    [since("today"), since("12h"), "now", "now"],
    [since("today"), since("now"), "always", "now"],
    [since("now"), since("0d", "0mo", "-0y"), "always", "always"],
    [since("7d"), since("last-week"), "always", "always"],
    [since("1w"), since("168h"), "always", "always"],
    [since("0d"), since("1h"), "never", "always"],
  ],
  "absolute and relative": [
    [since("2020-01-01"), since("2020-01-01"), "always", "always"],
    [since("2020-01-01"), since("2020-01-02"), "always", "never"],
    [since("2020-01-01"), since("7d"), "now", "now"],
    [since("0001-01-01"), since("7d"), "always", "now"],
    [since("9999-12-31"), since("1mo"), "never", "always"],
    [until("2020-01-01"), until("7d"), "now", "now"],
    [until("2020-01-01"), until("0001-01-01"), "always", "never"],
    [until("0001-01-01"), { after: ["now"], before: ["now"] }, "always", "always"],
    [since("2020-01-01"), until("2020-01-01"), "never", "never"],
    [{}, since("1mo"), "always", "never"],
    [since("0001-01-01"), {}, "never", "always"],
  ],
  "both ends": [
    [{ after: ["1mo"], before: ["today"] }, { after: ["28d"], before: ["yesterday"] }, "always", "never"],
    [{ after: ["1mo"], before: ["now"] }, { after: ["30d"], before: ["12h"] }, "now", "never"],
    [since("30d"), { after: ["1mo"], before: ["30d"] }, "now", "never"],
    [{ after: ["31d"], before: ["1mo"] }, { after: ["31d"], before: ["28d"] }, "now", "always"],
    [{ after: ["1mo"], before: ["31d"] }, since("1mo"), "never", "always"],
    [{ after: ["7d"], before: ["5d"] }, { after: ["2020-01-01"], before: ["2020-01-03"] }, "now", "now"],
  ],
  "several terms of one qualifier": [
    [since("1mo", "30d"), since("30d"), "always", "now"],
    [since("1mo", "30d"), since("31d"), "now", "always"],
    [since("28d", "1mo"), since("1mo"), "always", "always"],
    [since("31d", "1mo"), since("31d"), "always", "always"],
    [until("31d", "1mo"), until("1mo"), "always", "always"],
    [until("30d", "1mo"), until("1mo"), "always", "now"],
    [until("28d", "1mo"), until("28d"), "always", "always"],
    [since("2mo", "1mo"), since("60d", "30d"), "now", "now"],
    [since("7d", "2020-01-01"), since("2020-01-01"), "always", "now"],
    [since("1y", "2100-02-28"), since("365d", "2100-02-28"), "always", "now"],
  ],
  "empty slices": [
    [{ types: ["A"] }, { types: ["B"] }, "never", "never"],
    [{ types: ["A"] }, { types: ["B"], after: ["30d"], before: ["1mo"] }, "now", "never"],
    [{ types: ["A"] }, { types: ["B"], after: ["28d"], before: ["1mo"] }, "always", "never"],
    [{ types: ["A"] }, { types: ["B"], after: ["today"], before: ["12h"] }, "now", "never"],
    [{ types: ["A"] }, { shapes: ["nowhere"], types: ["B"] }, "always", "never"],
    [{ shapes: ["nowhere"] }, { sources: ["nowhere"] }, "always", "always"],
    [{ shapes: ["nowhere"] }, { after: ["today"], before: ["yesterday"] }, "always", "always"],
  ],
  kinds: [
    [{}, { types: ["A"] }, "always", "never"],
    [{ types: ["A", "B"] }, { types: ["B"] }, "always", "never"],
    [{ shapes: ["crm"] }, { shapes: ["sales"] }, "always", "always"],
    [{ shapes: ["both"] }, { shapes: ["inbox"], types: ["A"] }, "always", "never"],
    [{ shapes: ["both"] }, { shapes: ["inbox", "crm", "nowhere"] }, "always", "always"],
    [{ shapes: ["crm"] }, { sources: ["crm"] }, "never", "never"],
    [{ types: ["A", "B"], after: ["1mo"] }, { types: ["A"], after: ["30d"] }, "now", "never"],
  ],
};
