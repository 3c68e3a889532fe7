// Holds the comparison with other parsers fair: each finds the very terms that the query in CQL has, in a query of its own language.
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type CorpusName, corpus } from "../../bench/corpus.ts";
import { isPeerName, peerNames } from "../../bench/peers/names.ts";
import type { Found } from "../../bench/peers/peer.ts";
import { peerOf, writtenFor } from "../../bench/peers/peers.ts";
import { piecesOf } from "../../bench/peers/pieces.ts";
import { parserPrograms, predicatePrograms } from "../../bench/peers/programs.ts";
import { at, nodesOf } from "../../bench/peers/tree.ts";
import { isRecord } from "../../src/data/guards.ts";

/** The peers are installed where the benchmark finds them. */
const bench = createRequire(join(import.meta.dirname, "../../bench/peers/programs.ts"));

/** Texts that are compared; of the long ones a few hold as many terms. */
const compared: readonly (readonly [corpus: CorpusName, texts: number])[] = [
  ["short", 1000],
  ["typical", 200],
  ["long", 4],
];

describe.each(peerNames)("%s", (name) => {
  const peer = peerOf(name);

  test.each(compared)("finds the terms of the corpus %s, in %d texts", async (corpusName, count) => {
    const parse = await peer.load();
    for (const text of corpus(corpusName).texts.slice(0, count)) {
      const written = writtenFor(peer, text);
      const expected = piecesOf(text).map(peer.hold).map(found);
      expect({ written, found: peer.read(parse(written)).map(found) }).toEqual({
        written,
        found: name === "search-string" ? conditionsFirst(expected) : expected,
      });
    }
  });

  test("finds another value where another is written, and a term less where one is missing", async () => {
    const parse = await peer.load();
    const read = (text: string): readonly Found[] => peer.read(parse(writtenFor(peer, text))).map(found);
    const [one, other] = [read('type:Person shape:"Sales CRM" word'), read('type:Person shape:"Sales" word')];
    expect(one).not.toEqual(other);
    expect(one.length).toBe(3);
    expect(read('type:Person shape:"Sales CRM"')).toEqual(one.slice(0, 2));
  });

  test("keeps the number of the terms, and the values of almost all", () => {
    const pieces = corpus("typical").texts.flatMap(piecesOf);
    const held = pieces.map(peer.hold);
    const changed = pieces.filter((piece, index) => piece.value !== held[index]?.value);
    expect(changed.length / pieces.length).toBeLessThan(0.01);
    expect(changed.every(({ value }) => value.includes("\\"))).toBe(true);
    expect(changed.length === 0).toBe(name !== "search-string");
  });
});

test("cel-js rejects a text, which the benchmark counts as a failure", async () => {
  const parse = await peerOf("cel-js").load();
  expect(() => parse('type == "Person" &&')).toThrow(SyntaxError);
});

test("trees are read in the order of their keys, to any depth", () => {
  expect(
    [...nodesOf({ a: [{ n: 1 }, { n: 2 }], b: { n: 3 } })].flatMap((node) => at(node, "n") ?? []),
  ).toEqual([1, 2, 3]);
  let deep: object = { n: 0 };
  for (let each = 0; each < 100_000; each++) deep = { right: deep };
  expect([...nodesOf(deep)].length).toBe(100_001);
  expect([at({ a: [{ b: 1 }] }, "a", 0, "b"), at(null, "a"), at({ a: 1 }, "a", "b")]).toEqual([
    1,
    undefined,
    undefined,
  ]);
});

test.each([...Object.entries(parserPrograms()), ...Object.entries(predicatePrograms)])(
  "%s exports what its program imports",
  async (name, { module, names }) => {
    const exported: unknown = await import(bench.resolve(module));
    if (!isRecord(exported)) throw new TypeError(`${name} exports nothing`);
    for (const each of names.split(", "))
      expect(Object.keys(exported)).toContain(each.replace(/ as .*/u, ""));
  },
);

test("only peers count as peers", () => {
  expect(["liqe", "parse", ""].map(isPeerName)).toEqual([true, false, false]);
});

function found({ field, value }: Found): Found {
  return { field, value };
}

/** search-string keeps texts apart from conditions. */
function conditionsFirst(pieces: readonly Found[]): readonly Found[] {
  return [...pieces.filter(({ field }) => field !== ""), ...pieces.filter(({ field }) => field === "")];
}
