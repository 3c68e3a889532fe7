// Sends decisions to the service, and again when it is busy or away.

import { type Change, type Client, ConnectionError, isProblem } from "slice-cql-client";
import type { Decision } from "./decisions.ts";

/** Why nothing is sent now, and for how many seconds. */
export interface Waiting {
  readonly error: unknown;
  readonly seconds: number;
}

/** What is new about a change. */
export type News = Partial<Change> & Pick<Change, "change_id">;

/** How many changes the service takes in a request. */
const mostAtOnce = 1000;

/** The longest pause, in seconds, where the service does not say how long to wait. */
const longestPause = 15;

const transient: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** What the service has answered. */
export interface Answer {
  readonly news: readonly News[];
  /** The revision of the delta after it. */
  readonly revision: number;
  /** Whether the request has changed something. */
  readonly isNew: boolean;
}

/** Nothing more is sent: another key is used, or none. */
export class Halted extends Error {
  override readonly name = "Halted";
}

/** Sends decisions about the changes of a delta. */
export class Sender {
  readonly #deltas: Client["deltas"];
  readonly #delta: string;
  readonly #tell: (waiting: Waiting | undefined) => void;
  #hurry: () => void = () => undefined;
  #isHalted = false;

  constructor(client: Client, delta: string, tell: (waiting: Waiting | undefined) => void) {
    this.#deltas = client.deltas;
    this.#delta = delta;
    this.#tell = tell;
  }

  /** Edits a change, and decides about it if a decision is given. */
  async edit(id: string, body: Parameters<Client["deltas"]["decide"]>[2]): Promise<Answer> {
    const answer = await this.#patiently(async () => await this.#deltas.decide(this.#delta, id, body));
    const { request_id: _, revision, ...changed } = answer;
    return { news: [changed], revision, isNew: true };
  }

  /** Decides the same about changes: as many at a time as a request has. */
  async *decide(ids: readonly string[], decision: Decision): AsyncGenerator<Answer, void, undefined> {
    for (let from = 0; from < ids.length; from += mostAtOnce) {
      const body = { decision, change_ids: ids.slice(from, from + mostAtOnce) };
      const answer = await this.#patiently(async () => await this.#deltas.decideAll(this.#delta, body));
      // Others may have decided the same before: then the revision is of their request.
      yield { news: answer.changes, revision: answer.revision, isNew: answer.decided > 0 };
    }
  }

  /** Waits no longer. */
  hurry(): void {
    this.#hurry();
  }

  /** Sends nothing more; what is under way fails with `Halted` where it would be sent again. */
  halt(): void {
    this.#isHalted = true;
    this.#hurry();
  }

  /** Asks until the service is there and not busy. A decision may be sent twice: the second time changes nothing. */
  async #patiently<Result>(ask: () => Promise<Result>): Promise<Result> {
    for (let tries = 0; ; tries += 1)
      try {
        if (this.#isHalted) throw new Halted("It was not sent with the key that it was decided with.");
        const answer = await ask();
        if (tries > 0) this.#tell(undefined);
        return answer;
      } catch (error) {
        const seconds = this.#isHalted ? undefined : pauseAfter(error, tries);
        this.#tell(seconds === undefined ? undefined : { error, seconds });
        if (seconds === undefined) throw error;
        await this.#pause(seconds);
      }
  }

  async #pause(seconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#hurry = resolve;
      setTimeout(resolve, seconds * 1000);
    });
  }
}

/** Seconds to wait after so many tries before this one; undefined if another would fail as well. */
function pauseAfter(error: unknown, tries: number): number | undefined {
  const pause = Math.min(longestPause, 2 ** tries);
  if (error instanceof ConnectionError) return pause;
  if (!isProblem(error) || !transient.has(error.status)) return undefined;
  return error.retryAfter ?? pause;
}
