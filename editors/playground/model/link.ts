// Links: all settings in the part of the address after `#`, which no server sees. Whatever stands there, reading never throws.

import { fromIso } from "./instants.ts";
import type { Now, Settings } from "./settings.ts";

/** The part after `#`, and whether the changes to the catalog were too large to be in it. */
export interface Link {
  readonly hash: string;
  readonly isCatalogLeftOut: boolean;
}

/** What a link sets, and a sentence for each part of it that could not be read and was left as it is. */
export interface ReadLink {
  readonly settings: Settings;
  readonly problems: readonly string[];
}

/** Longest query of a link: as long as a query may be. */
const longestQuery = 65_536;
/** Longest change to the catalog: with it an address is still one that browsers and chats take. */
const longestChange = 6_000;

/** Writes the settings as a link. What is as by default is left out, but never the query. */
export function writeLink(settings: Settings, defaults: Settings): Link {
  const parameters = new URLSearchParams({ query: settings.query });
  const now = writeNow(settings.now);
  if (now !== writeNow(defaults.now)) parameters.set("now", now);
  const change = writeChange(defaults.catalogText, settings.catalogText);
  const isCatalogLeftOut = change.length > longestChange;
  if (change !== "" && !isCatalogLeftOut) parameters.set("catalog", change);
  return { hash: `#${parameters.toString()}`, isCatalogLeftOut };
}

/** Reads a link over the defaults. An empty one yields the defaults. */
export function readLink(hash: string, defaults: Settings): ReadLink {
  const parameters = new URLSearchParams(hash.replace(/^#/, ""));
  const problems: string[] = [];
  const read = <Part>(name: string, none: Part, parse: (text: string) => Part | undefined): Part => {
    const text = parameters.get(name);
    const part = text === null ? none : parse(text);
    if (part === undefined) problems.push(`The ${name} of the link could not be read, and is as it was.`);
    return part ?? none;
  };
  const settings = {
    query: read("query", defaults.query, (text) => (text.length > longestQuery ? undefined : text)),
    now: read("now", defaults.now, readNow),
    catalogText: read("catalog", defaults.catalogText, (text) => applyChange(defaults.catalogText, text)),
  };
  if (hash.length > 1 && !["query", "now", "catalog"].some((name) => parameters.has(name)))
    problems.push("The link has no query, so this is the first page.");
  return { settings, problems };
}

function writeNow(now: Now): string {
  return now.kind === "live" ? "live" : new Date(now.instant).toISOString();
}

function readNow(text: string): Now | undefined {
  if (text === "live") return { kind: "live" };
  const instant = fromIso(text);
  return instant === undefined ? undefined : { kind: "fixed", instant };
}

/** `CHECKSUM.START.END.TEXT`: one edit to the catalog that everybody has, or nothing if there is none. */
function writeChange(original: string, edited: string): string {
  if (original === edited) return "";
  const longest = Math.min(original.length, edited.length);
  let start = 0;
  while (start < longest && original[start] === edited[start]) start += 1;
  let tail = 0;
  while (tail < longest - start && original.at(-1 - tail) === edited.at(-1 - tail)) tail += 1;
  const inserted = edited.slice(start, edited.length - tail);
  return [checksumOf(original), start, original.length - tail, inserted].join(".");
}

function applyChange(original: string, change: string): string | undefined {
  const [, checksum, from, to, inserted] = /^(\w+)\.(\d{1,9})\.(\d{1,9})\.([^]*)$/.exec(change) ?? [];
  const [start, end] = [Number(from), Number(to)];
  // An edit to another version of the catalog would land anywhere.
  if (inserted === undefined || checksum !== checksumOf(original)) return undefined;
  if (change.length > longestChange || start > end || end > original.length) return undefined;
  return original.slice(0, start) + inserted + original.slice(end);
}

/** FNV-1a over code units: it tells versions apart, and guards against nothing. */
function checksumOf(text: string): string {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93);
  return (hash >>> 0).toString(36);
}
