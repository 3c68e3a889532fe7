// Tests the diagnostics about dates in a query: signs, the future, ranges that are empty and dates that add nothing.

import { describe, test } from "vitest";
import { checkAll, isSilent, reports } from "../support/check.ts";

describe("date-plus-sign", () => {
  reports("date-plus-sign", {
    "the fix takes it away": [
      "after:‹+7d›",
      "warning: The plus sign has no effect: `+7d` is always in the past, like `7d`. Leave it out.",
      "preferred fix: remove the plus sign → after:7d",
    ],
    "in quotes": [
      'before:‹"+1mo"›',
      "warning: The plus sign has no effect: `+1mo` is always in the past, like `1mo`. Leave it out.",
      'preferred fix: remove the plus sign → before:"1mo"',
    ],
  });

  isSilent("date-plus-sign", {
    "a minus": "after:-7d",
    "no sign": "after:7d",
    "what is no date": "after:+never",
    "what is out of range": "after:+9999y",
  });
});

describe("future-date", () => {
  reports("future-date", {
    "a start": [
      "after:‹2999-01-01›",
      "warning: `2999-01-01` is in the future, so nothing created before then can match. Check the year.",
    ],
    "an end": [
      "before:‹2999-01-01›",
      "warning: `2999-01-01` is in the future, so it excludes nothing yet. Check the year.",
    ],
    "the end of this year": [
      "before:‹2027-01-01›",
      "information: `2027-01-01` is in the future, so it excludes nothing yet. Check the year.",
    ],
    "the next day": [
      "before:‹2026-11-21›",
      "warning: `2026-11-21` is in the future, so it excludes nothing yet. Check the year.",
    ],
  });

  isSilent("future-date", {
    "the present": "before:now",
    today: "after:today",
    "this day": "before:2026-11-20",
    "what is out of range": "after:9999y",
  });
});

describe("empty-range", () => {
  const [noon, day, before] = [
    "2026-11-20T12:00:00.000Z",
    "2026-11-20T00:00:00.000Z",
    "2026-11-19T00:00:00.000Z",
  ];
  const message = (start: string, end: string): string =>
    `warning: No entity can match: the slice begins at ${start}, which is not before its end at ${end}. ${start === end ? "Move one of the dates" : "Swap the dates, or change one"}.`;

  reports("empty-range", {
    "a start after the end": [
      "‹after:today before:yesterday›",
      message(day, before),
      "related: ‹after:today› before:yesterday: the start",
      "related: after:today ‹before:yesterday›: the end",
      "fix: swap the dates → after:yesterday before:today",
    ],
    "the end before the start in the text": [
      "x ‹before:2026-11-19 type:Person after:now›",
      message(noon, before),
      "related: x before:2026-11-19 type:Person ‹after:now›: the start",
      "related: x ‹before:2026-11-19› type:Person after:now: the end",
      "fix: swap the dates → x before:now type:Person after:2026-11-19",
    ],
    "a start at the end": [
      "‹after:2026-11-19 before:yesterday›",
      message(before, before),
      "related: ‹after:2026-11-19› before:yesterday: the start",
      "related: after:2026-11-19 ‹before:yesterday›: the end",
    ],
    "of several dates the outermost count": [
      "after:now ‹after:today before:2026-11-18 before:yesterday›",
      message(day, before),
      "related: after:now ‹after:today› before:2026-11-18 before:yesterday: the start",
      "related: after:now after:today before:2026-11-18 ‹before:yesterday›: the end",
      "fix: swap the dates → after:now after:yesterday before:2026-11-18 before:today",
    ],
    "quotes go along": [
      '‹after:"today" before:yesterday›',
      message(day, before),
      'related: ‹after:"today"› before:yesterday: the start',
      'related: after:"today" ‹before:yesterday›: the end',
      "fix: swap the dates → after:yesterday before:today",
    ],
  });

  isSilent("empty-range", {
    "a start before the end": "after:yesterday before:today",
    "no end": "after:now",
    "no start": "before:yesterday",
    "one of several starts before the end": "after:now after:7d before:yesterday",
    "an end that is not one": "after:now before:never",
  });
});

describe("redundant-date", () => {
  reports("redundant-date", {
    "a later start": [
      "‹after:7d› after:30d",
      "hint: `after:7d` adds nothing: `after:30d` begins earlier, and terms of one qualifier unite. Remove one.",
      "unnecessary",
      "related: after:7d ‹after:30d›: this one applies",
      "preferred fix: remove `after:7d` → after:30d",
    ],
    "an earlier end": [
      "before:2026-02-01 ‹before:2026-01-01›",
      "hint: `before:2026-01-01` adds nothing: `before:2026-02-01` ends later, and terms of one qualifier unite. Remove one.",
      "unnecessary",
      "related: ‹before:2026-02-01› before:2026-01-01: this one applies",
      "preferred fix: remove `before:2026-01-01` → before:2026-02-01",
    ],
    "a word against an offset": [
      "‹after:today› type:Person after:3mo",
      "hint: `after:today` adds nothing: `after:3mo` begins earlier, and terms of one qualifier unite. Remove one.",
      "unnecessary",
      "related: after:today type:Person ‹after:3mo›: this one applies",
      "preferred fix: remove `after:today` → type:Person after:3mo",
    ],
    "a word that stands for an offset": [
      "‹after:last-week› after:last-month",
      "hint: `after:last-week` adds nothing: `after:last-month` begins earlier, and terms of one qualifier unite. Remove one.",
      "unnecessary",
      "related: after:last-week ‹after:last-month›: this one applies",
      "preferred fix: remove `after:last-week` → after:last-month",
    ],
    "the present": [
      "before:now ‹before:1h›",
      "hint: `before:1h` adds nothing: `before:now` ends later, and terms of one qualifier unite. Remove one.",
      "unnecessary",
      "related: ‹before:now› before:1h: this one applies",
      "preferred fix: remove `before:1h` → before:now",
    ],
    "the same offset in another unit": [
      "after:1w ‹after:7d›",
      "hint: `after:7d` adds nothing: `after:1w` is the same instant, and terms of one qualifier unite. Remove one.",
      "unnecessary",
      "related: ‹after:1w› after:7d: this one applies",
      "preferred fix: remove `after:7d` → after:1w",
    ],
    "a year is twelve months": [
      "after:12mo ‹after:1y›",
      "hint: `after:1y` adds nothing: `after:12mo` is the same instant, and terms of one qualifier unite. Remove one.",
      "unnecessary",
      "related: ‹after:12mo› after:1y: this one applies",
      "preferred fix: remove `after:1y` → after:12mo",
    ],
    "months against months, however close": [
      "‹after:11mo› after:1y",
      "hint: `after:11mo` adds nothing: `after:1y` begins earlier, and terms of one qualifier unite. Remove one.",
      "unnecessary",
      "related: after:11mo ‹after:1y›: this one applies",
      "preferred fix: remove `after:11mo` → after:1y",
    ],
    "an end months ago against one that is later": [
      "before:11mo ‹before:1y›",
      "hint: `before:1y` adds nothing: `before:11mo` ends later, and terms of one qualifier unite. Remove one.",
      "unnecessary",
      "related: ‹before:11mo› before:1y: this one applies",
      "preferred fix: remove `before:1y` → before:11mo",
    ],
    "the same end in another unit": [
      "before:7d ‹before:1w›",
      "hint: `before:1w` adds nothing: `before:7d` is the same instant, and terms of one qualifier unite. Remove one.",
      "unnecessary",
      "related: ‹before:7d› before:1w: this one applies",
      "preferred fix: remove `before:1w` → before:7d",
    ],
    "yesterday against a day ago": [
      "before:1d ‹before:yesterday›",
      "hint: `before:yesterday` adds nothing: `before:1d` ends later, and terms of one qualifier unite. Remove one.",
      "unnecessary",
      "related: ‹before:1d› before:yesterday: this one applies",
      "preferred fix: remove `before:yesterday` → before:1d",
    ],
    "a month against two": [
      "after:2mo ‹after:1mo›",
      "hint: `after:1mo` adds nothing: `after:2mo` begins earlier, and terms of one qualifier unite. Remove one.",
      "unnecessary",
      "related: ‹after:2mo› after:1mo: this one applies",
      "preferred fix: remove `after:1mo` → after:2mo",
    ],
    "days against fewer months": [
      "after:62d ‹after:2mo›",
      "hint: `after:2mo` adds nothing: `after:62d` begins earlier, and terms of one qualifier unite. Remove one.",
      "unnecessary",
      "related: ‹after:62d› after:2mo: this one applies",
      "preferred fix: remove `after:2mo` → after:62d",
    ],
  });

  isSilent("redundant-date", {
    "one date": "after:30d",
    "a month and thirty days, of which now one is wider and now the other": "after:1mo after:30d",
    "a day and an offset": "after:2026-01-01 after:30d",
    "a start and an end": "after:30d before:7d",
    "the same date twice, which is a duplicate": "after:7d after:7d",
    "what is no date": "after:never after:7d",
    "what is out of range": "after:7d after:9999y",
    "thirty hours ago and yesterday, of which now one is wider and now the other":
      "after:yesterday after:30h",
  });

  test("each of many redundant dates gets its own diagnostic", () => {
    checkAll("after:1d after:3d after:2d", [
      "redundant-date ‹after:1d› after:3d after:2d",
      "redundant-date after:1d after:3d ‹after:2d›",
    ]);
  });

  test("only the first of equal dates is reported, because the others are reported as duplicates", () => {
    checkAll("after:7d after:7d after:30d", [
      "redundant-date ‹after:7d› after:7d after:30d",
      "duplicate-term after:7d ‹after:7d› after:30d",
    ]);
    checkAll("before:now before:1h before:1h", [
      "redundant-date before:now ‹before:1h› before:1h",
      "duplicate-term before:now before:1h ‹before:1h›",
    ]);
  });

  test("each bound is checked on its own", () => {
    checkAll("after:2d after:3d before:1d before:2h", [
      "redundant-date ‹after:2d› after:3d before:1d before:2h",
      "redundant-date after:2d after:3d ‹before:1d› before:2h",
    ]);
  });
});
