// Tests the messages that no test of a rule has in full: what their arguments make of each.

import { expect, test } from "vitest";
import type { DiagnosticData } from "../../src/diagnostics/arguments.ts";
import { catalogue } from "../../src/diagnostics/catalogue/catalogue.ts";
import type { DiagnosticCode } from "../../src/index.ts";

const forms =
  "Write a day such as `2026-01-05`, an offset such as `7d` or `3mo`, or one of `now`, `today`, `yesterday`, `last-week`, `last-month` or `last-year`.";

check("not-a-colon", [
  { character: "：", qualifier: "type" },
  "`：` (U+FF1A) only looks like a colon, so this is free text and not a term of `type:`. Write `:`.",
]);
check("control-character", [
  { character: "\u0007", count: 3 },
  "This term contains 3 control characters such as U+0007; only tabs and line breaks are allowed, and only inside quotes. Remove them.",
]);
check("malformed-unicode", [
  { character: "\udc00", count: 2 },
  "This term contains 2 lone surrogates such as U+DC00: the text was cut or damaged. Write the whole character.",
]);
check("unresolved-source", [
  { qualifier: "source", name: "gmial", others: [], suggestion: "gmail", matchesNothing: false },
  "No source is named `gmial`, so it adds nothing to the slice. Did you mean `gmail`?",
]);
check(
  "unquoted-name",
  [
    { qualifier: "shape", written: "Sales crm", names: ["Sales CRM"] },
    'A space ends an unquoted name, so `crm` is free text here. If you mean `Sales CRM`, put it in quotes: `shape:"Sales CRM"`.',
  ],
  [
    { qualifier: "type", written: "Sales A", names: ["Sales Asia", "Sales Africa"] },
    'A space ends an unquoted name, so `A` is free text here. If you mean `Sales Asia` or `Sales Africa`, put it in quotes: `type:"…"`.',
  ],
);
check(
  "date-nonexistent",
  [{ written: "2026-04-00", daysInMonth: 30 }, "`2026-04-00` is not a day: days go from 01."],
  [{ written: "2026-13-01", daysInMonth: undefined }, "`2026-13-01` is not a day: months go from 01 to 12."],
);
check("date-non-ascii", [
  { character: "…", count: 1, written: "x…", rewritten: undefined },
  `\`…\` (U+2026) is not ASCII, and dates must be. ${forms}`,
]);
check("offset-unit-ambiguous", [
  { written: "99999m", rewritten: undefined },
  "`m` is not a unit: months are `mo`, the smallest unit is `h`.",
]);
check("offset-number", [
  { written: "7_d", rewritten: "7d" },
  "`7_d` is not a whole number and a unit: write `7d`.",
]);

function check<C extends DiagnosticCode>(
  code: C,
  ...rows: readonly (readonly [args: DiagnosticData[C], message: string])[]
): void {
  test(`the messages of ${code} are right`, () => {
    expect(rows.map(([args]) => catalogue[code].message(args))).toEqual(rows.map(([, message]) => message));
  });
}
