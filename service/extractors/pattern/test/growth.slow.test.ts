// Tests that the time of reading by patterns grows with the text and not with its square, for any text.

import { expect, test } from "vitest";
import { readPattern, wanted } from "./reading.ts";

const types = wanted(
  "Person: email, phone, title, company",
  "Company",
  "Place",
  "Task: owner, due:date",
  "Decision",
  "Meeting: date:date",
  "Email: date:date",
  "Release: date:date, version",
  "Bug",
  "Project: start:date",
  "Date",
  "Url",
  "attends: Person -> Meeting",
  "knows: Person -> Person",
  "closes: Release -> Bug",
);

/** `$` is another number each time. */
const units = [
  "a",
  " ",
  "\n",
  "A ",
  "Ab$ Cd ",
  "Anna$ Keller knows Bo$ Li and ",
  "> ",
  "# ",
  "- [ ] Anna$ to b by 5 May\n",
  "a$: b\n",
  "Project: Ab$\nstart: 5 May 2026\n",
  "1.",
  "12 May 2026 ",
  "Monday ",
  "((a",
  "Closes: #1$, #2$\n",
  "CVE-",
  "<a$@b.cd>, ",
  "@",
  "From: A$ B <a$@b.cd>\nSubject: x$\n\n",
  "http://",
  "a$ (1.0) b; urgency=c\n\n * #1$\n",
  "1.$\n\n- #1$\n\n",
  "Ltd & ",
  "\u0301",
  "the project Apollo$ ",
  "Regards,\nAnna\n",
  "Attendees: Anna$, Bo (C), ",
  "meeting on ",
  "we decided to ",
  "\t",
  "😀",
  ": \nFrom: \nA and B ",
  "From: A <a@b>\nTo: B\n\n\n<a@b.c> \né",
];

function textOf(unit: string, length: number): string {
  let text = "";
  for (let number = 0; text.length < length; number++) text += unit.replaceAll("$", String(number));
  return text.slice(0, length);
}

/** CPU milliseconds of a reading. */
async function cost(text: string, what = types): Promise<number> {
  const start = process.cpuUsage();
  await readPattern(text, what);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

test.each(units)("the time of reading grows linearly with repetitions of %j", async (unit) => {
  const ratios: number[] = [];
  // Quadratic growth is a factor of 16; noise does not make 10 of 4 five times in a row.
  while (ratios.length < 5 && (ratios.at(-1) ?? Infinity) > 10) {
    const small = Math.min(await cost(textOf(unit, 4_000)), await cost(textOf(unit, 4_000)));
    ratios.push((await cost(textOf(unit, 16_000))) / Math.max(small, 10));
  }
  expect(ratios.at(-1)).toBeLessThan(10);
});

/** Types with so many properties each; a wide shape costs little more than a narrow one. */
function withProperties(count: number) {
  const list = (type: string): string =>
    Array.from({ length: count }, (_, at) => `p${at}:${type}`).join(", ");
  return wanted(`Person: ${list("string")}`, `Company: ${list("date")}`, "Email", "Meeting");
}

test.each([
  ": \nFrom: \nA and B ",
  "From: A <a@b>\nTo: B\n\n\n<a@b.c> \né",
  "Anna Keller of Acme$ Ltd met Bo Li on 5 May 2026. ",
])(
  "a reading of repetitions of %j takes little longer for types with 50 times as many properties",
  async (unit) => {
    const text = textOf(unit, 5200);
    const [narrow, wide] = [withProperties(5), withProperties(250)];
    const ratios: number[] = [];
    while (ratios.length < 5 && (ratios.at(-1) ?? Infinity) > 8) {
      const small = Math.min(await cost(text, narrow), await cost(text, narrow));
      ratios.push((await cost(text, wide)) / Math.max(small, 20));
    }
    expect(ratios.at(-1)).toBeLessThan(8);
  },
);
