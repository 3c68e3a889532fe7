// The child process: one variant and one corpus, measured whenever the parent asks for a round.
import { corpus, corpusNames } from "./corpus.ts";
import { cpu } from "./cpu.ts";
import { variant, variantNames } from "./variants.ts";

const variantName = variantNames.find((name) => name === process.argv[2]);
const corpusName = corpusNames.find((name) => name === process.argv[3]);
if (variantName === undefined || corpusName === undefined)
  throw new TypeError("usage: worker.ts <variant> <corpus>");

const run = variant(variantName);
const { texts, terms } = corpus(corpusName);
let checksum = 0;

process.on("message", (message: { readonly milliseconds: number }) => {
  process.send?.({ nanoseconds: round(message.milliseconds), checksum });
});
process.send?.("ready");

/** Nanoseconds a term, over whole passes that take at least so many milliseconds together. */
function round(milliseconds: number): number {
  const start = cpu();
  let passes = 0;
  let spent = 0;
  // Reading the clock of the process costs about a microsecond, so passes come in growing batches.
  for (let batch = 1; spent < milliseconds * 1000; batch *= 2) {
    for (let each = 0; each < batch; each++) pass();
    passes += batch;
    spent = cpu() - start;
  }
  return (spent * 1000) / (passes * terms);
}

function pass(): void {
  for (const text of texts) checksum = (checksum + run(text)) | 0;
}
