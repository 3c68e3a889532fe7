// Several hosts of one database, such as a primary and its standby: connections go to the one that accepts writes.

import { Socket } from "node:net";
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

/** Maximum wait for a host that has let a client in to say whether it accepts writes, in milliseconds: as long as for the connection. */
const maxAnswerMs = 5000;

/** Connects to the host that is the current one now. */
function clientOf(hosts: Hosts) {
  return class ClientOfHost extends Client {
    readonly #socket: Socket;

    constructor(config: PoolConfig = {}) {
      const socket = new Socket();
      super({ ...config, connectionString: hosts.current(), stream: () => socket });
      this.#socket = socket;
    }

    async requirePrimary(): Promise<void> {
      // One that hangs would never end the connection itself.
      const late = setTimeout(() => this.#socket.destroy(), maxAnswerMs);
      try {
        const { rows } = await this.query<{ readonly transaction_read_only: string }>(
          "show transaction_read_only",
        );
        if (rows[0]?.transaction_read_only === "on")
          throw new StandbyError("the host is a standby, and accepts no writes");
      } finally {
        clearTimeout(late);
      }
    }
  };
}

/** A pool that asks each host once before it fails. */
export class PoolOfHosts extends Pool {
  readonly #hosts: Hosts;

  constructor(config: PoolConfig, hosts: Hosts) {
    const ClientOfHost = clientOf(hosts);
    // The pool waits for the hook, which its types do not say.
    const onConnect = async (client: ClientBase): Promise<void> => {
      if (client instanceof ClientOfHost) await client.requirePrimary();
    };
    const awaited: (client: ClientBase) => unknown = onConnect;
    super({ ...config, Client: ClientOfHost, onConnect: awaited });
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
    const errors: unknown[] = [];
    for (;;) {
      const url = this.#hosts.current();
      try {
        return await super.connect();
      } catch (error) {
        if (!isUnavailable(error) || isPoolFull(error)) throw error;
        this.#hosts.leave(url);
        errors.push(error);
        // That one of them is a standby says less than why the other cannot be used.
        if (errors.length >= this.#hosts.urls.length)
          throw errors.find((each) => !(each instanceof StandbyError)) ?? error;
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
