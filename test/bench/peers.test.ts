// Holds the comparison with other parsers fair: each finds the very terms that the query in CQL has, in a query of its own language.
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type CorpusName, corpus } from "../../bench/corpus.ts";
import { isPeerName, peerNames } from "../../bench/peers/names.ts";
import type { Found } from "../../bench/peers/peer.ts";
import { peerFacts, peerOf, writtenFor } from "../../bench/peers/peers.ts";
import { conjoined, juxtaposed, type Piece, piecesOf } from "../../bench/peers/pieces.ts";
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

test("the facts say what was changed: nothing, but for backslashes in one language and fields in another", () => {
  const facts = peerFacts();
  expect(facts.map(({ name }) => name)).toEqual([...peerNames]);
  const changed = facts.filter(({ altered }) => altered > 0).map(({ name }) => name);
  expect(changed).toEqual(["search-string", "@bufbuild/cel", "cel-js"]);
  for (const { name, altered, note, example } of facts) {
    expect(altered).toBeLessThan(name.includes("cel") ? 0.3 : 0.01);
    expect(altered > 0 && note === "").toBe(false);
    expect(example.length).toBeGreaterThan(50);
  }
});

test("cel-js says that a text is wrong, which the benchmark takes as a failure", async () => {
  const parse = await peerOf("cel-js").load();
  expect(() => parse('type == "Person" &&')).toThrow(SyntaxError);
});

test("terms are written one after the other, in quotes where these are needed or were there", () => {
  const pieces: readonly Piece[] = [
    { field: "type", value: "Person", quoted: false },
    { field: "type", value: "Deal", quoted: true },
    { field: "", value: 'a "b" \\c', quoted: true },
    { field: "", value: "no word", quoted: false },
  ];
  expect(juxtaposed(pieces, ({ value }) => !value.includes(" "))).toBe(
    'type:Person type:"Deal" "a \\"b\\" \\\\c" "no word"',
  );
  expect(conjoined(pieces.slice(0, 2))).toBe('type == "Person" && type == "Deal"');
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

test("only peers are peers", () => {
  expect(["liqe", "parse", ""].map(isPeerName)).toEqual([true, false, false]);
});

function found({ field, value }: Found): Found {
  return { field, value };
}

/** search-string keeps texts apart from conditions. */
function conditionsFirst(pieces: readonly Found[]): readonly Found[] {
  return [...pieces.filter(({ field }) => field !== ""), ...pieces.filter(({ field }) => field === "")];
}
