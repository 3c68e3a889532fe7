// The speed of parsing: ours and other parsers, on queries of several sizes.
import { corpus, corpusNames, isForPeers } from "./corpus.ts";
import { type Figures, measureInTurn, oneOf } from "./harness.ts";
import { nanosecondsOf } from "./measure.ts";
import { isPeerName } from "./peers/names.ts";
import type { Row } from "./results.ts";
import { subject, subjectNamed, subjectNames, variantNames, writtenAs } from "./variants.ts";

/** Measures all subjects on all corpora. */
export function measureParse(): readonly Row[] {
  return measureInTurn(
    "parse",
    corpusNames.flatMap((group) =>
      (isForPeers(group) ? subjectNames : variantNames).map((name) => ({
        group,
        name,
        args: [name, group],
        isPeer: isPeerName(name),
      })),
    ),
  );
}

/** Nanoseconds a term. */
export async function parseWork(args: readonly string[]): Promise<Figures> {
  const name = subjectNamed(args[0]);
  const { texts, terms } = corpus(oneOf(corpusNames, args[1]));
  const run = await subject(name);
  const written = texts.map((text) => writtenAs(name, text));
  // Holds what was made last, so that no engine can leave the work out.
  const made: unknown[] = [];
  const pass = (): void => {
    for (const text of written) made[0] = run(text);
  };
  return { ns: nanosecondsOf(() => undefined, pass, { count: terms }) };
}
