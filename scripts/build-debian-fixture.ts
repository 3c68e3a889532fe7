// Builds fixtures/debian (entities and catalog) from Debian package changelogs and the dpkg status file.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";

/** Stop before the entity file would grow beyond this. */
const MAX_BYTES = 3.5 * 1024 * 1024;
/** Stop before there would be more entities than this. */
const MAX_ENTITIES = 15_000;

const DEBIAN_TODAY = /^(unstable|sid|experimental|testing|buster|bullseye|bookworm|trixie|forky)(-[a-z-]+)?$/;
const NEVER_RELEASED = /^(unreleased|unrleased|skipped)$/i;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const SIGNED_ON =
  /^\w{3}, +(\d{1,2}) ([A-Z][a-z]{2})[a-z]* (\d{4}) (\d{1,2}):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)\b/;

/** An installed binary package as the dpkg status file states it. */
interface Installed {
  readonly name: string;
  readonly source: string;
  readonly section: string;
  readonly version: string;
  readonly priority: string;
  readonly architecture: string;
}

type Packages = ReadonlyMap<string, Installed>;

/** One version of a source package: one changelog entry. */
interface Release {
  readonly source: string;
  readonly version: string;
  readonly distribution: string;
  readonly urgency: string;
  readonly date: string;
  readonly section: string;
  readonly debianBugs: readonly number[];
  readonly launchpadBugs: readonly number[];
  readonly cves: readonly string[];
}

/** A line of entities.ndjson. */
interface Entity {
  readonly id: string;
  readonly type: string;
  readonly shape_id: string;
  readonly source_id: string;
  readonly source_shape_id: string;
  readonly created_at: string;
}
type Properties = Readonly<Record<string, unknown>>;

const known: { readonly sections: Readonly<Record<string, string>>; readonly ubuntu: readonly string[] } =
  JSON.parse(readFileSync(new URL("../fixtures/debian/names.json", import.meta.url), "utf8"));
const shapes = new Map<string, string>();
const sources = new Map<string, string>();
main();

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      status: { type: "string", default: "/var/lib/dpkg/status" },
      out: { type: "string", default: "fixtures/debian" },
    },
  });
  const installed = readStatus(values.status);
  const releases = new Map<string, Release>();
  const entities: Entity[] = [];
  for (const folder of positionals.length > 0 ? positionals : ["/usr/share/doc"]) {
    for (const name of readdirSync(folder).toSorted()) {
      const owner = installed.get(name);
      const found = owner === undefined ? [] : readChangelog(join(folder, name), owner, installed);
      const newest = found[0];
      // A changelog whose newest entry was uploaded elsewhere belongs to another vendor's package.
      if (owner === undefined || newest === undefined || !DEBIAN_TODAY.test(newest.distribution)) continue;
      for (const release of found) {
        const key = `${release.source} ${release.version}`;
        if (!releases.has(key)) releases.set(key, release);
      }
      entities.push(packageEntity(owner, newest));
    }
  }
  entities.push(...chosen([...releases.values()], entities));
  const sorted = entities.toSorted((a, b) => compare(a.created_at, b.created_at) || compare(a.id, b.id));
  writeFileSync(join(values.out, "entities.ndjson"), sorted.map(lineOf).join(""));
  writeFileSync(join(values.out, "catalog.json"), `${JSON.stringify(catalogOf(sorted), null, 1)}\n`);
  report(releases.size, sorted);
}

/** The installed packages by name. */
function readStatus(file: string): Packages {
  const packages = new Map<string, Installed>();
  for (const block of readFileSync(file, "utf8").split("\n\n")) {
    const field = (name: string): string => new RegExp(`^${name}: *(.*)$`, "m").exec(block)?.[1] ?? "";
    const name = field("Package");
    const section = field("Section");
    if (!field("Status").endsWith(" installed") || section === "" || packages.has(name)) continue;
    packages.set(name, {
      name,
      section,
      source: field("Source").replace(/ .*/, "") || name,
      version: field("Version"),
      priority: field("Priority"),
      architecture: field("Architecture"),
    });
  }
  return packages;
}

/** The releases in the changelog of one package, newest first as the file has them. */
function readChangelog(folder: string, owner: Installed, installed: Packages): Release[] {
  const files = [join(folder, "changelog.Debian.gz"), join(folder, "changelog.gz")];
  const file = files.find((name) => existsSync(name));
  if (file === undefined) return [];
  const releases: Release[] = [];
  const entry = /^(\S+) \(([^)\s]+)\) ([^;\n]+);[^\n]*?urgency=([a-z]+)[^\n]*\n([\s\S]*?)^ -- .*> *(.*)$/gim;
  for (const match of gunzipSync(readFileSync(file)).toString("utf8").matchAll(entry)) {
    const [, source = "", version = "", distribution = "", urgency = "", text = "", when = ""] = match;
    const date = isoDate(when);
    const words = distribution.trim();
    // A heading inside the text: the first entry has no signature, and the date is not its own.
    if (date === undefined || NEVER_RELEASED.test(words) || /^\S+ \([^)\s]+\) /m.test(text)) continue;
    releases.push({
      source,
      version,
      distribution: words,
      urgency: urgency.toLowerCase(),
      date,
      section: sectionOf(source, installed) ?? sectionOf(owner.source, installed) ?? owner.section,
      debianBugs: numbersIn(text, /closes:\s*(?:bug)?#?\s?\d+(?:,\s*(?:bug)?#?\s?\d+)*/gi),
      launchpadBugs: numbersIn(text, /\blp:\s+#\d+(?:,\s*#\d+)*/gi),
      cves: [...new Set(text.match(/\bCVE-(?:1999|20\d\d)-\d{4,7}\b/g) ?? [])].toSorted(),
    });
  }
  return releases;
}

/** The section of a source package: that of its binary of the same name, else of most of its binaries. */
function sectionOf(source: string, installed: Packages): string | undefined {
  const same = installed.get(source);
  if (same?.source === source) return same.section;
  const votes = new Map<string, number>();
  for (const binary of installed.values()) {
    if (binary.source === source) votes.set(binary.section, (votes.get(binary.section) ?? 0) + 1);
  }
  return [...votes].toSorted((a, b) => b[1] - a[1] || compare(a[0], b[0]))[0]?.[0];
}

/** `Sat, 14 Feb 2026 15:49:14 +0100` in UTC with milliseconds; nothing when it is not such a date. */
function isoDate(text: string): string | undefined {
  const parts = SIGNED_ON.exec(text);
  if (parts === null) return undefined;
  const [, day, month = "", year, hour, minute, second, sign, offsetHours, offsetMinutes] = parts;
  const midnight = Date.UTC(Number(year), MONTHS.indexOf(month), Number(day));
  const local = midnight + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000;
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60_000;
  return new Date(sign === "-" ? local + offset : local - offset).toISOString();
}

function numbersIn(text: string, pattern: RegExp): number[] {
  const numbers = (text.match(pattern) ?? []).flatMap((list) => list.match(/\d+/g) ?? []).map(Number);
  return [...new Set(numbers)].toSorted((a, b) => a - b);
}

/**
 * The entities of the releases that fit. Each source package gives its releases from both ends inwards
 * (newest, oldest, second newest, …), all packages in step, so that every package and every year is there.
 */
function chosen(releases: readonly Release[], already: readonly Entity[]): Entity[] {
  const firstNaming = new Map<string, Release>();
  const bySource = new Map<string, Release[]>();
  const newestFirst = [...releases].toSorted(
    (a, b) => compare(b.date, a.date) || compare(a.source, b.source) || compare(a.version, b.version),
  );
  for (const release of newestFirst) {
    bySource.set(release.source, [...(bySource.get(release.source) ?? []), release]);
    for (const cve of release.cves) firstNaming.set(`${release.source} ${cve}`, release);
  }
  const rank = new Map<Release, number>();
  for (const list of bySource.values()) {
    const last = list.length - 1;
    for (const [at, release] of list.entries()) rank.set(release, Math.min(2 * at, 2 * (last - at) + 1));
  }
  const inOrder = newestFirst.toSorted((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
  const taken: Entity[] = [];
  let bytes = bytesOf(already);
  for (const release of inOrder) {
    const group = releaseEntities(release, (cve) => firstNaming.get(`${release.source} ${cve}`) === release);
    bytes += bytesOf(group);
    if (bytes > MAX_BYTES || already.length + taken.length + group.length > MAX_ENTITIES) break;
    taken.push(...group);
  }
  return taken;
}

/** A release, the bugs it closed, and the vulnerabilities that no earlier release of its package named. */
function releaseEntities(release: Release, isFirstNaming: (cve: string) => boolean): Entity[] {
  const key = `${release.source} ${release.version}`;
  const { source, version, urgency, distribution } = release;
  const bug = (tracker: string, number: number): Entity => {
    const properties = { package: source, tracker, bug: number, closed_in: version };
    return entity("Bug", `${tracker} ${number} ${key}`, release, properties);
  };
  const vulnerability = (cve: string): Entity =>
    entity("Vulnerability", `${cve} ${source}`, release, { package: source, cve, named_in: version });
  const properties = { package: source, version: versionParts(version), urgency, distribution };
  return [
    entity("Release", key, release, properties),
    ...release.debianBugs.map((number) => bug("debian", number)),
    ...release.launchpadBugs.map((number) => bug("launchpad", number)),
    ...release.cves.filter(isFirstNaming).map(vulnerability),
  ];
}

/** An installed binary package, dated by the newest release in its changelog. */
function packageEntity(owner: Installed, newest: Release): Entity {
  const { name, source, priority, architecture } = owner;
  const release: Release = { ...newest, section: owner.section };
  const version = versionParts(owner.version);
  return entity("Package", name, release, { package: name, source, version, priority, architecture });
}

function entity(type: string, key: string, from: Release, properties: Properties): Entity {
  const { section, source, distribution, date } = from;
  const vendor = known.ubuntu.includes(distribution.replace(/-.*$/, "")) ? "ubuntu" : "debian";
  const title = known.sections[section.replace(/^.*\//, "")] ?? section;
  return {
    id: uuid(`${type} ${key}`),
    type,
    shape_id: named(shapes, `section ${section}`, title),
    source_id: named(sources, `source ${vendor} ${source}`, source),
    source_shape_id: named(shapes, `distribution ${distribution}`, distribution),
    created_at: date,
    ...properties,
  };
}

/** `[epoch:]upstream[-revision]`; the parts that a version does not have are left out. */
function versionParts(version: string): Readonly<Record<string, string | number>> {
  const [, epoch, upstream = version, revision] = /^(?:(\d+):)?(.*?)(?:-([^-]*))?$/.exec(version) ?? [];
  return {
    ...(epoch === undefined ? {} : { epoch: Number(epoch) }),
    upstream,
    ...(revision === undefined ? {} : { revision }),
  };
}

/** The identifier of a key, remembered with the name that the catalog gives it. */
function named(names: Map<string, string>, key: string, name: string): string {
  const id = uuid(key);
  names.set(id, name);
  return id;
}

/** A UUID of version 8 made from the SHA-256 of the text: the same text always gives the same one. */
function uuid(text: string): string {
  const bytes = createHash("sha256").update(text).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** The catalog of what the entities use. */
function catalogOf(entities: readonly Entity[]): unknown {
  const used = new Set(entities.flatMap((one) => [one.shape_id, one.source_shape_id, one.source_id]));
  const types = [...new Set(entities.map((one) => one.type))].toSorted();
  return { shapes: rowsOf(shapes, used), sources: rowsOf(sources, used), types };
}

/** The names of the used identifiers, sorted by name. */
function rowsOf(names: ReadonlyMap<string, string>, used: ReadonlySet<string>): readonly Properties[] {
  return [...names]
    .filter(([id]) => used.has(id))
    .toSorted((a, b) => compare(a[1], b[1]) || compare(a[0], b[0]))
    .map(([id, name]) => ({ id, name }));
}

function lineOf(one: Entity): string {
  return `${JSON.stringify(one)}\n`;
}

function bytesOf(entities: readonly Entity[]): number {
  return entities.reduce((sum, one) => sum + Buffer.byteLength(lineOf(one)), 0);
}

/** Order by code unit: the same on every machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function report(found: number, entities: readonly Entity[]): void {
  const count = (type: string): string => `${entities.filter((one) => one.type === type).length} ${type}`;
  const types = ["Package", "Release", "Bug", "Vulnerability"].map(count).join(", ");
  const dates = `${entities[0]?.created_at} to ${entities.at(-1)?.created_at}`;
  process.stdout.write(`${entities.length} entities (${types}) from ${found} releases, ${dates}\n`);
}
