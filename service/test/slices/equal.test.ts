// Compares slices of the service with those of the toolkit: the same entities are queried over HTTP and in memory, while others write.

import fc from "fast-check";
import { compile, filterOf, parse } from "slice-cql";
import { compilePredicate } from "slice-cql/predicate";
import { afterAll, expect, test } from "vitest";
import { newestFirst, writeDebian } from "../support/debian.ts";
import { randomCql } from "../support/random-cql.ts";
import { type Caller, startService } from "../support/service.ts";

const runs = Number(process.env["SLICE_RUNS"] ?? 20);
const service = await startService();
const someone = await service.caller();
const debian = await writeDebian(someone);
const stranger = await service.caller();

const tally = { some: 0 };
const writing = { here: false, ends: false };
// One writes the same IDs to another project all the time, the other to this one, of a type that no query requests.
const writers = [write(stranger, () => true, "Release"), write(someone, () => writing.here, "OnlyTheWriter")];
afterAll(async () => {
  writing.ends = true;
  await Promise.all(writers);
});

async function write(who: Caller, isOn: () => boolean, type: string): Promise<void> {
  for (let round = 0; !writing.ends; round++) {
    if (isOn()) await who.post("/v1/entities", bodies(type, round));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function bodies(type: string, round: number): readonly object[] {
  const ids = debian.entities.slice((round * 20) % 8000, ((round * 20) % 8000) + 20).map(({ id }) => id);
  return ids.map((id) => ({
    ...(type === "Release" && { id }),
    type,
    created_at: `20${10 + (round % 16)}-05-05T00:00:00Z`,
  }));
}

/** The toolkit's result at an instant: the IDs, the newest first, or the codes of the errors. */
function expectedOf(
  cql: string,
  now: Date,
): { readonly ids?: readonly string[]; readonly codes?: readonly string[]; readonly compiled: any } {
  const compiled = compile(cql, { catalog: debian.catalog, now });
  if (!compiled.ok) return { compiled, codes: compiled.diagnostics.map(({ code }) => code) };
  const isIn = compilePredicate(compiled.filter_definition);
  return { compiled, ids: debian.entities.filter((entity) => isIn(entity)).map(({ id }) => id) };
}

/** The reported diagnostics must be those of the toolkit just before or just after. */
function oneOf(before: Date, cql: string) {
  return [expectedOf(cql, before), expectedOf(cql, new Date())];
}

async function requireEqual(cql: string): Promise<string | undefined> {
  const before = new Date();
  const { status, body } = await someone.post("/v1/slices", { name: "random", cql });
  const expected = oneOf(before, cql);
  if (status === 422) {
    expect(body.code).toBe("invalid_cql");
    expect(expected.map(({ codes }) => codes)).toContainEqual(body.diagnostics.map(({ code }: any) => code));
    return undefined;
  }
  expect([status, cql]).toEqual([201, cql]);
  expect(
    expected.map(({ ids }) => ids?.length),
    cql,
  ).toContain(body.matched);
  if (body.matched > 0 && body.matched < debian.entities.length) tally.some++;
  expect(expected.map(({ compiled }) => compiled.unresolved)).toContainEqual(body.unresolved);
  expect(expected.map(({ compiled }) => compiled.scope_warnings)).toContainEqual(body.scope_warnings);
  const dry = await someone.post("/v1/slices?dry_run=true", { name: "random", cql });
  expect([dry.body.matched, dry.body.id]).toEqual([body.matched, null]);
  const filter = filterOf(parse(cql).query);
  const asData = await someone.post("/v1/slices", { name: "random", filter });
  // The whole project is only asked for by an empty text.
  if (Object.keys(filter).length === 0) expect(asData.status).toBe(422);
  else {
    expect([asData.status, ...foundOf(asData.body)], JSON.stringify(filter)).toEqual([201, ...foundOf(body)]);
    const readAgain = await someone.get(`/v1/slices/${asData.body.id}`);
    expect(foundOf(readAgain.body), asData.body.cql).toEqual(foundOf(body));
  }
  await requirePages(body.id, cql, body.matched);
  await requireScope(cql, body.id);
  return body.id;
}

/** A filter has its keys in another order than the text that it stands for. */
function foundOf({ matched, unresolved: { shapes, sources } }: any): readonly unknown[] {
  return [matched, shapes.toSorted(), sources.toSorted()];
}

/** Small ones are read to their end, page by page; of large ones the first pages. */
async function requirePages(id: string, cql: string, matched: number): Promise<void> {
  const before = new Date();
  const limit = matched > 100 ? 200 : Math.max(1, Math.ceil(matched / 4));
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const path: string = `/v1/slices/${id}/entities?limit=${limit}${cursor === null ? "" : `&cursor=${cursor}`}`;
    const { body } = await someone.get(path);
    expect(body.entities.length).toBeLessThanOrEqual(limit);
    if (body.next_cursor !== null) expect(body.entities).toHaveLength(limit);
    seen.push(...body.entities.map((entity: any) => entity.id));
    cursor = body.next_cursor;
  } while (cursor !== null && seen.length < 600);
  const expected = oneOf(before, cql).map(({ ids = [] }) =>
    cursor === null ? ids : ids.slice(0, seen.length),
  );
  expect(expected, cql).toContainEqual(seen);
}

/** A search that asks for nothing finds the newest of the scope; one for words, nothing outside of it. */
async function requireScope(cql: string, slice_id: string): Promise<void> {
  const before = new Date();
  const include = ["entities"];
  const newest = await someone.post("/v1/search", { query: "", include, limit: 100, cql });
  const byId = await someone.post("/v1/search", { query: "", include, limit: 100, slice_id });
  const words = await someone.post("/v1/search", {
    query: "debian medium low",
    include,
    limit: 100,
    cql,
    slice_id,
  });
  const expected = oneOf(before, cql).map(({ ids = [] }) => ids);
  const firsts = expected.map((ids) => ids.slice(0, 100));
  for (const { body } of [newest, byId])
    expect(firsts, cql).toContainEqual(body.entities.map(({ id }: any) => id));
  const all = new Set(expected.flat());
  expect(words.body.entities.filter(({ id }: any) => !all.has(id))).toEqual([]);
}

/** Which of these slices an entity is in. */
async function requireContaining(slices: ReadonlyMap<string, string>): Promise<void> {
  const step = Math.floor(debian.entities.length / 25);
  for (const { id } of debian.entities.filter((_, at) => at % step === 0)) {
    const before = new Date();
    const found = new Set<string>();
    for (let query = "?limit=200"; query !== ""; ) {
      const { body } = await someone.get(`/v1/entities/${id}/slices${query}`);
      for (const slice of body.slices) found.add(slice.id);
      query = body.next_cursor === null ? "" : `?limit=200&cursor=${body.next_cursor}`;
    }
    for (const [slice, cql] of slices) {
      const expected = oneOf(before, cql).map(({ ids = [] }) => ids.includes(id));
      expect(expected, `${id} in ${cql}`).toContain(found.has(slice));
    }
  }
}

test.each([
  ["another project is written to", false],
  ["this project is written to", true],
])(
  "random slices of the service and of the toolkit are equal while %s",
  async (_, here) => {
    writing.here = here;
    const slices = new Map<string, string>();
    tally.some = 0;
    const property = fc.asyncProperty(randomCql(debian, here), async (cql) => {
      const id = await requireEqual(cql);
      if (id !== undefined) slices.set(id, cql);
    });
    await fc.assert(property, { numRuns: runs });
    // Neither all nor nothing.
    expect(tally.some).toBeGreaterThan(runs / 3);
    await requireContaining(slices);
  },
  Math.max(300_000, runs * 1500),
);

test("slices of the fixture have the numbers that hand-written SQL counted", () => {
  expect(debian.entities.toSorted(newestFirst)).toEqual(debian.entities);
  expect(expectedOf("type:Vulnerability", new Date()).ids).toHaveLength(1632);
});
