// Tests database queries for any definition: refused where the predicate refuses, only what the emitter writes, same finds as the reference.

import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dialectNames } from "../../src/backends/sql/dialects.ts";
import { toMongo } from "../../src/exports/mongodb.ts";
import { toOpenSearch } from "../../src/exports/opensearch.ts";
import { entityColumns, toSql } from "../../src/exports/sql.ts";
import type { FilterDefinition } from "../../src/index.ts";
import { acceptedBy, unlessRefused } from "../support/backends/accepted.ts";
import type { Corpus } from "../support/backends/corpus.ts";
import { sqlite } from "../support/backends/drivers.ts";
import type { Driver, Engine } from "../support/backends/engine.ts";
import { mongoEngine } from "../support/backends/mingo.ts";
import { ofOneKind } from "../support/backends/one-kind.ts";
import { openSearchEngine } from "../support/backends/opensearch-engine.ts";
import { inSlice } from "../support/backends/reference.ts";
import { respelled } from "../support/backends/respelled.ts";
import { type Emit, type Statement, sqlEngine } from "../support/backends/sql-engine.ts";
import { patience, runs } from "../support/runs.ts";
import { type Definition, definition, entitiesFor } from "./support/definitions.ts";
import { notices } from "./support/noticed.ts";

/** A backend under test. */
interface Backend {
  /** Emits for the one filter, in all ways there are, and checks what it sees of it. */
  readonly emit: (filter: FilterDefinition) => unknown;
  readonly engine: Engine;
  /** Entities and filters as this database can hold them, where that is not as they are. */
  readonly adapt?: (corpus: Corpus) => Corpus;
  /** Whether a filter that `compile` gave may be refused: where paths name fields. */
  readonly mayRefuse?: true;
}

const keepsItsPromises = ({ emit, engine, adapt, mayRefuse }: Backend): fc.IAsyncProperty<[Definition]> =>
  fc.asyncProperty(definition, async ({ filter, corpus, isCompiled }) => {
    const accepted = acceptedBy(filter);
    if (accepted === undefined) {
      const emitted = unlessRefused(() => emit(Object(filter)));
      expect(emitted, "what the predicate refuses is refused").toBeUndefined();
      return;
    }
    const emitted = unlessRefused(() => emit(accepted));
    if (isCompiled && mayRefuse !== true) expect(emitted, "what compile gives is taken").toBeDefined();
    if (emitted === undefined) return;
    const plain: Corpus = { entities: entitiesFor(accepted, corpus), filters: [accepted] };
    const { entities, filters } = adapt?.(plain) ?? plain;
    for (const each of filters.filter((one) => engine.canRun(one))) {
      const stored = entities.filter((entity) => engine.canStore(entity));
      await engine.load(stored);
      const dates = engine.dates(each.dateRange?.field ?? "");
      const expected = stored.flatMap((entity, row) => (inSlice(each, entity, dates) ? [row] : []));
      expect(await engine.select(each), "it finds what the reference finds").toEqual(expected);
    }
  });

/** SQL of every dialect is looked at, and SQLite runs its own. */
async function sql(driver: Driver, write: Emit = toSql): Promise<Backend> {
  const emit = (filter: FilterDefinition): unknown =>
    dialectNames.map((dialect) => {
      const written = (given: FilterDefinition): Statement =>
        write(given, { dialect, columns: entityColumns, json: "props" });
      const { text, params } = written(filter);
      const places = params.map((_, at) => (dialect === "postgres" ? `$${String(at + 1)}` : "?"));
      expect(text.match(/\?|\$\d+/gu) ?? [], `${dialect}: each parameter has its place`).toEqual(places);
      const isText = (each: unknown): boolean => typeof each === "string" && each.isWellFormed();
      expect(params.flat().every(isText), `${dialect}: parameters are texts`).toBe(true);
      expect(written(respelled(filter)).text, `${dialect}: no value is in the text`).toBe(text);
      return text;
    });
  return { emit, engine: await sqlEngine(driver, "plain", write) };
}

const operators = new Set(
  "$and $or $nor $in $nin $ne $gt $gte $lt $lte $not $type $regex $expr $let $cond $eq $getField $literal $isNumber $regexMatch $alwaysFalse".split(
    " ",
  ),
);

const variables = new Set(["$$v", "$$ROOT"]);

function mongodb(write: typeof toMongo = toMongo): Backend {
  /** Every key that begins with a dollar is one that the emitter writes, and every text in an expression; what is in `$literal` is a value. */
  const check = (query: unknown, inExpression: boolean): void => {
    if (typeof query === "string" && inExpression)
      expect(!query.startsWith("$") || variables.has(query), "no variable but those of the emitter").toBe(
        true,
      );
    if (typeof query !== "object" || query === null) return;
    for (const [key, inner] of Object.entries(query)) {
      expect(!key.startsWith("$") || operators.has(key), "no operator but those of the emitter").toBe(true);
      if (key !== "$literal") check(inner, inExpression || key === "$expr");
    }
  };
  const emit = (filter: FilterDefinition): unknown => {
    const query = write(filter);
    check(query, false);
    return query;
  };
  return { emit, engine: mongoEngine("texts", write) };
}

const clauses = ["terms", "exists", "range", "bool", "match_none"];

function openSearch(write: typeof toOpenSearch = toOpenSearch): Backend {
  const check = (query: unknown): void => {
    const [[kind, body] = ["", undefined], ...others] = Object.entries<unknown>(Object(query));
    expect(others.length === 0 && clauses.includes(kind), "only clauses of known kinds").toBe(true);
    if (kind === "bool") for (const inner of Object.values(Object(body)).flat()) check(inner);
  };
  const emit = (filter: FilterDefinition): unknown => {
    const query = write(filter);
    check(query);
    return query;
  };
  return { emit, engine: openSearchEngine(write), adapt: ofOneKind, mayRefuse: true };
}

const driver = sqlite();
let known: ReadonlyMap<string, Backend>;
beforeAll(async () => {
  known = new Map([
    ["SQL", await sql(driver)],
    ["MongoDB", mongodb()],
    ["OpenSearch", openSearch()],
  ]);
});
afterAll(() => driver.close());

test.each([
  ["SQL", 120],
  ["MongoDB", 300],
  ["OpenSearch", 120],
] as const)("%s keeps its promises for any definition", { timeout: patience }, async (name, count) => {
  const backend = known.get(name);
  if (backend === undefined) expect.fail("it is not open");
  await fc.assert(keepsItsPromises(backend), runs(count));
});

function withoutDates(filter: FilterDefinition): FilterDefinition {
  const { dateRange: _, ...rest } = filter;
  return rest;
}

function withoutTypes(filter: FilterDefinition): FilterDefinition {
  const { entityTypes: _, ...rest } = filter;
  return rest;
}

/** Those that leave something out first emit the whole, so that what is malformed is refused. */
const mistaken: readonly (readonly [reason: string, make: (own: Driver) => Backend | Promise<Backend>])[] = [
  [
    "postgres: no value is in the text",
    (own) =>
      sql(own, (filter, options) => {
        const { text, params } = toSql(filter, options);
        return { text: `${text} /* ${filter.entityTypes?.join() ?? ""} */`, params };
      }),
  ],
  [
    "mysql: each parameter has its place",
    (own) =>
      sql(own, (filter, options) => {
        const { text, params } = toSql(filter, options);
        return { text, params: params.slice(0, options.dialect === "mysql" ? 2 : undefined) };
      }),
  ],
  [
    "it finds what the reference finds",
    (own) => sql(own, (filter, options) => toSql(filter, options) && toSql(withoutDates(filter), options)),
  ],
  [
    "what the predicate refuses is refused",
    () => mongodb((filter) => unlessRefused(() => toMongo(filter)) ?? {}),
  ],
  [
    "no operator but those of the emitter",
    () => mongodb((filter) => ({ ...toMongo(filter), ...(filter.entityTypes && { $where: "1" }) })),
  ],
  [
    "it finds what the reference finds",
    () => mongodb((filter) => toMongo(filter) && toMongo(withoutTypes(filter))),
  ],
  [
    "only clauses of known kinds",
    () => openSearch((filter) => Object({ script: { source: toOpenSearch(filter) } })),
  ],
  [
    "it finds what the reference finds",
    () => openSearch((filter) => toOpenSearch(filter) && toOpenSearch(withoutTypes(filter))),
  ],
];

test.each(mistaken)("a mistake is noticed: %s (%#)", async (reason, make) => {
  const own = sqlite();
  await notices(keepsItsPromises(await make(own)), reason);
  await own.close();
});
