// The child process whose profile is taken where a figure leaves the first questions out, or is of a first one alone.
import { queryText } from "../corpus.ts";
import { cpu } from "../cpu.ts";
import { keystrokesOf, variantNames, warmUp } from "../language-service/typing.ts";
import { random } from "../random.ts";
import { compiledPairOf, pairLines, questions } from "../slices/questions.ts";
import { variant } from "../variants.ts";

/** One question: asked for its time, not for its answer. */
type Ask = () => unknown;

const [mode, name, amount] = process.argv.slice(2);
const { before, measured } = asksOf(Number(amount));
for (const ask of before) await ask();
markProfile();
for (const ask of measured) await ask();
markProfile();
console.log(JSON.stringify({ asked: measured.length }));

/**
 * Its name is what the profile is cut by. An answer that is waited for has nobody on its stack, so it stands before and behind; it reads
 * the clock until a sample must have been taken; no profile counts it.
 */
function markProfile(): void {
  for (const end = cpu() + 5000; cpu() < end; );
}

/** What warms up, and what the profile is of. */
function asksOf(count: number): { readonly before: readonly Ask[]; readonly measured: readonly Ask[] } {
  switch (mode ?? "") {
    case "cold":
      return { before: [], measured: [parseOnce(count)] };
    case "typing":
      return apart(typingAsks(count + warmUp), warmUp);
    case "pairs":
      return apart(pairAsks(count), count >> 2);
    default:
      throw new TypeError("usage: warm-worker.ts <cold | typing | pairs> <what> <how many>");
  }
}

function apart(asks: readonly Ask[], first: number): ReturnType<typeof asksOf> {
  return { before: asks.slice(0, first), measured: asks.slice(first) };
}

function parseOnce(terms: number): Ask {
  const text = queryText(terms, random(terms));
  return () => variant("parse")(text);
}

function typingAsks(count: number): readonly Ask[] {
  const known = variantNames.find((each) => each === name);
  if (known === undefined) throw new TypeError(`${String(name)} is not typed`);
  return keystrokesOf(known, count);
}

/** All pairs, over and over: filters of `compile` that were asked about before. */
function pairAsks(count: number): readonly Ask[] {
  const question = questions.find((each) => each.name === name);
  if (question === undefined) throw new TypeError(`${String(name)} is not asked`);
  const pairs = pairLines(500, question.relation).map(compiledPairOf);
  return Array.from({ length: count }, () => () => {
    for (const pair of pairs) question.ask(pair);
  });
}
