// What the rules have found so far: each thing once, with everything known about it.

import type { SupportKind } from "./certainty.ts";
import type { Segment } from "./segments.ts";
import type { Kind } from "./types.ts";

/** What a rule knows about a find, besides its name. */
export interface FindingDetails {
  readonly segment: Segment;
  /** A rule that hardly errs: an identifier, a header, a list of names, a key. */
  readonly isStrong?: boolean;
  /** A name in a sentence, which no form shows. */
  readonly isName?: boolean;
  /** Words for what it does here: `attendee`, `maintainer`. */
  readonly roles?: readonly string[];
  readonly facts?: Readonly<Record<string, string | undefined>>;
}

/** Something that was found. */
export class Find {
  /** A kind, or the name of a wanted type that has none. */
  readonly kind: Kind | `type ${string}`;
  name: string;
  readonly roles: Set<string> = new Set();
  readonly facts: Map<string, string> = new Map();
  /** Where it was found, or mentioned again. */
  readonly segments: Set<Segment> = new Set();
  isStrong = false;
  /** Whether a form shows it. */
  #hasForm = false;

  constructor(kind: Find["kind"], name: string) {
    this.kind = kind;
    this.name = name;
  }

  /** Keeps the first value. */
  add({ segment, isStrong = false, isName = false, roles = [], facts = {} }: FindingDetails): void {
    this.segments.add(segment);
    this.isStrong ||= isStrong;
    this.#hasForm ||= isStrong && !isName;
    for (const role of roles) this.roles.add(role);
    for (const [fact, value] of Object.entries(facts))
      if (value !== undefined && value !== "" && !this.facts.has(fact)) this.facts.set(fact, value);
  }

  /** What supports it. */
  get support(): SupportKind {
    if (identifiers.has(this.kind)) return "identifier";
    const isLong = this.name.includes(" ");
    if (this.#hasForm) return isLong ? "form, several words" : "form, one word";
    if (!isLong) return "single word";
    if (!this.isStrong) return "guess";
    return this.segments.size > 1 ? "name, again" : "name, once";
  }
}

/** Kinds with a form of their own. */
const identifiers: ReadonlySet<Find["kind"]> = new Set<Find["kind"]>([
  "address",
  "date",
  "document",
  "issue",
  "mail",
  "money",
  "package",
  "release",
  "url",
  "vulnerability",
]);

/** The connections that the form of a text can show; the list `links` has the words that relationships have for each. */
export const linkNames = [
  "assigned-to",
  "attends",
  "mail-cc",
  "mail-from",
  "mail-to",
  "outcome",
  "release-by",
  "release-contains",
  "release-of-package",
  "works-for",
] as const;

/** A connection that the form of the text shows. */
export interface Link {
  readonly from: Find;
  readonly to: Find;
  readonly name: (typeof linkNames)[number];
  readonly segment: Segment;
}

/** A line `key: value` about something else. */
export interface Pair {
  readonly key: string;
  readonly value: string;
  readonly segment: Segment;
}

/** The finds of one text. */
export class Findings {
  readonly links: Link[] = [];
  readonly pairs: Pair[] = [];
  readonly #finds = new Map<string, Find>();
  /** Persons by each word of their names. */
  readonly #persons = new Map<string, Set<Find>>();

  /** Adds to a find, which is new unless the same name was found. */
  add(kind: Find["kind"], name: string, evidence: FindingDetails): Find {
    const find = this.get(kind, name) ?? new Find(kind, name);
    this.#keep(find, name);
    find.add(evidence);
    return find;
  }

  /** A person, who may have been found with a longer name, or with a part of this one. */
  addPerson(name: string, evidence: FindingDetails): Find {
    const words = name.split(" ");
    const part =
      words.length > 1 ? [words[0], words.at(-1)].map((word = "") => this.get("person", word)) : [];
    const known = this.personCalled(name) ?? part.find((find) => find !== undefined);
    if (known === undefined) return this.add("person", name, evidence);
    if (words.length > known.name.split(" ").length) {
      this.#finds.delete(keyOf(known.kind, known.name));
      known.name = name;
      this.#keep(known, name);
    }
    known.add(evidence);
    return known;
  }

  #keep(find: Find, name: string): void {
    this.#finds.set(keyOf(find.kind, name), find);
    if (find.kind !== "person") return;
    for (const word of keyOfName(name).split(" ")) {
      const persons = this.#persons.get(word) ?? new Set();
      this.#persons.set(word, persons.add(find));
    }
  }

  /** The one person whom a first or last name, or the whole name, stands for. */
  personCalled(name: string): Find | undefined {
    const [first = "", ...more] = keyOfName(name).split(" ");
    const persons = [...(this.#persons.get(more.at(-1) ?? first) ?? [])].slice(0, 20);
    const called = persons.filter((person) => isCalled(keyOfName(person.name).split(" "), first, more));
    return called.length === 1
      ? called[0]
      : called.find((person) => keyOfName(person.name) === keyOfName(name));
  }

  /** Whether a single name is a part of the names of several persons. */
  isAmbiguous(name: string): boolean {
    const key = keyOfName(name);
    return !key.includes(" ") && (this.#persons.get(key)?.size ?? 0) > 1;
  }

  get(kind: Find["kind"], name: string): Find | undefined {
    return this.#finds.get(keyOf(kind, name));
  }

  all(): readonly Find[] {
    return [...this.#finds.values()];
  }

  of(kind: Find["kind"]): readonly Find[] {
    return this.all().filter((find) => find.kind === kind);
  }
}

function keyOf(kind: Find["kind"], name: string): string {
  return `${kind} ${keyOfName(name)}`;
}

/** What is equal for two spellings of a name. */
export function keyOfName(name: string): string {
  return name.normalize("NFC").toLowerCase().replaceAll(/\s/gu, " ");
}

/** `R. Morris` and `Robert Morris`, `Anna` and `Anna Keller`; a single word is the first or the last one. */
function isCalled(names: readonly string[], first: string, more: readonly string[]): boolean {
  const [start = ""] = names;
  if (more.length === 0) return start === first || names.at(-1) === first;
  const isSame = start === first || (first.endsWith(".") && start.startsWith(first.slice(0, -1)));
  return isSame && names.at(-1) === more.at(-1);
}
