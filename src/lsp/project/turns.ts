// Work that is begun again before it is done: only the last attempt counts.
import { unlessAborted } from "../../language-service/cancellation.ts";
import type { Host } from "../host/host.ts";
import type { Answer } from "./settings-request.ts";

/** One of several attempts, of which only the last counts. */
export interface Turn {
  /** Aborted when another one begins. */
  readonly giving: AbortSignal;
  /** What the client need not be asked, because it has said it at last. */
  readonly answer: Answer | undefined;
  readonly isLast: () => boolean;
}

/** The attempts. */
export interface Turns {
  readonly begin: (answer?: Answer) => void;
  /** Gives the last one up. */
  readonly end: () => void;
  /** Waits a moment for the last one, or as long as it takes, and tells whether it is over. Rejects when the call is given up. */
  readonly isOver: (signal: AbortSignal | undefined, isPatient: boolean) => Promise<boolean>;
}

/** Makes them; none has begun. */
export function createTurns(host: Host, work: (turn: Turn) => Promise<void>): Turns {
  let last = new AbortController();
  let ready: Promise<void> = Promise.resolve();
  const over = async (): Promise<boolean> => {
    for (let awaited: unknown; awaited !== ready; ) {
      awaited = ready;
      await ready;
    }
    return true;
  };
  const next = (): AbortController => {
    const overtaken = last;
    last = new AbortController();
    overtaken.abort(new Error("overtaken"));
    return last;
  };
  return {
    begin(answer) {
      const own = next();
      // It says itself what goes wrong; the next turn has another chance.
      ready = work({ giving: own.signal, answer, isLast: () => own === last }).catch(() => undefined);
    },
    end: next,
    async isOver(signal, isPatient) {
      if (isPatient) return await unlessAborted(over, signal);
      let stop: () => void = () => undefined;
      const late = new Promise<boolean>((resolve) => {
        stop = host.later(soon, () => resolve(false));
      });
      return await unlessAborted(() => Promise.race([over(), late]), signal).finally(stop);
    },
  };
}

/** How long an answer waits for settings and names, in milliseconds. */
const soon = 300;
