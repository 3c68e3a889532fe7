// What has a form of its own: identifiers of bugs and vulnerabilities, addresses, links, versions, files, amounts.

import type { Findings } from "./findings.ts";
import type { Segment } from "./segments.ts";
import { anyOf } from "./words.ts";

const fileName = new RegExp(`\\.(?:${anyOf("file-extensions")})$`, "iu");
const noTracker = new RegExp(`^(?:${anyOf("not-trackers")})-`, "u");

/** Finds all of them in a segment. */
export function findIdentifiers(findings: Findings, segment: Segment): void {
  const { body } = segment;
  for (const [id] of body.matchAll(/\bCVE-\d{4}-\d{4,9}\b/giu))
    findings.add("vulnerability", id, { segment, isStrong: true, facts: { number: id } });
  findBugs(findings, segment);
  for (const [address] of addressesOf(body)) findings.add("address", address, { segment, isStrong: true });
  for (const [url] of body.matchAll(/https?:\/\/[^\s<>"]+/gu)) {
    const name = url.replace(/[.,;:)\]'*]$/u, "");
    findings.add("url", name, { segment, isStrong: true, facts: { url: name } });
  }
  for (const [amount] of body.matchAll(/(?:\b(?:EUR|USD|GBP|CHF)|[€$£]) ?\d[\d,.]{0,15}(?:[mkM]\b)?/gu))
    findings.add("money", amount.replace(/[.,]$/u, ""), { segment, isStrong: true, facts: { amount } });
}

/** Finds versions and files, but for those in the heads of a changelog, which say more. */
export function findTokens(findings: Findings, segment: Segment): void {
  const words = segment.body.split(" ").map((word) =>
    word
      .slice(0, 100)
      .replace(/^[("'[]/u, "")
      .replace(/[.,;:!?)"'\]]{1,3}$/u, ""),
  );
  for (const [at, token] of words.entries()) {
    const version = token.replace(/^v/u, "");
    if (fileName.test(token)) findings.add("document", token, { segment, isStrong: true });
    else if (isVersion(token, words[at - 1] ?? ""))
      findings.add("release", version, { segment, facts: { version } });
  }
}

/** `#12`, `Closes: #12, #13`, `LP: #12`, `ABC-12`. */
function findBugs(findings: Findings, segment: Segment): void {
  const { body } = segment;
  // Each number that is joined to the one before by a comma belongs to the same list.
  let list = { end: -1, isLaunchpad: false, isClosing: false };
  for (const { 0: word, index } of body.matchAll(/\bCloses:|#?\b\d{3,9}\b|#\d{1,2}\b/giu)) {
    const end = index + word.length;
    const before = body.slice(Math.max(0, index - 5), index);
    const isListed = list.end !== -1 && /^,? ?(?:and |bug)?$/iu.test(body.slice(list.end, index).slice(0, 9));
    if (/^c/iu.test(word)) list = { end, isLaunchpad: false, isClosing: true };
    else if (
      (word.startsWith("#") || (isListed && list.isClosing)) &&
      (isListed || !/[\p{L}\p{N}/]$/u.test(before))
    ) {
      const isLaunchpad = isListed ? list.isLaunchpad : /LP:? ?$/u.test(before);
      list = { end, isLaunchpad, isClosing: isListed && list.isClosing };
      const number = word.replace("#", "");
      const tracker = isLaunchpad ? "launchpad" : /closes:/iu.test(body) ? "debian" : undefined;
      const evidence = { segment, isStrong: true, facts: { number, tracker } };
      findings.add("issue", `${isLaunchpad ? "LP: " : ""}#${number}`, evidence);
    }
  }
  for (const [id] of body.matchAll(/\b[A-Z]{2}[A-Z0-9]{0,8}-\d{1,7}\b(?![-.]\d)/gu))
    if (!noTracker.test(id)) findings.add("issue", id, { segment, isStrong: true, facts: { number: id } });
}

/** The e-mail addresses of a text, each with where it starts. */
export function addressesOf(body: string): readonly (readonly [address: string, start: number])[] {
  const found: (readonly [string, number])[] = [];
  for (let at = body.indexOf("@"); at !== -1; at = body.indexOf("@", at + 1)) {
    const local = tailOf(body.slice(Math.max(0, at - 64), at), /[\w.+-]/u);
    const [host = ""] = /^[\w.-]{0,200}/u.exec(body.slice(at + 1, at + 201)) ?? [];
    const domain = host.replace(/[.-]$/u, "");
    if (local !== "" && /\w\.\w/u.test(domain)) found.push([`${local}@${domain}`, at - local.length]);
  }
  return found;
}

/** The characters of one class at the end of a text; a regular expression would look for them from every start. */
export function tailOf(text: string, character: RegExp): string {
  let start = text.length;
  while (start > 0 && character.test(text.charAt(start - 1))) start -= 1;
  return text.slice(start);
}

function isVersion(token: string, before: string): boolean {
  if (!/^v?\d{1,5}\.\d{1,5}[\w.+~-]{0,40}$/u.test(token) || /^\d{1,2}\.\d{1,2}\.\d{4}$/u.test(token))
    return false;
  if (/^(?:versions?|releases?|v)$/iu.test(before)) return true;
  return /^v?\d{1,5}\.\d{1,5}\.\d{1,5}(?:[~+-][\w.+~-]{1,30})?$/u.test(token);
}
