// The child process: one subject and one corpus, measured whenever the parent asks for a round.
import { answerMessages } from "./children.ts";
import { corpus, corpusNames } from "./corpus.ts";
import { cpu } from "./cpu.ts";
import { subject, subjectNamed, writtenAs } from "./variants.ts";

const name = subjectNamed(process.argv[2]);
const corpusName = corpusNames.find((each) => each === process.argv[3]);
if (corpusName === undefined) throw new TypeError("usage: worker.ts <subject> <corpus>");

const run = await subject(name);
const { texts, terms } = corpus(corpusName);
const written = texts.map((text) => writtenAs(name, text));
/** Holds what was made last, so that no engine can leave the work out. */
const made: unknown[] = [];

answerMessages((message) => ("milliseconds" in message ? round(Number(message.milliseconds)) : "ready"));

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
  for (const text of written) made[0] = run(text);
}
