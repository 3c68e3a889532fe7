// Builds Debian changelogs from the entities of the first project, for its documents.

import { isJsonObject, type JsonObject, type JsonValue, readJson } from "../values/json.ts";

/** The changelog of a source package, newest release first, as a line of an import. */
export interface Changelog {
  readonly source_id: string;
  readonly external_id: string;
  readonly title: string;
  readonly text: string;
  /** When the newest release was made. */
  readonly created_at: string;
}

/** The bugs and vulnerabilities of a release. */
interface Notes {
  readonly bugs: string[];
  readonly vulnerabilities: string[];
}

/**
 * One changelog for each source package that has a release, from the lines of `fixtures/debian/entities.ndjson`, which are sorted by
 * time. It contains facts only, as those lines do: neither the other text of the entries, nor who wrote them.
 */
export function changelogsOf(lines: string): readonly Changelog[] {
  const facts = lines
    .split("\n")
    .map((line) => (line === "" ? null : readJson(line)))
    .filter(isJsonObject);
  const notes = notesOf(facts);
  const releases = Map.groupBy(
    facts.filter(({ type }) => type === "Release"),
    ({ source_id }) => textOf(source_id),
  );
  return [...releases].map(([source_id, ofSource]) => ({
    source_id,
    external_id: "changelog",
    title: `Changelog of ${textOf(ofSource[0]?.["package"])}`,
    created_at: textOf(ofSource.at(-1)?.["created_at"]),
    text: ofSource
      .toReversed()
      .map((release) => entry(release, notes.get(placeOf(release, versionOf(release)))))
      .join("\n"),
  }));
}

/** The bugs and vulnerabilities of each release. */
function notesOf(facts: readonly JsonObject[]): ReadonlyMap<string, Notes> {
  const notes = new Map<string, Notes>();
  for (const fact of facts) {
    const version = fact["closed_in"] ?? fact["named_in"];
    if (version === undefined) continue;
    const place = placeOf(fact, textOf(version));
    const { bugs, vulnerabilities } = notes.get(place) ?? { bugs: [], vulnerabilities: [] };
    if (fact["type"] === "Bug") bugs.push(bugOf(fact));
    else vulnerabilities.push(textOf(fact["cve"]));
    notes.set(place, { bugs, vulnerabilities });
  }
  return notes;
}

function placeOf(fact: JsonObject, version: string): string {
  return `${textOf(fact["source_id"])} ${version}`;
}

function bugOf({ tracker, bug }: JsonObject): string {
  return tracker === "launchpad" ? `LP: #${textOf(bug)}` : `Closes: #${textOf(bug)}`;
}

/** `epoch:upstream-revision`; missing parts are left out. */
function versionOf({ version }: JsonObject): string {
  if (!isJsonObject(version)) return textOf(version);
  const { epoch, upstream, revision } = version;
  const start = epoch === undefined ? "" : `${textOf(epoch)}:`;
  return `${start}${textOf(upstream)}${revision === undefined ? "" : `-${textOf(revision)}`}`;
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

function entry(release: JsonObject, notes: Notes | undefined): string {
  const { package: name, distribution, urgency, created_at } = release;
  const lines = [...(notes?.vulnerabilities ?? []), ...(notes?.bugs ?? [])];
  return `${textOf(name)} (${versionOf(release)}) ${textOf(distribution)}; urgency=${textOf(urgency)}

${(lines.length === 0 ? ["New release."] : lines).map((line) => `  * ${line}\n`).join("")}
 --  ${new Date(textOf(created_at)).toUTCString().replace("GMT", "+0000")}
`;
}
