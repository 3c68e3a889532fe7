// Persons that a sentence introduces: `Willem ter Haar (Legal Counsel, Eastgate Logistics)`.

import type { Findings } from "./findings.ts";
import { addRole } from "./lists.ts";
import { isCompanyName, jobTitle, runsIn, wordsIn } from "./runs.ts";
import type { Segment } from "./segments.ts";

/** Adds the persons before such parentheses, and their companies. */
export function findIntroduced(findings: Findings, segment: Segment): void {
  if (!segment.body.includes(" (")) return;
  for (const { words, end } of runsIn(wordsIn(segment.body))) {
    const [, title = "", company] =
      /^ \(([^(),]{2,60}), (\p{Lu}[^(),]{1,60})\)/u.exec(segment.body.slice(end, end + 130)) ?? [];
    if (company === undefined || !jobTitle.test(title) || isCompanyName(words)) continue;
    const person = findings.addPerson(words.join(" "), { segment, isStrong: true });
    addRole(findings, segment, person, { title, company });
  }
}
