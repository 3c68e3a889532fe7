// A task that is started again before it is done: only the latest run counts.
import { unlessAborted } from "../../language-service/cancellation.ts";
import type { Host } from "../host/host.ts";
import type { Answer } from "./settings-request.ts";

/** One run of the task. */
export interface Run {
  /** Aborted when another run starts. */
  readonly signal: AbortSignal;
  /** Settings that the client sent late, so that it need not be asked for them. */
  readonly answer: Answer | undefined;
  readonly isLatest: () => boolean;
}

/** The task. */
export interface LatestTask {
  readonly start: (answer?: Answer) => void;
  /** Aborts the latest run. */
  readonly stop: () => void;
  /**
   * Waits for the latest run, for a moment or with `waitForAll` until it is done, and resolves to whether it is. Rejects when
   * the call is aborted.
   */
  readonly isDone: (signal: AbortSignal | undefined, waitForAll: boolean) => Promise<boolean>;
}

/** Makes a task; no run has started. */
export function createLatestTask(host: Host, work: (run: Run) => Promise<void>): LatestTask {
  let latest = new AbortController();
  let ready: Promise<void> = Promise.resolve();
  const done = async (): Promise<boolean> => {
    for (let awaited: unknown; awaited !== ready; ) {
      awaited = ready;
      await ready;
    }
    return true;
  };
  const next = (): AbortController => {
    const overtaken = latest;
    latest = new AbortController();
    overtaken.abort(new Error("overtaken"));
    return latest;
  };
  return {
    start(answer) {
      const own = next();
      // The work reports its own errors; the next run has another chance.
      ready = work({ signal: own.signal, answer, isLatest: () => own === latest }).catch(() => undefined);
    },
    stop: next,
    async isDone(signal, waitForAll) {
      if (waitForAll) return await unlessAborted(done, signal);
      let stopWaiting: () => void = () => undefined;
      const timeout = new Promise<boolean>((resolve) => {
        stopWaiting = host.later(answerDelay, () => resolve(false));
      });
      return await unlessAborted(() => Promise.race([done(), timeout]), signal).finally(stopWaiting);
    },
  };
}

/** How long an answer waits for settings and names, in milliseconds. */
const answerDelay = 300;
