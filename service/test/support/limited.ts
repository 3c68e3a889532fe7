// A project of random entities, random slices over it, and an oracle that says what a key with some of them sees, without the toolkit.

import type { Random } from "./random.ts";
import type { Caller, Reply } from "./service.ts";

const types = ["Person", "Company", "Deal"] as const;
const shapes = ["CRM", "Notes"] as const;
const sources = ["gmail", "slack", "files"] as const;
const days = ["2024-01-01", "2024-06-01", "2025-01-01"] as const;

/** An entity, with the names of what it refers to. */
export interface Thing {
  readonly id: string;
  readonly type: string;
  readonly shape: string | undefined;
  readonly source: string | undefined;
  readonly sourceShape: string | undefined;
  readonly day: string;
  /** A word that no other has. */
  readonly word: string;
}

/** A relationship between two of them. */
export interface Link {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

/** What a slice names; what is missing is not limited. */
export interface Spec {
  readonly types?: readonly string[];
  readonly shapes?: readonly string[];
  readonly sources?: readonly string[];
  readonly sourceShapes?: readonly string[];
  readonly after?: string;
  readonly before?: string;
}

/** A filled project. */
export interface World {
  readonly things: readonly Thing[];
  readonly links: readonly Link[];
}

/** Fills the project of a caller. */
export async function fill(root: Caller, random: Random, count = 60): Promise<World> {
  const idOf = async (path: string, names: readonly string[]): Promise<Map<string, string>> => {
    const ids = new Map<string, string>();
    for (const name of names) ids.set(name, (await root.post(path, { name })).body.id);
    return ids;
  };
  const [shapeIds, sourceIds] = [await idOf("/v1/shapes", shapes), await idOf("/v1/sources", sources)];
  const drawn = Array.from({ length: count }, (_, at) => ({
    type: random.pick(types),
    shape: random.pick([undefined, ...shapes]),
    source: random.pick([undefined, ...sources]),
    sourceShape: random.pick([undefined, ...shapes]),
    day: random.pick(days),
    word: `word${String.fromCharCode(97 + (at % 26))}${String.fromCharCode(97 + Math.floor(at / 26))}x`,
  }));
  const { body } = await root.post(
    "/v1/entities",
    drawn.map(({ type, shape, source, sourceShape, day, word }) => ({
      type,
      name: `${word} common`,
      shape_id: shapeIds.get(shape ?? "") ?? null,
      source_id: sourceIds.get(source ?? "") ?? null,
      source_shape_id: shapeIds.get(sourceShape ?? "") ?? null,
      created_at: `${day}T00:00:00Z`,
    })),
  );
  const things = drawn.map((thing, at): Thing => ({ ...thing, id: body.ids[at] }));
  const ends = Array.from({ length: count * 2 }, () => [random.pick(things).id, random.pick(things).id]);
  const related = await root.post(
    "/v1/relationships",
    ends.map(([from, to]) => ({ type: "common", from, to })),
  );
  const links = ends.map(([from = "", to = ""], at): Link => ({ id: related.body.ids[at], from, to }));
  return { things, links };
}

/** A random slice. */
export function drawSpec(random: Random): Spec {
  const some = <Value>(values: readonly Value[]): readonly Value[] => {
    const chosen = values.filter(() => random.below(2) === 0);
    return chosen.length === 0 ? [random.pick(values)] : chosen;
  };
  return {
    ...(random.below(2) === 0 && { types: some(types) }),
    ...(random.below(3) === 0 && { shapes: some(shapes) }),
    ...(random.below(2) === 0 && { sources: some(sources) }),
    ...(random.below(4) === 0 && { sourceShapes: some(shapes) }),
    ...(random.below(3) === 0 && { after: random.pick(days) }),
    ...(random.below(4) === 0 && { before: random.pick(days.slice(1)) }),
  };
}

/** A part of a slice. */
export function narrowSpec(random: Random, spec: Spec): Spec {
  const other = drawSpec(random);
  const common = (a: readonly string[] | undefined, b: readonly string[] | undefined) => {
    if (a === undefined || b === undefined) return a ?? b;
    const both = a.filter((each) => b.includes(each));
    return both.length === 0 ? a : both;
  };
  const [after, before] = [
    [spec.after, other.after],
    [spec.before, other.before],
  ].map((ends) => ends.filter((end) => end !== undefined).toSorted());
  const all = {
    types: common(spec.types, other.types),
    shapes: common(spec.shapes, other.shapes),
    sources: common(spec.sources, other.sources),
    sourceShapes: common(spec.sourceShapes, other.sourceShapes),
    after: after?.at(-1),
    before: before?.at(0),
  };
  // An empty range is a warning, and so no slice of a key.
  const { after: from = "", before: to = "9" } = all;
  const given = from < to ? all : { ...all, after: spec.after, before: spec.before };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** Whether a slice names anything, and no empty range. */
export function isProper({ after = "", before = "9", ...spec }: Spec): boolean {
  return after < before && (Object.keys(spec).length > 0 || after !== "" || before !== "9");
}

/** The slice as a query. */
export function cqlOf({ types: of = [], ...spec }: Spec): string {
  const each = (word: string, values: readonly string[] = []) => values.map((value) => `${word}:${value}`);
  return [
    ...each("type", of),
    ...each("shape", spec.shapes),
    ...each("source", spec.sources),
    ...each("source-shape", spec.sourceShapes),
    ...each("after", spec.after === undefined ? [] : [spec.after]),
    ...each("before", spec.before === undefined ? [] : [spec.before]),
  ].join(" ");
}

/** Whether an entity is in a slice. */
export function isIn(thing: Thing, spec: Spec): boolean {
  const has = (value: string | undefined, values: readonly string[] | undefined): boolean =>
    values === undefined || (value !== undefined && values.includes(value));
  return (
    has(thing.type, spec.types) &&
    has(thing.shape, spec.shapes) &&
    has(thing.source, spec.sources) &&
    has(thing.sourceShape, spec.sourceShapes) &&
    thing.day >= (spec.after ?? "") &&
    thing.day < (spec.before ?? "9")
  );
}

/** A random request of a key, and what is wrong with its answer, if anything is. */
export async function readAtRandom(
  world: World,
  key: Caller,
  specs: readonly Spec[],
  random: Random,
): Promise<string | undefined> {
  const seen = world.things.filter((thing) => specs.every((spec) => isIn(thing, spec)));
  const ids = new Set(seen.map(({ id }) => id));
  const links = world.links.filter(({ from, to }) => ids.has(from) && ids.has(to));
  const { ask, about, expected } = drawRead(world, key, seen, links, random);
  const reply = await ask();
  const text = JSON.stringify(reply.body);
  const limits = specs.map(cqlOf).join(" | ");
  const beyond = world.things.find(
    ({ id, word }) => !ids.has(id) && id !== about && (text.includes(id) || text.includes(word)),
  );
  if (beyond !== undefined) return `${limits}: ${text.slice(0, 500)} shows ${JSON.stringify(beyond)}`;
  const found = expected(reply);
  return found === undefined ? undefined : `${limits}: ${found}: ${text.slice(0, 500)}`;
}

/** A request, and what its answer has to be. */
interface Read {
  readonly ask: () => Promise<Reply>;
  /** The ID or word that the request itself names. */
  readonly about?: string;
  readonly expected: (reply: Reply) => string | undefined;
}

const idsOf = (items: readonly { readonly id: string }[] = []): string =>
  items
    .map(({ id }) => id)
    .toSorted()
    .join();

function drawRead(
  { things }: World,
  key: Caller,
  seen: readonly Thing[],
  links: readonly Link[],
  random: Random,
): Read {
  const same = (what: string, shown: string, wanted: string) =>
    shown === wanted ? undefined : `${what} are ${shown} rather than ${wanted}`;
  const kind = random.below(6);
  if (kind === 0) {
    const { id } = random.pick(things);
    const own = links.filter(({ from, to }) => from === id || to === id);
    const isSeen = seen.some((thing) => thing.id === id);
    return {
      ask: async () => await key.get(`/v1/entities/${id}`),
      about: id,
      expected: ({ status, body }) =>
        isSeen
          ? same("relationships", idsOf(body.relationships), idsOf(own))
          : same("statuses", String(status), "404"),
    };
  }
  const asked = drawSpec(random);
  const inside = seen.filter((thing) => isIn(thing, asked));
  if (kind === 1)
    return {
      ask: async () => await key.post("/v1/slices?dry_run=true", { name: "x", cql: cqlOf(asked) }),
      expected: ({ body }) => same("matched", String(body.matched), String(inside.length)),
    };
  if (kind === 5)
    return {
      ask: async () => await key.get(`/v1/entities?limit=200&cql=${encodeURIComponent(cqlOf(asked))}`),
      expected: ({ body }) => same("entities", idsOf(body.entities), idsOf(inside)),
    };
  if (kind === 2)
    return {
      ask: async () =>
        await key.post("/v1/search", {
          query: random.pick(["common", "comm", ""]),
          include: ["entities", "relationships"],
          limit: 100,
          cql: cqlOf(asked),
        }),
      expected: ({ body }) => same("entities", idsOf(body.entities), idsOf(inside)),
    };
  if (kind === 3) {
    const { id, word } = random.pick(things);
    const wanted = seen.filter((thing) => thing.word === word);
    return {
      ask: async () => await key.post("/v1/search", { query: `"${word}"`, include: ["entities"] }),
      about: id,
      expected: ({ body }) => same("entities", idsOf(body.entities), idsOf(wanted)),
    };
  }
  const namesOf = (values: readonly (string | undefined)[]): string =>
    [...new Set(values)]
      .filter((value) => value !== undefined)
      .toSorted()
      .join();
  const shapeNames = namesOf(seen.flatMap(({ shape, sourceShape }) => [shape, sourceShape]));
  const wanted = [
    shapeNames,
    namesOf(seen.map(({ source }) => source)),
    namesOf(seen.map(({ type }) => type)),
  ];
  return {
    ask: async () => await key.get("/v1/catalog"),
    expected: ({ body }) => {
      const named = (list: readonly { readonly name: string }[]) => namesOf(list.map(({ name }) => name));
      const shown = [named(body.shapes), named(body.sources), namesOf(body.types)];
      return same("names", shown.join(" | "), wanted.join(" | "));
    },
  };
}
