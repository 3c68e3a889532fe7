// The messages between a worker and the processes that run its loops.

import type { Connection, PoolOptions, PoolState } from "../database/pool.ts";
import type { Roles } from "../database/transaction.ts";
import type { ModelSettings } from "../extraction/model/endpoint.ts";
import type { TelemetrySettings } from "../telemetry/settings.ts";
import type { Observation } from "./observe.ts";
import type { LoopRow } from "./rows.ts";

/** The settings of a process for loops. */
export interface ProcessSettings {
  readonly connection: Connection;
  readonly pool: PoolOptions;
  readonly roles: Roles | undefined;
  /** Undefined: texts are read with patterns. */
  readonly model: ModelSettings | undefined;
  readonly piecesPerIteration: number;
  /** Undefined: no spans are exported. */
  readonly telemetry?: TelemetrySettings | undefined;
}

/** To a process. Each run has a number: a loop can be claimed again while its last run is still ending. */
export type Order =
  | { readonly kind: "configure"; readonly settings: ProcessSettings }
  | { readonly kind: "run"; readonly run: number; readonly loop: LoopRow }
  | { readonly kind: "abort"; readonly run: number }
  /** Gives each loop back after the iteration in progress, and takes no other. */
  | { readonly kind: "stop" }
  /** Ends it, once its spans are sent, or after this long. */
  | { readonly kind: "leave"; readonly withinMs: number };

/** From a process. */
export type Report =
  /** Its event loop turns; sent every {@link aliveMs} milliseconds, and before each piece. */
  | { readonly kind: "alive"; readonly connections?: PoolState }
  /** It has loaded what it needs. */
  | { readonly kind: "ready" }
  /** A run is over. */
  | { readonly kind: "left"; readonly run: number }
  | { readonly kind: "observed"; readonly observation: Observation }
  /** For the log. Only the name, message and stack of an error arrive. */
  | { readonly kind: "failed"; readonly details: object; readonly message: string };

/** Maximum milliseconds for the last spans of a process; an endpoint that answers takes a few. */
export const maxFlushMs = 2000;

/** Milliseconds between two messages that a process is alive. */
export const aliveMs = 500;
