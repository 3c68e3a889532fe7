// The words next to a person: what the person does, and for whom.

import type { Find, Findings } from "./findings.ts";
import type { Mention } from "./mentions.ts";
import { jobTitle } from "./runs.ts";
import type { Segment } from "./segments.ts";

/** `Ifeoma Nwosu, head of procurement at Calder Instruments`, `Kwame Asante (structural engineer)`. */
export function readNeighbours(findings: Findings, mentions: ReadonlyMap<Segment, readonly Mention[]>): void {
  for (const [segment, found] of mentions) {
    for (const [at, { find, start, end }] of found.entries()) {
      if (find.kind !== "person") continue;
      const after = segment.body.slice(end, end + 70);
      const [, note] = /^ \((\p{Ll}[\p{Ll} -]{2,60})\)/u.exec(after) ?? [];
      const [, apposed = ""] = /^, (?:our|the|their|an?) (\p{Ll}[\p{L} -]{2,40})[.,;]/u.exec(after) ?? [];
      find.add({ segment, facts: { title: note ?? (jobTitle.test(apposed) ? apposed : undefined) } });
      const before = segment.body.slice(Math.max(0, start - 60), start);
      const leading = titleBefore(before);
      if (jobTitle.test(leading)) find.add({ segment, facts: { title: leading } });
      const next = found[at + 1];
      if (next?.find.kind === "organization")
        readBetween(findings, segment, find, next, segment.body.slice(end, next.start));
    }
    readPhone(segment, found);
  }
}

/** What follows `our` or a word like it and leads up to the name: `our head of sales, `. */
function titleBefore(text: string): string {
  if (!text.endsWith(", ")) return "";
  const words = text.slice(0, -2);
  const leads = [...words.matchAll(/\b(?:our|the|their|his|her|my) /giu)];
  const titles = leads.map(({ 0: lead, index }) => words.slice(index + lead.length));
  return titles.find((title) => /^\p{L}[\p{L} -]{2,40}$/u.test(title)) ?? "";
}

function readBetween(
  findings: Findings,
  segment: Segment,
  person: Find,
  next: Mention,
  between: string,
): void {
  const [, title] =
    /^, (?:the |our )?(\p{L}[\p{L} -]{2,60})(?: (?:of|from|at|for) (?:the )?|, )$/u.exec(
      between.slice(0, 80),
    ) ?? [];
  if (title !== undefined && (/^\p{Lu}/u.test(title) || between.endsWith(", ")) && !jobTitle.test(title))
    return;
  if (title === undefined && !/^,? ?(?:(?:of|from|at|with) (?:the )?|\()$/u.test(between)) return;
  if (title !== undefined && /^(?:who|which|and|but|or)\b/u.test(title)) return;
  person.add({ segment, facts: { title } });
  link(findings, person, next.find, segment);
}

function link(findings: Findings, from: Find, to: Find, segment: Segment): void {
  from.add({ segment, facts: { company: to.name } });
  findings.links.push({ from, to, name: "works-for", segment });
}

/** A telephone number belongs to the last person before it. */
function readPhone(segment: Segment, found: readonly Mention[]): void {
  const phone = /\+\d[\d ()-]{6,20}\d/u.exec(segment.body);
  const person =
    phone === null
      ? undefined
      : found.findLast(({ find, start }) => find.kind === "person" && start < phone.index);
  if (phone !== null) person?.find.add({ segment, facts: { phone: phone[0] } });
}
