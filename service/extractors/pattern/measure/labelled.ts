// Reads the labelled texts of `labelled/` and of the first project, and counts what a reading gets right of them.

import { readFileSync } from "node:fs";
import type { Reading, Wanted } from "../../../src/extraction/extractor.ts";
import { changelogsOf } from "../../../src/first-project/changelogs.ts";

/** A text with what is wanted, and what a careful person finds. */
export interface Labelled {
  readonly name: string;
  /** Labelled before the rules were written, and not looked at since. */
  readonly isHeldOut: boolean;
  readonly text: string;
  readonly wanted: Wanted;
  readonly gold: Facts;
}

/** What is compared: each entity, each of its properties, each relationship as a line. */
export interface Facts {
  readonly entities: ReadonlySet<string>;
  readonly properties: ReadonlySet<string>;
  readonly relationships: ReadonlySet<string>;
}

/** How many finds there were, how many should be there, and how many of them are the same. */
export interface Counts {
  readonly found: number;
  readonly gold: number;
  readonly right: number;
}

/** The texts of a kind, `changelogs`, `notes` or `mails`. */
export function labelled(kind: string): readonly Labelled[] {
  const file = readFileSync(new URL(`../labelled/${kind}.txt`, import.meta.url), "utf8");
  return file
    .split(/^=== /mu)
    .slice(1)
    .map((part) => {
      const [head = "", text = "", gold = ""] = part.split(/^---\n/mu);
      const [name = "", ...types] = head.trim().split("\n");
      const isHeldOut = Number(name.slice(0, 2)) % 2 === 0;
      return { name, isHeldOut, text, wanted: wantedOf(types), gold: goldOf(gold.trim().split("\n")) };
    });
}

function wantedOf(lines: readonly string[]): Wanted {
  const parts = (start: string): readonly string[][] =>
    lines.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length).split(/: ?(.*)/u));
  return {
    goal: "",
    entityTypes: parts("wants ").map(([name = "", properties = ""]) => ({
      name,
      properties: Object.fromEntries(
        properties
          .split(", ")
          .filter((property) => property !== "")
          .map((property) => property.split(":"))
          .map(([name = "", type = "string"]) => [name, { type }]),
      ),
    })),
    relationshipTypes: parts("relates ").map(([name = "", ends = ""]) => {
      const [from = "", to = ""] = ends.split(" -> ");
      return { name, from, to };
    }),
  };
}

function goldOf(lines: readonly string[]): Facts {
  const facts = {
    entities: new Set<string>(),
    properties: new Set<string>(),
    relationships: new Set<string>(),
  };
  for (const line of lines) {
    const [, type = "", rest = ""] = /^(\w+): (.*)$/u.exec(line) ?? [];
    const [from = "", to] = rest.split(" -> ");
    if (to !== undefined) facts.relationships.add(lineOf(type, from, to));
    else {
      const [name = "", ...properties] = rest.split(" | ");
      facts.entities.add(lineOf(type, name));
      for (const property of properties) {
        const at = property.indexOf("=");
        facts.properties.add(lineOf(type, name, property.slice(0, at), property.slice(at + 1)));
      }
    }
  }
  return facts;
}

/** What a reading says, in the same form. */
export function factsOf({ entities, relationships }: Reading): Facts {
  return {
    entities: new Set(entities.map(({ type, name }) => lineOf(type, name))),
    properties: new Set(
      entities.flatMap(({ type, name, properties }) =>
        Object.entries(properties).map(([key, value]) =>
          lineOf(type, name, key, typeof value === "string" ? value : JSON.stringify(value)),
        ),
      ),
    ),
    relationships: new Set(relationships.map(({ type, from, to }) => lineOf(type, from, to))),
  };
}

/** Names are equal as they are when they are merged: by NFC, case and white space. */
function lineOf(...parts: readonly string[]): string {
  return parts.map((part) => part.normalize("NFC").toLowerCase().split(/\s+/u).join(" ").trim()).join(" | ");
}

/** Compares two sets. */
export function countsOf(found: ReadonlySet<string>, gold: ReadonlySet<string>): Counts {
  return { found: found.size, gold: gold.size, right: [...found].filter((fact) => gold.has(fact)).length };
}

/** The sum of counts. */
export function sumOf(counts: readonly Counts[]): Counts {
  const sum = (key: keyof Counts): number => counts.reduce((total, each) => total + each[key], 0);
  return { found: sum("found"), gold: sum("gold"), right: sum("right") };
}

const wantedOfDebian: readonly string[] = [
  "wants Release: package, version, urgency, distribution, created_at:datetime",
  "wants Bug: tracker, bug:integer",
  "wants Vulnerability: cve",
  "wants Package:",
  "relates closes: Release -> Bug",
  "relates names: Release -> Vulnerability",
];

/** The first piece of each changelog of the first project, with what its entities say. */
export function firstProject(longest = 4000): readonly Labelled[] {
  const lines = readFileSync(new URL("../../../../fixtures/debian/entities.ndjson", import.meta.url), "utf8");
  const facts: readonly any[] = lines
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const wanted = wantedOf(wantedOfDebian);
  const changelogs = changelogsOf(lines).toSorted((a, b) => (a.title < b.title ? -1 : 1));
  return changelogs.map(({ title, source_id, text }, at) => {
    const entries = text.split(/(?<= \+0000\n)\n/u);
    let length = 0;
    const kept = entries.filter(
      (entry) => (length += entry.length + 1) <= longest || length === entry.length + 1,
    );
    const own = facts.filter((fact) => fact.source_id === source_id);
    return {
      name: title,
      isHeldOut: at % 2 === 1,
      text: kept.join("\n"),
      wanted,
      gold: goldOfDebian(own, kept.length),
    };
  });
}

function goldOfDebian(facts: readonly any[], count: number): Facts {
  const lines: string[] = [];
  const releases = facts
    .filter(({ type }) => type === "Release")
    .toReversed()
    .slice(0, count);
  for (const { package: name, version, urgency, distribution, created_at } of releases) {
    const written = [
      version.epoch === undefined ? "" : `${version.epoch}:`,
      version.upstream,
      version.revision === undefined ? "" : `-${version.revision}`,
    ].join("");
    const release = `${name} ${written}`;
    lines.push(
      `Release: ${release} | package=${name} | version=${written} | urgency=${urgency} | distribution=${distribution} | created_at=${created_at}`,
    );
    lines.push(`Package: ${name}`);
    for (const { type, bug, cve, tracker } of facts.filter(
      ({ closed_in, named_in }) => (closed_in ?? named_in) === written,
    )) {
      const found = type === "Bug" ? `${tracker === "launchpad" ? "LP: " : ""}#${bug}` : cve;
      lines.push(
        type === "Bug"
          ? `Bug: ${found} | tracker=${tracker} | bug=${bug}`
          : `Vulnerability: ${cve} | cve=${cve}`,
      );
      lines.push(`${type === "Bug" ? "closes" : "names"}: ${release} -> ${found}`);
    }
  }
  return goldOf(lines);
}
