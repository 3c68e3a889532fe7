// Checks that the benchmark compares like with like: all that is timed against each other finds the same.
import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { columnFilters, questionNames } from "../../bench/backends/column-speed.ts";
import { duckdbTable } from "../../bench/backends/duckdb.ts";
import { parsedEntities } from "../../bench/backends/entities.ts";
import { caseNames, caseOf } from "../../bench/backends/filters.ts";
import { predicateOf } from "../../bench/backends/predicates.ts";
import { type CorpusName, corpus, corpusNames } from "../../bench/corpus.ts";
import { limit } from "../../bench/limit.ts";
import { now } from "../../bench/now.ts";
import { peerNames, predicateNames } from "../../bench/peers/names.ts";
import type { Found } from "../../bench/peers/peer.ts";
import { peerOf, writtenFor } from "../../bench/peers/peers.ts";
import { piecesOf } from "../../bench/peers/pieces.ts";
import { matcherNames, matcherOf } from "../../bench/slices/matchers.ts";
import {
  dateKinds,
  definitionAt,
  entityLines,
  entityOf,
  storedSlices,
  worldOf,
} from "../../bench/slices/population.ts";
import { pairLines, pairOf, questions } from "../../bench/slices/questions.ts";
import { createTable } from "../../src/exports/predicate.ts";
import { parse } from "../../src/index.ts";
import { inSlice } from "../support/backends/reference.ts";

const entities = parsedEntities(3000);

function rowsIn(isIn: (entity: (typeof entities)[number]) => boolean): readonly number[] {
  return entities.flatMap((entity, row) => (isIn(entity) ? [row] : []));
}

test.each(corpusNames)(
  "the scanner that marks the limit builds the tree of parse for the corpus %s",
  (name) => {
    const limits = { maxLength: Number.POSITIVE_INFINITY, maxTerms: Number.POSITIVE_INFINITY };
    const wrong = corpus(name).texts.filter(
      (text) => !isDeepStrictEqual(limit(text), parse(text, { limits }).query),
    );
    expect(wrong.map((text) => text.slice(0, 200))).toEqual([]);
  },
);

/** Of the long texts a few hold as many terms. */
const compared: readonly (readonly [corpus: CorpusName, texts: number])[] = [
  ["short", 1000],
  ["typical", 200],
  ["long", 4],
];

describe.each(peerNames)("the parser %s", (name) => {
  const peer = peerOf(name);

  test.each(compared)("finds the terms of the corpus %s, in %d texts", async (corpusName, count) => {
    const parsePeer = await peer.load();
    for (const text of corpus(corpusName).texts.slice(0, count)) {
      const written = writtenFor(peer, text);
      const expected = piecesOf(text).map(peer.hold).map(found);
      expect({ written, found: peer.read(parsePeer(written)).map(found) }).toEqual({
        written,
        found: name === "search-string" ? conditionsFirst(expected) : expected,
      });
    }
  });
});

describe.each(caseNames)("the filter %s", (name) => {
  const each = caseOf(name);

  test.each(predicateNames)(
    "finds the entities with %s that it finds by hand, or cannot be expressed",
    (predicate) => {
      const isIn = predicateOf(predicate, each, entities);
      if (isIn !== undefined) expect(rowsIn(isIn)).toEqual(rowsIn(each.byHand));
    },
  );
});

describe.each(questionNames)("the questions %s", (name) => {
  const filters = columnFilters(name);
  const expected = filters.map((filter) => rowsIn((entity) => inSlice(filter, entity)));

  test("are answered by columns", () => {
    const table = createTable(entities);
    expect(filters.map((filter) => [...table.select(filter)])).toEqual(expected);
    expect(filters.map(table.count)).toEqual(expected.map((rows) => rows.length));
  });

  test.each([false, true])("are answered by DuckDB, with ENUM columns: %s", async (isEnum) => {
    const table = await duckdbTable(entities.length, isEnum);
    for (const [index, filter] of filters.entries()) {
      const asked = await table.prepare(filter);
      expect(Array.from((await asked.select()).toSorted())).toEqual(expected[index]);
      expect(await asked.count()).toBe(expected[index]?.length);
    }
  });
});

test.each(dateKinds)("every way of matching slices with %s dates agrees with the reference", (dates) => {
  const world = worldOf(1000);
  const slices = storedSlices(1000, dates, world);
  const some = entityLines(150, world).map(entityOf);
  const filters = slices.map(({ id, text }) => ({ id, filter: definitionAt(text, world.catalog, now) }));
  const expected = some.map((entity) =>
    filters.filter(({ filter }) => inSlice(filter, entity)).map(({ id }) => id),
  );
  for (const name of matcherNames) {
    const finds = matcherOf(name, dates, slices, world).at(now);
    expect([name, ...some.map(finds)]).toEqual([name, ...expected]);
  }
});

test.each(questions)("the question $name has the right answer for every pair", ({ relation, isRight }) => {
  const pairs = pairLines(200, relation).map(pairOf);
  expect(pairs.filter((pair) => !isRight(pair))).toEqual([]);
});

function found({ field, value }: Found): Found {
  return { field, value };
}

/** search-string keeps texts apart from conditions. */
function conditionsFirst(pieces: readonly Found[]): readonly Found[] {
  return [...pieces.filter(({ field }) => field !== ""), ...pieces.filter(({ field }) => field === "")];
}
