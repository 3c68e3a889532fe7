// What a worker and the processes that run its loops say to each other.

import type { Connection, PoolOptions } from "../database/pool.ts";
import type { Roles } from "../database/transaction.ts";
import type { ModelSettings } from "../extraction/model/endpoint.ts";
import type { Observation } from "./observe.ts";
import type { LoopRow } from "./rows.ts";

/** What a process needs to run loops. */
export interface ProcessSettings {
  readonly connection: Connection;
  readonly pool: PoolOptions;
  readonly roles: Roles | undefined;
  /** Missing: texts are read with patterns. */
  readonly model: ModelSettings | undefined;
  readonly piecesPerIteration: number;
}

/** To a process. Each run has a number: a loop can be claimed again while its last run is still ending. */
export type Order =
  | { readonly kind: "configure"; readonly settings: ProcessSettings }
  | { readonly kind: "run"; readonly run: number; readonly loop: LoopRow }
  | { readonly kind: "abort"; readonly run: number }
  /** Gives each loop back after the iteration in progress, and takes no other. */
  | { readonly kind: "stop" };

/** From a process. */
export type Report =
  /** It turns its event loop; sent every {@link aliveMs} milliseconds, and before each piece. */
  | { readonly kind: "alive" }
  /** It has loaded what it needs. */
  | { readonly kind: "ready" }
  /** A run is over. */
  | { readonly kind: "left"; readonly run: number }
  | { readonly kind: "observed"; readonly observation: Observation }
  /** For the log. Of an error only its name, its message and its stack arrive. */
  | { readonly kind: "failed"; readonly details: object; readonly message: string };

/** How often a process says that it turns its event loop, in milliseconds. */
export const aliveMs = 500;
