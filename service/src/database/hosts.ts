// Several hosts of one database, such as a primary and its standby: connections go to the one that accepts writes.

import { callbackify } from "node:util";
import { Client, type ClientBase, Pool, type PoolClient, type PoolConfig } from "pg";
import { isUnavailable } from "./unavailable.ts";

/** The hosts of a database, and the one that accepted writes when it was last asked. */
export interface Hosts {
  readonly urls: readonly string[];
  /** The URL of the host to connect to now. */
  readonly current: () => string;
  /** Goes on to the next host, unless that has happened since `failed` was the current one. */
  readonly leave: (failed: string) => void;
}

/** Splits `postgres://user@a:5432,b:5433/name` into a URL for each host, as libpq does. */
export function urlsOf(url: string): readonly string[] {
  const {
    before = "",
    hosts = "",
    after = "",
  } = /^(?<before>\w+:\/\/(?:[^/?#]*@)?)(?<hosts>[^/?#]*)(?<after>.*)$/s.exec(url)?.groups ?? {};
  return hosts.split(",").map((host) => `${before}${host}${after}`);
}

/** The hosts of a URL, beginning with the first. */
export function hostsOf(url: string): Hosts {
  const urls = urlsOf(url);
  let place = 0;
  const current = (): string => urls[place] ?? url;
  const leave = (failed: string): void => {
    if (failed === current()) place = (place + 1) % urls.length;
  };
  return { urls, current, leave };
}

/** The host answers, but accepts no writes; `57P03` is what PostgreSQL says while it cannot take connections. */
class StandbyError extends Error {
  override readonly name = "StandbyError";
  readonly code = "57P03";
}

async function requirePrimary(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ readonly transaction_read_only: string }>(
    "show transaction_read_only",
  );
  if (rows[0]?.transaction_read_only === "on")
    throw new StandbyError("the host is a standby, and accepts no writes");
}

/** A pool that asks each host once before it fails. */
export class PoolOfHosts extends Pool {
  readonly #hosts: Hosts;

  constructor(config: PoolConfig, hosts: Hosts) {
    class ClientOfHost extends Client {
      constructor(all: PoolConfig = {}) {
        super({ ...all, connectionString: hosts.current() });
      }
    }
    // The pool waits for the hook, which its types do not say.
    const onConnect: (client: ClientBase) => unknown = requirePrimary;
    super({ ...config, Client: ClientOfHost, onConnect });
    this.#hosts = hosts;
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | void {
    if (callback === undefined) return this.#connectToAny();
    const connect = callbackify(async () => await this.#connectToAny());
    connect((error, client) => callback(error ?? undefined, client, (broken) => client?.release(broken)));
  }

  async #connectToAny(): Promise<PoolClient> {
    for (let left = this.#hosts.urls.length; ; left--) {
      const url = this.#hosts.current();
      try {
        return await super.connect();
      } catch (error) {
        const isHost = isUnavailable(error) && !isPoolFull(error);
        if (isHost) this.#hosts.leave(url);
        if (!isHost || left === 1) throw error;
      }
    }
  }
}

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (error?: Error | boolean) => void,
) => void;

/** What the pool says if all of its connections are used: nothing about the host. */
const isPoolFull = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith("timeout exceeded when trying to connect");
