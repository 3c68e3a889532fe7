// A thread that answers questions; one that does not answer in time is ended, and replaced at the next question.
import { Worker } from "node:worker_threads";
import type { Measured, Start, Trial, Verdict } from "./worker.ts";

/** How long a trial may take, in milliseconds. The thread itself ends tests earlier, but for what they do after an `await`. */
function patienceFor({ plan }: Trial): number {
  return 20_000 + 4 * plan.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
}

/** Properties are tried this often, as a part of how often they are tried otherwise. */
const runs = "0.05";

/** One thread at a time. */
export class Thread {
  readonly #start: Start;
  #worker: Worker | undefined;

  constructor(start: Start) {
    this.#start = start;
  }

  /** Runs all tests as they are. */
  async measure(): Promise<readonly Measured[]> {
    const answer = await this.#ask<readonly Measured[]>("measure");
    if (answer === undefined) throw new Error("the tests did not end");
    return answer;
  }

  /**
   * Runs tests with a mistake. A thread that has to be ended, or has no memory left, may be so because of those before:
   * only if a new one fares no better, this mistake has done it.
   */
  async try(trial: Trial): Promise<Verdict> {
    const verdict = (await this.#ask<Verdict>(trial)) ?? (await this.#ask<Verdict>(trial));
    return verdict ?? { ending: "timed out", file: undefined };
  }

  /** Ends the thread. */
  async end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  async #ask<Answer>(question: Trial | "measure"): Promise<Answer | undefined> {
    const worker = this.#worker ?? this.#begin();
    this.#worker = worker;
    const answer = await new Promise<Answer | undefined>((resolve) => {
      const timer =
        question === "measure" ? undefined : setTimeout(() => resolve(undefined), patienceFor(question));
      const settle = (given?: Answer): void => {
        clearTimeout(timer);
        worker.removeAllListeners("message").removeAllListeners("error");
        resolve(given);
      };
      worker.once("message", (given: Answer) => settle(given));
      worker.once("error", (error) => {
        if (question === "measure") console.error(error);
        settle();
      });
      worker.postMessage(question, []);
    });
    if (answer === undefined) await this.end();
    return answer;
  }

  #begin(): Worker {
    return new Worker(new URL("worker.ts", import.meta.url), {
      workerData: this.#start,
      env: { ...process.env, FC_RUNS: runs },
      resourceLimits: { maxOldGenerationSizeMb: 1024 },
    });
  }
}
