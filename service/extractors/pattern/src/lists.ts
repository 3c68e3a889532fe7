// Lists of persons, each with what the person does and for whom in parentheses: `Anna Keller (Acme)`, `Tom Becker (Head of Sales, Acme)`.

import type { Find, Findings } from "./findings.ts";
import { isCompanyName, jobTitle } from "./runs.ts";
import type { Segment } from "./segments.ts";

/** Where lists add what they find. */
interface Reader {
  readonly findings: Findings;
}

const between = /[,;] (?![^()]{0,60}\))|;| and | & /u;
const member = /^(?:and |@)?([^()<>]{1,80}?)(?: <[^<>]{0,100}>)?(?: ?\(([^()]{1,80})\))?\.?$/u;
const nameForm = /^\p{L}[\p{L}\p{M}.'’-]*(?: [\p{L}\p{M}.'’-]+){0,4}$/u;

/** The persons of a list; in parentheses their role, or their organization. */
export function addPersons(
  { findings }: Reader,
  segment: Segment,
  list: string,
  roles: readonly string[],
): readonly Find[] {
  const persons: Find[] = [];
  for (const part of list.split(between).slice(0, 100)) {
    const [, name = "", note = ""] = member.exec(part.trim()) ?? [];
    const trimmed = name.trim().replace(/^(?:Mr|Mrs|Ms|Dr|Prof)\.? /u, "");
    if (!nameForm.test(trimmed)) continue;
    if (isCompanyName(trimmed.split(" "))) {
      findings.add("organization", trimmed, { segment, isStrong: true });
      continue;
    }
    const person = findings.addPerson(trimmed, { segment, isStrong: true, roles });
    persons.push(person);
    if (note !== "")
      addNote(findings, segment, note, note.startsWith("both ") ? persons.slice(-2) : [person]);
  }
  return persons;
}

const fullName =
  /^\p{Lu}[\p{L}\p{M}.'’-]*(?: (?:\p{Ll}{1,3} ){0,3}\p{Lu}[\p{L}\p{M}.'’-]*){0,4}(?: ?\([^()]{1,80}\))?\.?$/u;

/** `With Dirk van den Berg and Carla Mendes (Acme).`: a line that says nothing but with whom. */
export function personsMet(reader: Reader, segment: Segment): readonly Find[] {
  const [, list = ""] = /^With (?!the\b)(.{3,300})$/u.exec(segment.body) ?? [];
  const parts = list.split(between).map((part) => part.trim());
  const arePersons = parts.every((part) => fullName.test(part) && !isCompanyName(wordsOfName(part)));
  return arePersons ? addPersons(reader, segment, list, ["attendee", "participant"]) : [];
}

function wordsOfName(part: string): readonly string[] {
  return part
    .replace(/ ?\(.*/u, "")
    .replace(/\.$/u, "")
    .split(" ");
}

function addNote(findings: Findings, segment: Segment, note: string, persons: readonly Find[]): void {
  const [, title, company] = /^([^,]{2,60}), (\p{Lu}[^,]{1,60})$/u.exec(note) ?? [];
  if (title !== undefined && company !== undefined && !isCompanyName(title.split(" "))) {
    for (const person of persons) addRole(findings, segment, person, { title, company });
    return;
  }
  const name = note.replace(/^(?:both|all|of|from|at) /u, "");
  const isRole = /^\p{Ll}/u.test(name) || jobTitle.test(name);
  for (const person of persons)
    if (isRole) person.add({ segment, facts: { title: name } });
    else addRole(findings, segment, person, { company: name });
}

/** What a person does, and for whom. */
export function addRole(
  findings: Findings,
  segment: Segment,
  person: Find,
  { title, company }: { readonly title?: string | undefined; readonly company: string },
): void {
  person.add({ segment, facts: { title, company } });
  const to = findings.add("organization", company, { segment });
  findings.links.push({ from: person, to, name: "works-for", segment });
}
