// Signatures of mails: a name, and below it what the person does, where, and how to call.

import { type Find, type Findings, keyOfName } from "./findings.ts";
import { companySuffix, jobTitle } from "./runs.ts";
import type { Segment } from "./segments.ts";
import { anyOf } from "./words.ts";

const closing = new RegExp(
  `^(?:(?:kind|best|warm|many|with kind) )?(?:${anyOf("closings")}|greetings .{1,40}|yours .{1,40}|.{0,20}truly|.{0,20}sincerely|--)[,!.]?$`,
  "iu",
);
const name = /^\p{Lu}[\p{L}\p{M}.'’-]{0,30}(?: \p{Lu}[\p{L}\p{M}.'’-]{0,30}){0,3}$/u;

/** Reads the lines after a closing, and those after the full name of the mail's author; returns the lines that it used. */
export function findSignatures(findings: Findings, segments: readonly Segment[]): ReadonlySet<Segment> {
  const used = new Set<Segment>();
  for (const [at, segment] of segments.entries()) {
    if (!isName(findings, segment, segments[at - 1])) continue;
    const person = findings.addPerson(segment.body, { segment, isStrong: true, roles: ["sender", "author"] });
    let hasCompany = false;
    for (const line of segments.slice(at + 1, at + 6)) {
      if (line.block !== segment.block || !line.isFirst || closing.test(line.body)) break;
      used.add(line);
      for (const part of line.body.split(/ [|·•] |, /u))
        hasCompany = readPart(findings, line, person, part, hasCompany) || hasCompany;
    }
  }
  return used;
}

function isName(findings: Findings, segment: Segment, before: Segment | undefined): boolean {
  if (segment.kind !== "line" || !segment.isFirst || !name.test(segment.body)) return false;
  const known = findings.personCalled(segment.body);
  if (known?.roles.has("sender") === true && keyOfName(known.name) === keyOfName(segment.body)) return true;
  return (
    closing.test(before?.body ?? "") && !segment.body.split(" ").some((word) => companySuffix.test(word))
  );
}

/** Whether a part of a line names the company; only the first one that can does. */
function readPart(
  findings: Findings,
  segment: Segment,
  person: Find,
  part: string,
  hasCompany: boolean,
): boolean {
  const [, phone] = /^(?:(?:phone|tel|mobile|m|t)[.:]{1,2} ?)?(\+?\d[\d ()/-]{6,24})$/iu.exec(part) ?? [];
  const isTitle = jobTitle.test(part) && !part.split(" ").some((word) => companySuffix.test(word));
  if (phone !== undefined || isTitle) {
    person.add({ segment, facts: { phone: phone?.trim(), title: isTitle ? part : undefined } });
    return false;
  }
  if (
    hasCompany ||
    !part.split(" ", 7).every((word) => /^(?:\p{Lu}|&|and$|of$|de$|du$|der$|van$)/u.test(word))
  )
    return false;
  const to = findings.add("organization", part, { segment, isStrong: true });
  person.add({ segment, facts: { company: part } });
  findings.links.push({ from: person, to, name: "works-for", segment });
  return true;
}
