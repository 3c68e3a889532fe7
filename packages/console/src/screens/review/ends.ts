// The names of entities of the store that relationships of a delta lead to: asked for when they come into view, a few at a time, and kept.

import { useEffect, useState } from "preact/hooks";
import type { Client } from "slice-cql-client";
import { useClient } from "../../session.ts";
import { titleOf } from "../../words.ts";

/** How many are asked for at a time. */
const atOnce = 4;
/** How many wait to be asked for: those that were scrolled past are forgotten. */
const mostWaiting = 40;
/** How many are kept. */
const mostKept = 2000;
/** Milliseconds in view before one is asked for: less than a person reads, more than a row that is scrolled past. */
const rest = 120;

/** Asks for names with one client. */
class Names {
  readonly #client: Client;
  readonly #known = new Map<string, string | undefined>();
  readonly #heard = new EventTarget();
  #waiting: readonly string[] = [];
  #asking = 0;

  constructor(client: Client) {
    this.#client = client;
  }

  nameOf(id: string): string | undefined {
    return this.#known.get(id);
  }

  ask(ids: readonly string[]): void {
    const wanted = ids.filter((id) => !this.#known.has(id));
    this.#waiting = [...wanted, ...this.#waiting.filter((id) => !wanted.includes(id))].slice(0, mostWaiting);
    while (this.#asking < atOnce && this.#waiting.length > 0) void this.#next();
  }

  /** Calls back when a name is known; returns what ends that. */
  follow(tell: () => void): () => void {
    this.#heard.addEventListener("name", tell);
    return () => this.#heard.removeEventListener("name", tell);
  }

  async #next(): Promise<void> {
    const [id, ...others] = this.#waiting;
    if (id === undefined) return;
    this.#waiting = others;
    this.#asking += 1;
    // One that is not there, or not to be seen, keeps the end of its ID.
    this.#keep(id, undefined);
    try {
      this.#keep(id, titleOf(await this.#client.entities.get(id)));
      this.#heard.dispatchEvent(new Event("name"));
    } catch {
      // Without a name.
    }
    this.#asking -= 1;
    this.ask([]);
  }

  #keep(id: string, name: string | undefined): void {
    const [oldest] = this.#known.keys();
    if (this.#known.size >= mostKept && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(id, name);
  }
}

const all = new WeakMap<Client, Names>();

/** What the entities of the store with these IDs are called, as far as it is known by now. */
export function useStoredNames(ids: readonly string[]): (id: string) => string | undefined {
  const client = useClient();
  const names = all.get(client) ?? new Names(client);
  all.set(client, names);
  const [, setCount] = useState(0);
  const wanted = ids.join();
  useEffect(() => {
    if (wanted === "") return undefined;
    const timer = setTimeout(() => names.ask(wanted.split(",")), rest);
    const unfollow = names.follow(() => setCount((last) => last + 1));
    return () => {
      clearTimeout(timer);
      unfollow();
    };
  }, [names, wanted]);
  return (id) => names.nameOf(id);
}
