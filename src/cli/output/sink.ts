// What `match` does with the entities that are in the slice: prints them, or counts them.
import type { CommandContext } from "../command.ts";
import { Failure } from "../failure.ts";
import type { EntityLine } from "../input/entities.ts";
import type { Output } from "../io.ts";
import { createTally, jsonOfCounts, renderCounts } from "./tally.ts";

/** Receives the entities that are in the slice. */
export interface Sink {
  /** Whether it prints nothing until it is finished. */
  readonly isQuiet: boolean;
  readonly take: (members: readonly EntityLine[]) => Promise<void>;
  readonly finish: () => Promise<void>;
}

/** The sink that the flags select. Fails if they select two. */
export function sinkFor({ io: { stdout }, args: { given } }: CommandContext): Sink {
  const path = given.get("by");
  const json = given.has("json");
  if (given.has("count") && path !== undefined) throw new Failure("use --count or --by, not both");
  if (path !== undefined) return countingBy(path, json, stdout);
  return given.has("count") ? counting(json, stdout) : printing(stdout);
}

function printing(stdout: Output): Sink {
  return {
    isQuiet: false,
    async take(members) {
      if (members.length > 0)
        await stdout.write(Buffer.concat(members.flatMap(({ bytes }) => [bytes, lineBreak])));
    },
    finish: async () => undefined,
  };
}

const lineBreak = Buffer.from("\n");

function counting(json: boolean, stdout: Output): Sink {
  let count = 0;
  return {
    isQuiet: true,
    async take(members) {
      count += members.length;
    },
    finish: () => stdout.write(`${json ? JSON.stringify({ count }) : String(count)}\n`),
  };
}

function countingBy(path: string, json: boolean, stdout: Output): Sink {
  const tally = createTally(path);
  return {
    isQuiet: true,
    async take(members) {
      for (const { entity } of members) tally.add(entity);
    },
    async finish() {
      const counts = tally.counts();
      await stdout.write(json ? `${jsonOfCounts(counts)}\n` : renderCounts(counts));
    },
  };
}
