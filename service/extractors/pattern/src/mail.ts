// Mails: their headers, the lines that introduce a quotation, and signatures.

import { type Dates, mailDate } from "./dates.ts";
import type { Find, Findings, Link } from "./findings.ts";
import { addressesOf, tailOf } from "./identifiers.ts";
import { keyValueOf, type Segment } from "./segments.ts";
import { anyOf, setOf } from "./words.ts";

const headers = setOf("mail-headers");
const replyPrefix = new RegExp(`^(?:${anyOf("reply-prefixes")})(?:\\[\\d\\])?: ?`, "iu");
/** What connects a mail with those in its headers. */
const linkOf: ReadonlyMap<string, Link["name"]> = new Map([
  ["from", "mail-from"],
  ["to", "mail-to"],
  ["cc", "mail-cc"],
]);
const rolesOf: ReadonlyMap<string, readonly string[]> = new Map([
  ["from", ["sender", "author"]],
  ["to", ["recipient"]],
]);

/** What the headers of a text said. */
export interface Mail {
  readonly headers: ReadonlySet<Segment>;
  /** The day of the first mail. */
  readonly day: string | undefined;
}

/** Finds mails, their senders and recipients, and persons with an address. */
export function findMails(findings: Findings, segments: readonly Segment[], dates: Dates): Mail {
  const used = new Set<Segment>();
  let day: string | undefined;
  for (const block of headerBlocks(segments)) {
    for (const segment of block) used.add(segment);
    const sent = readHeaders(findings, block, dates);
    day ??= sent;
  }
  for (const segment of segments)
    if (!used.has(segment))
      for (const { name, email } of mailboxesOf(segment.body)) addMailbox(findings, segment, name, email);
  return { headers: used, day };
}

/** Runs of header lines with `From` and one of the others that each mail has. */
function headerBlocks(segments: readonly Segment[]): readonly (readonly Segment[])[] {
  const blocks: Segment[][] = [[]];
  for (const segment of segments) {
    const isHeader = segment.isFirst
      ? headers.has(headerOf(segment))
      : segment.block === blocks.at(-1)?.at(-1)?.block;
    if (isHeader) blocks.at(-1)?.push(segment);
    else if (blocks.at(-1)?.length !== 0) blocks.push([]);
  }
  return blocks.filter((block) => {
    const names = block.map(headerOf);
    return names.includes("from") && ["to", "date", "sent", "subject"].some((name) => names.includes(name));
  });
}

function headerOf({ body }: Segment): string {
  return keyValueOf(body)?.key.toLowerCase() ?? "";
}

/** Adds the mail and its persons, and returns the day it was sent. */
function readHeaders(findings: Findings, block: readonly Segment[], dates: Dates): string | undefined {
  const segmentOf = (name: string): Segment | undefined =>
    block.find((segment) => headerOf(segment) === name);
  const sent = (segmentOf("date") ?? segmentOf("sent"))?.body ?? "";
  const date = mailDate(sent) ?? { day: dates.find(sent, undefined)[0]?.day, instant: undefined };
  const segment = segmentOf("subject");
  const subject = subjectOf(keyValueOf(segment?.body ?? "")?.value ?? "");
  // The same subject is the same result: the first headers determine its sender and recipients.
  const isNew = subject !== "" && findings.get("mail", subject) === undefined;
  const facts = { date: date.day, instant: date.instant, subject };
  const mail =
    isNew && segment !== undefined
      ? findings.add("mail", subject, { segment, isStrong: true, facts })
      : undefined;
  for (const line of block) readMailboxes(findings, line, mail);
  return date.day;
}

function readMailboxes(findings: Findings, segment: Segment, mail: Find | undefined): void {
  const header = headerOf(segment);
  const name = linkOf.get(header);
  if (name === undefined) return;
  for (const mailbox of mailboxesOf(segment.body)) {
    const person = addMailbox(findings, segment, mailbox.name, mailbox.email, rolesOf.get(header));
    if (mail !== undefined && person !== undefined)
      findings.links.push({ from: mail, to: person, name, segment });
  }
}

/** Without `Re:`, `Fwd:` and the name of a list. */
function subjectOf(value: string): string {
  let subject = value;
  for (let times = 0; times < 5; times++)
    subject = subject.replace(replyPrefix, "").replace(/^\[[^\][]{0,60}\] ?/u, "");
  return subject.trim();
}

interface Mailbox {
  readonly name: string;
  readonly email: string;
}

/** `Name <address>`, `"Last, First" <address>`. */
function mailboxesOf(text: string): readonly Mailbox[] {
  return addressesOf(text).flatMap(([email, start]) => {
    if (text[start - 1] !== "<") return [];
    const before = text.slice(Math.max(0, start - 90), start - 1).trimEnd();
    const [, quoted] = /"([^"<>]{1,80})"$/u.exec(before) ?? [];
    const plain = tailOf(before, /[\p{L}\p{M}\p{N}.'’()\- ]/u);
    return [{ name: inOrder(quoted ?? lastCapitals(plain)), email }];
  });
}

/** The capitalized words at the end. */
function lastCapitals(text: string): string {
  const words = text.trim().split(" ").slice(-5);
  const lower = words.findLastIndex(
    (word) =>
      !/^(?:\p{Lu}|['(].{0,30}[')]$)/u.test(word) && !/^(?:de|van|von|der|den|da|di|bin|al|la)$/u.test(word),
  );
  return words.slice(lower + 1).join(" ");
}

function inOrder(name: string): string {
  const [last = "", first, ...more] = name.split(",");
  return first === undefined || more.length > 0 ? name.trim() : `${first.trim()} ${last.trim()}`;
}

/** One word is a person only if the address says so: `Anna <anna@…>`, but not `Accounts <billing@…>`. */
function addMailbox(
  findings: Findings,
  segment: Segment,
  name: string,
  email: string,
  roles?: readonly string[],
): Find | undefined {
  const words = name.split(" ").filter((word) => /^\p{L}/u.test(word));
  const [local = ""] = email.toLowerCase().split("@");
  const isPerson = words.length > 1 || (words.length === 1 && local.includes(name.toLowerCase()));
  if (!isPerson || /\b(?:team|support|list|ltd|inc|gmbh)\b/iu.test(name)) return undefined;
  return findings.addPerson(name, { segment, isStrong: true, roles: roles ?? [], facts: { email } });
}
