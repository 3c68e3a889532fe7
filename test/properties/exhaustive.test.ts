// Tests every string of up to five symbols over two small alphabets: same terms as the oracle, and nothing throws.

import { expect, test } from "vitest";
import { compile, createCatalog } from "../../src/index.ts";
import { disagreement } from "../support/compare.ts";
import { patience } from "../support/runs.ts";
import { scan } from "../support/scanner.ts";
import { sequences } from "../support/sequences.ts";

const ALPHABETS = [
  ["type", "t", ":", '"', "\\", " ", "-"],
  ["source", "shape", "-", ":", '"', " "],
];

for (const alphabet of ALPHABETS) {
  test(`all strings of up to 5 of ${JSON.stringify(alphabet)} agree with the scanner`, {
    timeout: patience,
  }, () => {
    const options = { catalog: createCatalog({ shapes: [{ id: "1", name: "t" }] }), now: 0 };
    const wrong: string[] = [];
    let count = 0;
    for (const text of sequences(alphabet, 5)) {
      count += 1;
      const difference = disagreement(scan, text);
      if (difference !== null) wrong.push(`${JSON.stringify(text)}: ${difference}`);
      compile(text, options);
    }
    expect(wrong.slice(0, 5)).toEqual([]);
    expect(count).toBe((alphabet.length ** 6 - 1) / (alphabet.length - 1));
  });
}
