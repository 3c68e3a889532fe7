// Child processes that answer one message after the other, each within a time; how a peer that cannot go on ends is a result.
import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";

/** A child. */
export interface Child {
  /** Sends a message and gives the answer. Throws a {@link Stopped} if there is none in time, or if the answer is a failure. */
  readonly ask: (message: object, seconds: number) => Promise<unknown>;
  readonly stop: () => void;
}

/** A child stopped, and why. */
export class Stopped extends Error {
  override readonly name = "Stopped";
}

/** Starts a program of the benchmark, which answers its first message when it is ready. */
export function startChild(file: string, args: readonly string[], flags: readonly string[] = []): Child {
  const child = fork(join(import.meta.dirname, file), args, {
    execArgv: [...flags],
    // What a library has to say goes nowhere; what an engine says when it gives up is read.
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  // What is sent to a child that is ending comes back as an event; its end is heard of anyway.
  child.on("error", () => undefined);
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4000);
  });
  return {
    ask: async (message, seconds) => {
      if (!child.connected) throw new Stopped(`ended with status ${String(child.exitCode)}`);
      const answer = reply(child, seconds, () => said);
      child.send(message);
      return refuseFailure(await answer);
    },
    stop: () => {
      child.kill("SIGKILL");
    },
  };
}

/** Answers every message of the parent; what is thrown is told as a failure. */
export function answerMessages(answer: (message: object) => unknown): void {
  process.on("message", (message: object) => {
    void answered(answer, message).then((said) => process.send?.(said));
  });
}

/** Why a child stopped, in few words. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (/call stack/iu.test(message)) return "stack overflow";
  if (/array length|string length|allocation/iu.test(message)) return "out of memory";
  return message.split("\n")[0]?.slice(0, 80) ?? "";
}

async function answered(answer: (message: object) => unknown, message: object): Promise<object> {
  try {
    return { answer: await answer(message) };
  } catch (error) {
    return { failure: reasonOf(error) };
  }
}

function refuseFailure(said: unknown): unknown {
  if (typeof said !== "object" || said === null) throw new Stopped("no answer");
  if ("failure" in said) throw new Stopped(String(said.failure));
  return "answer" in said ? said.answer : undefined;
}

/** The next message of a child. */
async function reply(child: ChildProcess, seconds: number, lastWords: () => string): Promise<unknown> {
  return await new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      settle();
      child.kill("SIGKILL");
      reject(new Stopped(`longer than ${String(seconds)} s`));
    }, seconds * 1000);
    const ended = (code: number | null, signal: string | null): void => {
      settle();
      // Node aborts when its heap is full.
      const isFull = signal === "SIGABRT" || code === 134;
      const error = /^\w*Error: .*$/mu.exec(lastWords())?.[0] ?? `ended with status ${String(code)}`;
      reject(new Stopped(isFull ? "out of memory" : error));
    };
    const heard = (message: unknown): void => {
      settle();
      resolve(message);
    };
    const settle = (): void => {
      clearTimeout(late);
      child.off("close", ended);
      child.off("message", heard);
    };
    child.once("close", ended);
    child.once("message", heard);
  });
}
