// Changelogs: those of Debian, and lists of versions with dates.

import { type Dates, mailDate } from "./dates.ts";
import type { Find, Findings } from "./findings.ts";
import type { Segment } from "./segments.ts";

const maintainer = ["maintainer", "uploader", "author", "contributor", "developer"];

/** Finds releases, their packages and their makers; the lines between two headings belong to the release of the upper one. */
export function findReleases(
  findings: Findings,
  segments: readonly Segment[],
  dates: Dates,
): ReadonlySet<Segment> {
  const heads = new Set<Segment>();
  const named = new Map<Segment, Find[]>();
  for (const find of [...findings.of("issue"), ...findings.of("vulnerability")])
    for (const segment of find.segments) named.set(segment, [...(named.get(segment) ?? []), find]);
  let release: Find | undefined;
  for (const segment of segments) {
    const found = debianHead(findings, segment) ?? versionHead(findings, segment, dates);
    release = found ?? release;
    if (found !== undefined) heads.add(segment);
    else if (release !== undefined && trailer(findings, segment, release)) {
      heads.add(segment);
      release = undefined;
    } else if (release !== undefined) {
      addContributor(findings, segment);
      for (const to of named.get(segment) ?? [])
        findings.links.push({ from: release, to, name: "release-contains", segment });
    }
  }
  return heads;
}

function debianHead(findings: Findings, segment: Segment): Find | undefined {
  const head = /^([a-z0-9][a-z0-9+.-]{0,80}) \(([^\s()]{1,80})\) ([^;]{1,100});(.{0,100})$/iu.exec(
    segment.body,
  );
  const [, name = "", version = "", distribution = "", options = ""] = head ?? [];
  if (head === null) return undefined;
  const [, urgency] = /urgency=(\w{1,20})/u.exec(options) ?? [];
  const facts = { version, package: name, distribution, urgency };
  const release = findings.add("release", `${name} ${version}`, { segment, isStrong: true, facts });
  const found = findings.add("package", name, { segment, isStrong: true, facts: { package: name } });
  findings.links.push({ from: release, to: found, name: "release-of-package", segment });
  return release;
}

/** `Version 7.1 (3 June 2028)`, `[3.2.0] - 2029-02-14`, `1.4`: nothing but a version and a date. */
function versionHead(findings: Findings, segment: Segment, dates: Dates): Find | undefined {
  if (segment.kind !== "heading") return undefined;
  const [start] = /^(?:version |release )?\[?v?(?=\d{1,4}\.\d)/iu.exec(segment.body) ?? [];
  const [version = ""] = /^[\w.+~-]{3,50}/u.exec(segment.body.slice(start?.length ?? Infinity)) ?? [];
  const rest = segment.body.slice((start?.length ?? 0) + version.length);
  const [date] = dates.find(rest, undefined);
  const words = date === undefined ? rest : rest.slice(0, date.start) + rest.slice(date.end);
  if (version === "" || !/^[\s()[\]:/–—-]{0,20}$/u.test(words)) return undefined;
  return findings.add("release", version, { segment, isStrong: true, facts: { version, date: date?.day } });
}

/** `-- Name <address>  date`; the first project's have no name. */
function trailer(findings: Findings, { body, ...rest }: Segment, release: Find): boolean {
  const segment = { body, ...rest };
  const date = body.startsWith("--") ? mailDate(body.slice(-45)) : undefined;
  if (date === undefined) return false;
  release.add({ segment, facts: { date: date.day, instant: date.instant } });
  const [, name = "", email] = /^-- ([^<>]{1,80}) <([^<>]{0,100})>/u.exec(body) ?? [];
  if (name === "") return true;
  const person = findings.addPerson(name, { segment, isStrong: true, roles: maintainer, facts: { email } });
  findings.links.push({ from: release, to: person, name: "release-by", segment });
  return true;
}

/** `[ Name ]`, above what that person changed; `[ Updated translations ]` is not a person. */
function addContributor(findings: Findings, segment: Segment): void {
  const [, name] = /^\[ ([^\][]{1,80}) \]$/u.exec(segment.body) ?? [];
  if (name !== undefined && !/^\p{Lu}.* \p{Ll}+$/u.test(name))
    findings.addPerson(name, { segment, isStrong: true, roles: maintainer });
}
