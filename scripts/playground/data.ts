// The data of the playground: the shipped entities and their catalog, as a script, since a page opened as a file may load nothing else.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type PackedSamples, packSamples, type Sample } from "../../editors/playground/model/packed.ts";
import type { CatalogData } from "../../src/index.ts";
import { root } from "../check/process.ts";

/** What the script `data.js` leaves in `globalThis.sliceCqlData`. */
export interface PlaygroundData {
  readonly catalog: CatalogData;
  readonly samples: PackedSamples;
}

/** A line of `entities.ndjson`, as far as the page shows it. */
interface Entity extends Omit<Sample, "detail"> {
  readonly version?: { readonly epoch?: number; readonly upstream: string; readonly revision?: string };
  readonly tracker?: string;
  readonly bug?: number;
  readonly closed_in?: string;
  readonly cve?: string;
  readonly named_in?: string;
}

/** The fixture `fixtures/debian`, packed. */
export function playgroundData(): PlaygroundData {
  const folder = join(root, "fixtures/debian");
  const catalog: CatalogData = JSON.parse(readFileSync(join(folder, "catalog.json"), "utf8"));
  const lines = readFileSync(join(folder, "entities.ndjson"), "utf8").trimEnd().split("\n");
  const samples = lines.map((line): Sample => sampleOf(JSON.parse(line)));
  return { catalog, samples: packSamples(samples) };
}

/** The same as the text of a script. */
export function playgroundScript(): string {
  return `globalThis.sliceCqlData = ${JSON.stringify(playgroundData())};\n`;
}

function sampleOf(entity: Entity): Sample {
  const { type, shape_id, source_id, source_shape_id, created_at, package: name } = entity;
  const detail = detailOf(entity);
  return { type, shape_id, source_id, source_shape_id, created_at, package: name, detail };
}

function detailOf({ version, bug, tracker, closed_in, cve, named_in }: Entity): string {
  const mark = tracker === "launchpad" ? "LP #" : "#";
  if (bug !== undefined) return `${mark}${String(bug)} in ${closed_in ?? "?"}`;
  if (cve !== undefined) return `${cve} in ${named_in ?? "?"}`;
  if (version === undefined) return "";
  const epoch = version.epoch === undefined ? "" : `${String(version.epoch)}:`;
  return `${epoch}${version.upstream}${version.revision === undefined ? "" : `-${version.revision}`}`;
}
