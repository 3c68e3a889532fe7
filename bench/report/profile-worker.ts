// The child process whose profile is taken: one variant on one corpus, for so long.
import { corpus, corpusNames } from "../corpus.ts";
import { variant, variantNames } from "../variants.ts";

const [name, texts, milliseconds] = process.argv.slice(2);
const variantName = variantNames.find((each) => each === name);
const corpusName = corpusNames.find((each) => each === texts);
if (variantName === undefined || corpusName === undefined)
  throw new TypeError("usage: profile-worker.ts <variant> <corpus> <milliseconds>");

const run = variant(variantName);
const all = corpus(corpusName).texts;
/** What was made last, so that it is made. */
const last: { made: unknown } = { made: undefined };
repeat(Number(milliseconds) / 4);
measure();
console.log(JSON.stringify({ isMade: last.made !== undefined }));

/** Its name is what the profile is cut by: what comes before only warms up. */
function measure(): void {
  repeat(Number(milliseconds));
}

function repeat(atLeast: number): void {
  for (const end = performance.now() + atLeast; performance.now() < end; ) {
    for (const text of all) last.made = run(text);
  }
}
