// Reads a delta and its changes, and again when others have changed something.

import type { Change, Client } from "slice-cql-client";
import { elsewhereOf } from "./elsewhere.ts";
import { Revisions } from "./revisions.ts";
import type { Answer } from "./sender.ts";
import type { Live } from "./state.ts";

/** How often all is read in a row before a reviewer has to ask for it: a loop may stage faster than it can be read. */
const mostRounds = 3;

/** Keeps what is known of a delta as it is on the server. */
export class Reader {
  readonly #client: Client;
  readonly #id: string;
  readonly #live: Live;
  readonly #revisions = new Revisions();
  #ending: AbortController | undefined;
  #isHalted = false;
  /** What own requests have changed since the reading began: a page may be from before. */
  #own: ReadonlyMap<string, Pick<Answer, "revision"> & { readonly news: Partial<Change> }> = new Map();
  /** What the reading that is under way has read. */
  #fresh: readonly Change[] = [];

  constructor(client: Client, id: string, live: Live) {
    this.#client = client;
    this.#id = id;
    this.#live = live;
  }

  /** What a request names that relies on what is known. */
  get seen(): { readonly revision?: number } {
    const { known } = this.#revisions;
    return known === undefined ? {} : { revision: known };
  }

  /** Reads all; each page is shown while the next is read, if more is known by it. */
  readonly read = async (): Promise<void> => {
    if (this.#isHalted) return;
    this.#ending?.abort();
    const ending = new AbortController();
    this.#ending = ending;
    const { signal } = ending;
    this.#live.set({ isReading: true, unread: undefined });
    try {
      for (let round = 1; round <= mostRounds; round += 1) {
        await this.#readOnce(signal);
        if (this.#live.now.sending > 0 || !this.#revisions.isStale) break;
        if (round === mostRounds)
          throw new Error("The delta changes while it is read. Read it again when nobody works on it.");
      }
    } catch (error) {
      if (!signal.aborted) this.#live.set({ unread: error, isWhole: false });
    } finally {
      if (this.#ending === ending) {
        this.#ending = undefined;
        this.#live.set({ isReading: false });
      }
    }
  };

  /** Reads all if it is not known as it is on the server. */
  readonly refresh = async (): Promise<void> => {
    if (this.#isHalted || this.#ending !== undefined) return;
    const { delta: known, isWhole } = this.#live.now;
    if (!isWhole || known === undefined) return await this.read();
    // Where that fails, what is known stays, and is not applied if it is another.
    if (!(await this.glance())) return;
    const { delta, sending } = this.#live.now;
    const isSame = delta?.status === known.status && delta.applied_changes === known.applied_changes;
    if (!isSame || (sending === 0 && delta.revision !== this.#revisions.known)) await this.read();
  };

  /** Reads what the delta is, and not its changes; says whether it could. */
  async glance(): Promise<boolean> {
    try {
      this.#live.set({ delta: await this.#client.deltas.get(this.#id) });
      return true;
    } catch {
      return false;
    }
  }

  /** Notes what an own request has changed. */
  put({ news, revision, isNew }: Answer): void {
    this.#revisions.own(revision, isNew);
    const nextOf = new Map(news.map((each) => [each.change_id, each]));
    const put = (each: Change): Change => {
      const next = nextOf.get(each.change_id);
      return next === undefined ? each : changed(each, next);
    };
    if (this.#ending !== undefined) {
      const own = news.map((each) => [each.change_id, { news: each, revision }] as const);
      this.#own = new Map([...this.#own, ...own]);
      this.#fresh = this.#fresh.map(put);
    }
    this.#live.set({ changes: this.#live.now.changes.map(put) });
  }

  /** Reads again if others have changed something, now that nothing is under way. */
  settle(): void {
    if (this.#ending === undefined && this.#revisions.isStale) void this.read();
  }

  /** Reads nothing more. */
  halt(): void {
    this.#isHalted = true;
    this.stop();
  }

  /** Nobody looks any more. What was not read to its end is read again when somebody does. */
  stop(): void {
    if (this.#ending === undefined) return;
    this.#ending.abort();
    this.#ending = undefined;
    this.#live.set({ isWhole: false });
  }

  async #readOnce(signal: AbortSignal): Promise<void> {
    this.#revisions.start();
    [this.#own, this.#fresh] = [new Map(), []];
    const delta = await this.#client.deltas.get(this.#id, { signal });
    signal.throwIfAborted();
    this.#live.set({ delta });
    for await (const page of this.#client.deltas.changes(this.#id, { limit: 100, signal }).pages()) {
      signal.throwIfAborted();
      this.#revisions.read(page.revision);
      const changes = page.changes.map((each) => {
        const own = this.#own.get(each.change_id);
        return own === undefined || own.revision <= page.revision ? each : changed(each, own.news);
      });
      this.#fresh = [...this.#fresh, ...changes];
      if (this.#fresh.length > this.#live.now.changes.length && !this.#live.now.isWhole)
        this.#show(this.#fresh);
    }
    signal.throwIfAborted();
    const { now } = this.#live;
    if (now.isWhole) this.#live.set({ elsewhere: elsewhereOf(now, this.#fresh) });
    this.#show(this.#fresh);
    this.#live.set({ isWhole: true });
  }

  #show(changes: readonly Change[]): void {
    this.#live.set({ changes, edition: this.#live.now.edition + 1 });
  }
}

function changed(change: Change, news: Partial<Change>): Change {
  return { ...change, ...news };
}
