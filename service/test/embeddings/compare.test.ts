// Tests that vectors are compared as a loop would, with and without WebAssembly.

import fc from "fast-check";
import { expect, test } from "vitest";
import {
  compare,
  type Engine,
  inJavaScript,
  inWebAssembly,
  rowsAtOnce,
} from "../../src/embeddings/compare.ts";

const engines: readonly (readonly [string, Engine | undefined])[] = [
  ["WebAssembly", inWebAssembly()],
  ["JavaScript", inJavaScript()],
];

test.each(engines)("products in %s are those of a loop", (_, engine) => {
  const byte = fc.integer({ min: -128, max: 127 });
  const vectors = fc
    .oneof(fc.integer({ min: 1, max: 70 }), fc.constantFrom(384, 512, 1536))
    .chain((dimensions) => {
      const vector = fc.array(byte, { minLength: dimensions, maxLength: dimensions });
      return fc.tuple(vector, fc.array(vector, { maxLength: Math.min(20, rowsAtOnce(dimensions)) }));
    });
  fc.assert(
    fc.property(vectors, ([vector, others]) => {
      const products = compare(Int8Array.from(vector), Uint8Array.from(others.flat()), engine);
      expect([...products]).toEqual(
        others.map((other) => other.reduce((sum, each, at) => sum + each * (vector[at] ?? 0), 0)),
      );
    }),
  );
});

test.each(engines)("the largest vectors, and as many as fit, do not overflow in %s", (_, engine) => {
  for (const dimensions of [1, 8192]) {
    const rows = rowsAtOnce(dimensions);
    const vector = new Int8Array(dimensions).fill(-128);
    const products = compare(vector, new Uint8Array(rows * dimensions).fill(128), engine);
    expect([...products]).toEqual(Array.from({ length: rows }, () => dimensions * 128 * 128));
  }
});
