// What is done with a delta as a whole: it is applied, discarded, reverted. Only as it is known: if others have changed it, it is read again first.

import { type Client, isProblem } from "slice-cql-client";
import { none } from "./elsewhere.ts";
import type { Queue } from "./queue.ts";
import type { Reader } from "./reader.ts";
import type { Done, End, Live } from "./state.ts";

const outcomes = { apply: "applied", discard: "discarded", revert: "reverted" } as const satisfies Readonly<
  Record<End, Done["kind"]>
>;

/** What it works on. */
interface Desk {
  readonly client: Client;
  readonly id: string;
  readonly live: Live;
  readonly reader: Reader;
  readonly queue: Queue;
}

/** Ends the review of a delta, or takes it back. */
export class Ending {
  readonly #deltas: Client["deltas"];
  readonly #id: string;
  readonly #live: Live;
  readonly #reader: Reader;
  readonly #queue: Queue;

  constructor({ client, id, live, reader, queue }: Desk) {
    this.#deltas = client.deltas;
    this.#id = id;
    this.#live = live;
    this.#reader = reader;
    this.#queue = queue;
  }

  /** Writes what is not rejected. */
  readonly apply = (): void =>
    void this.#perform("apply", async () => {
      const applied = await this.#deltas.apply(this.#id, this.#reader.seen);
      this.#live.set({ applied });
    });

  /** Writes nothing more of it. */
  readonly discard = (): void =>
    void this.#perform("discard", async () => await this.#deltas.discard(this.#id, this.#reader.seen));

  /** Takes back what was written. */
  readonly revert = (): void => void this.#perform("revert", async () => await this.#deltas.revert(this.#id));

  async #perform(end: End, act: () => Promise<unknown>): Promise<void> {
    const { ending, sending, isReading, isWhole } = this.#live.now;
    if (ending !== undefined || sending > 0) return;
    if (end !== "revert" && (isReading || !isWhole)) return;
    this.#live.set({ ending: end, failure: undefined, elsewhere: undefined });
    try {
      await act();
      this.#queue.forget();
      await this.#reader.glance();
      this.#live.set({ last: { kind: outcomes[end], ids: [] } });
      void this.#reader.read();
    } catch (error) {
      await this.#fail(error);
    } finally {
      this.#live.set({ ending: undefined });
    }
  }

  async #fail(error: unknown): Promise<void> {
    if (!isProblem(error, "delta_changed")) {
      this.#live.set({ failure: error });
      // It may have been done, or others have done it.
      if (!isProblem(error, "delta_conflict")) void this.#reader.refresh();
      return;
    }
    await this.#reader.read();
    const { elsewhere = none } = this.#live.now;
    this.#live.set({ elsewhere: { ...elsewhere, isInTheWay: true } });
  }
}
