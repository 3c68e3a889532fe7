// Waits for a database that starts later than this program.

import { setTimeout as sleep } from "node:timers/promises";
import type { Flag, Input } from "./define.ts";
import { reasonOf, UsageError } from "./failure.ts";
import { numberAfter } from "./flags.ts";
import { plain } from "./print.ts";

/** How long to wait, and where to say so. */
export interface Waiting {
  readonly seconds: number;
  /** Called once, before the first pause. */
  readonly onWait: (reason: string) => void;
  /** Called once it answers, if it did not at first. */
  readonly onAnswer: (seconds: number) => void;
}

/** The flag that says how long. */
export const waitFlag: { readonly wait: Flag } = {
  wait: {
    type: "string",
    value: "SECONDS",
    help: "Wait up to this long for a database at DATABASE_URL that is not there yet (default: 0)",
  },
};

/** The seconds after {@link waitFlag}. Throws a {@link UsageError}. */
export function waitOf({ text, settings }: Input<"wait">): number {
  const seconds = numberAfter("wait", text("wait"), { least: 0, most: 3600 });
  if (seconds !== undefined && settings.databaseUrl === undefined)
    throw new UsageError(
      "--wait is for a database at DATABASE_URL; the embedded one starts with the program",
    );
  return seconds ?? 0;
}

/** Says it in a log. */
export function inLog(seconds: number, log: Log): Waiting {
  return {
    seconds,
    onWait: (reason) => log.warn({ reason, seconds }, "waiting for the database"),
    onAnswer: (waited) => log.info({ seconds: Math.round(waited * 10) / 10 }, "the database answers"),
  };
}

interface Log {
  readonly warn: (details: object, message: string) => void;
  readonly info: (details: object, message: string) => void;
}

/** Says it to people, on standard error. */
export function inWords(seconds: number): Waiting {
  const say = (text: string): void => void process.stderr.write(`${text}\n`);
  return {
    seconds,
    onWait: (reason) => say(`waiting up to ${seconds} s for the database: ${plain(reason)}`),
    onAnswer: (waited) => say(`the database answers after ${waited.toFixed(1)} s`),
  };
}

/** The first pause and the longest one, in milliseconds. */
const [firstMs, longestMs] = [100, 2000];

/** Opens a database, again and again while it is not there yet and the time is not over. */
export async function whenThere<Database>(
  open: () => Promise<Database>,
  { seconds, onWait, onAnswer }: Waiting,
): Promise<Database> {
  const begun = performance.now();
  const left = (): number => seconds * 1000 - (performance.now() - begun);
  let stopListening = (): void => undefined;
  try {
    for (let pause = firstMs; ; pause = Math.min(longestMs, pause * 1.5))
      try {
        const database = await open();
        if (pause > firstMs) onAnswer((performance.now() - begun) / 1000);
        return database;
      } catch (error) {
        if (left() <= 0 || !isNotThereYet(error)) throw error;
        if (pause === firstMs) {
          stopListening = listenToSignals();
          onWait(reasonOf(error));
        }
        await sleep(Math.max(0, Math.min(pause, left())));
      }
  } finally {
    stopListening();
  }
}

/** The first process of a container is not ended by signals that it does not listen to. Nothing has begun that would have to be finished. */
function listenToSignals(): () => void {
  const signals = ["SIGINT", "SIGTERM"] as const;
  const end = (): void => process.exit(1);
  for (const signal of signals) process.once(signal, end);
  return () => {
    for (const signal of signals) process.off(signal, end);
  };
}

/** System error codes of an address where nobody listens yet, or that no name server knows yet. */
const systemCodes: ReadonlySet<string> = new Set([
  "EAI_AGAIN",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  // Of a socket in the file system.
  "ENOENT",
  "ENOTFOUND",
  "ETIMEDOUT",
]);

/** SQLSTATEs: `cannot_connect_now`, as it starts or stops, and what ends connections then; `too_many_connections`. */
const states: ReadonlySet<string> = new Set(["57P03", "57P01", "57P02", "53300"]);

/** Messages of `pg` for errors without a code: of a proxy that accepts connections before there is a server, and of a host that does not answer. */
const messages = /^(?:Connection terminated|timeout exceeded when trying to connect)/;

/** Whether waiting may help: not for a wrong password, a database that does not exist, or a version that is too old. */
function isNotThereYet(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return systemCodes.has(code) || states.has(code) || messages.test(error.message);
}
