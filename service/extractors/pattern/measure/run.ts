// `node service/extractors/pattern/measure/run.ts`: prints the figures of README.md, and how fast texts are read.

import { certainties } from "../src/certainty.ts";
import { loadPatternExtractor } from "../src/pattern.ts";
import { certaintyHeadings, certaintyRows } from "./certainty.ts";
import { figures, headings, texts } from "./figures.ts";

const start = performance.now();
const extractor = await loadPatternExtractor();
const loaded = performance.now() - start;

for (const [name, isSecond] of [
  ["first", false],
  ["second", true],
] as const)
  print(`### The ${name} reading`, "", ...headings, ...(await figures(isSecond)), "");

print("### Certainty", "", ...certaintyHeadings, ...(await certaintyRows(certainties)), "");

const { signal } = new AbortController();
const before = process.cpuUsage();
for (const { text, wanted } of texts) await extractor.read({ title: null, text }, wanted, { signal });
const { user, system } = process.cpuUsage(before);
const characters = texts.reduce((sum, { text }) => sum + text.length, 0);
print(
  `Loading: ${loaded.toFixed(0)} ms. Reading: ${((characters * 1000) / (user + system)).toFixed(0)} characters per CPU millisecond.`,
);

function print(...lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(""));
}
