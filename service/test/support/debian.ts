// The real entities of `fixtures/debian` in a project, written through the API, and the same in memory.

import { readFileSync } from "node:fs";
import { type CatalogEntry, createCatalog } from "slice-cql";
import type { Caller } from "./service.ts";

/** An entity as the toolkit reads it. */
export interface FlatEntity {
  readonly id: string;
  readonly type: string;
  readonly shape_id: string | null;
  readonly source_id: string | null;
  readonly source_shape_id: string | null;
  readonly created_at: string;
}

/** What is in the project. */
export interface Debian {
  readonly data: {
    readonly shapes: readonly CatalogEntry[];
    readonly sources: readonly CatalogEntry[];
    readonly types: readonly string[];
  };
  readonly catalog: ReturnType<typeof createCatalog>;
  /** The newest first, as lists have them. */
  readonly entities: readonly FlatEntity[];
}

const folder = new URL("../../../fixtures/debian/", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), "utf8");

/** Names that the real ones lack. */
const hostileNames = [
  'He said "hi"',
  "O'Brien",
  "back\\slash",
  "type:Bug",
  "a b  c",
  "Ünïcödé 😀",
  "(x OR y)",
  "-minus",
  "$1",
] as const;

/** What a column or the properties of the API have. */
function bodyOf({ id, type, shape_id, source_id, source_shape_id, created_at, ...properties }: any): object {
  return { id, type, shape_id, source_id, source_shape_id, created_at, properties };
}

/** Writes them. */
export async function writeDebian(who: Caller): Promise<Debian> {
  const fixture: any = JSON.parse(read("catalog.json"));
  const shapes = await named(who, "shapes", [
    ...fixture.shapes,
    ...hostileNames.map((name) => ({ id: `shape ${name}`, name })),
  ]);
  const sources = await named(who, "sources", [
    ...fixture.sources,
    ...hostileNames.map((name) => ({ id: `source ${name}`, name })),
  ]);
  const ids = new Map([...shapes, ...sources].map(({ old, id }) => [old, id]));
  const lines: any[] = read("entities.ndjson")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const added = lines.slice(0, 60).map((line, at) => ({
    ...line,
    id: line.id.replace(/^./, line.id.startsWith("0") ? "1" : "0"),
    type: hostileNames[at % 9],
    shape_id: `shape ${hostileNames[at % 7]}`,
    source_id: `source ${hostileNames[at % 5]}`,
    source_shape_id: null,
  }));
  const entities = [...lines, ...added].map((line) => ({
    ...line,
    shape_id: ids.get(line.shape_id) ?? null,
    source_id: ids.get(line.source_id) ?? null,
    source_shape_id: ids.get(line.source_shape_id) ?? null,
  }));
  await writeAll(who, entities.map(bodyOf));
  const plain = (list: typeof shapes) => list.map(({ id, name }) => ({ id, name }));
  const data = { shapes: plain(shapes), sources: plain(sources), types: [...fixture.types, ...hostileNames] };
  return { data, catalog: createCatalog(data), entities: entities.toSorted(newestFirst) };
}

/** In lines, some thousands at a time. */
async function writeAll(who: Caller, bodies: readonly object[]): Promise<void> {
  for (let at = 0; at < bodies.length; at += 4000) {
    const body = bodies
      .slice(at, at + 4000)
      .map((each) => JSON.stringify(each))
      .join("\n");
    const { status, body: answer } = await who.call("POST", "/v1/entities", {
      body,
      headers: { "content-type": "application/x-ndjson" },
    });
    if (status !== 200) throw new Error(JSON.stringify(answer));
  }
}

/** Creates what has these names, a few at a time, and gives the IDs that each got. */
async function named(
  who: Caller,
  kind: "shapes" | "sources",
  list: readonly { readonly id: string; readonly name: string }[],
) {
  const made: { readonly old: string; readonly id: string; readonly name: string }[] = [];
  for (let at = 0; at < list.length; at += 8)
    made.push(
      ...(await Promise.all(
        list.slice(at, at + 8).map(async ({ id, name }) => ({
          old: id,
          name,
          id: String((await who.post(`/v1/${kind}`, { name })).body.id),
        })),
      )),
    );
  return made;
}

/** The order of lists. */
export function newestFirst(
  a: { readonly created_at: string; readonly id: string },
  b: { readonly created_at: string; readonly id: string },
): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? 1 : -1;
  return a.id < b.id ? -1 : 1;
}
