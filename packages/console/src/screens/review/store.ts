// A delta while it is reviewed: what is known of it, and what is done with it. It outlives the screen while something is not on the server yet.

import type { Client } from "slice-cql-client";
import { Drafts, unsavedOf } from "./drafts.ts";
import { Ending } from "./ending.ts";
import type { Job } from "./jobs.ts";
import { Queue } from "./queue.ts";
import { Reader } from "./reader.ts";
import { Live, type State } from "./state.ts";

/** How long what others do may go unseen while somebody looks, in ms. A delta of 5,000 changes that has changed is 50 requests to read. */
const unseenFor = 60_000;

/** Holds a delta, and tells what is new of it. */
export class Store {
  readonly #live = new Live();
  readonly #reader: Reader;
  readonly queue: Queue;
  readonly drafts: Drafts;
  readonly ending: Ending;
  #isHalted = false;

  constructor(client: Client, id: string) {
    const live = this.#live;
    const drafts = new Drafts(live);
    const reader = new Reader(client, id, live);
    this.#reader = reader;
    this.drafts = drafts;
    this.queue = new Queue({ client, id, live, reader, drafts });
    this.ending = new Ending({ client, id, live, reader, queue: this.queue });
  }

  /** What is known now. */
  get now(): State {
    return this.#live.now;
  }

  /** Whether nothing is sent any more, as another key is used. */
  get isHalted(): boolean {
    return this.#isHalted;
  }

  /** How much is not on the server yet: decisions on their way or refused, and edits. What was refused of a delta that is closed never will be. */
  get unsent(): number {
    const { delta, sending, refused, drafts } = this.now;
    const isClosed = delta !== undefined && delta.status !== "open";
    return sending + (isClosed ? 0 : (refused?.ids.size ?? 0) + unsavedOf(drafts).length);
  }

  /** Whether somebody looks, or something is under way. */
  get isNeeded(): boolean {
    return this.#live.listeners > 0 || this.unsent > 0 || this.now.ending !== undefined;
  }

  /** Tells what is new until the function that is returned is called; reads what is not known. */
  look(tell: (state: State) => void): () => void {
    const leave = this.#live.subscribe(tell);
    const again = () => {
      if (document.visibilityState === "visible") void this.#reader.refresh();
    };
    again();
    const timer = setInterval(again, unseenFor);
    document.addEventListener("visibilitychange", again);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", again);
      if (this.#live.listeners === 1) this.#reader.stop();
      leave();
    };
  }

  /** Calls something after each change, which does not count as somebody who looks. */
  watch(act: () => void): void {
    this.#live.watch(act);
  }

  /** Reads all. */
  readonly read = (): void => void this.#reader.read();

  /** What others have done is seen. */
  readonly seen = (): void => this.#live.set({ elsewhere: undefined });

  /** Sends nothing more. Returns what was not done, when that is certain. */
  async halt(): Promise<readonly Job[]> {
    this.#isHalted = true;
    this.#reader.halt();
    return await this.queue.halt();
  }

  /** Takes over what was not done with another key. */
  async takeOver(other: Store): Promise<void> {
    const left = await other.halt();
    for (const [id, draft] of other.now.drafts) this.drafts.take(id, draft);
    this.queue.takeOver(left, new Error("It was decided with another key, and is not on the server."));
  }
}
