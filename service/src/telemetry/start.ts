// Exports spans and metrics if the settings say so; otherwise loads nothing.

import type { Registry } from "prom-client";
import type { Reachability, Signal, TelemetrySettings } from "./settings.ts";

/** The export of a process. */
export interface Telemetry {
  /** Sends what is left, for at most this long. */
  readonly stop: (ms: number) => Promise<void>;
}

/** The dependencies of the export. */
export interface TelemetryParts {
  readonly settings: TelemetrySettings | undefined;
  /** Undefined in a process whose metrics another one exports. */
  readonly register?: Registry | undefined;
  /** Undefined in a process whose parent already reports outages of the endpoint. */
  readonly log?: TelemetryLog | undefined;
}

/** Where outages of the endpoint are reported. */
export interface TelemetryLog {
  readonly info: (details: object, message: string) => void;
  readonly warn: (details: object, message: string) => void;
}

/** Starts the export. An endpoint that cannot be reached never fails, and nothing waits for it. */
export async function startTelemetry({
  settings,
  register,
  log,
}: TelemetryParts): Promise<Telemetry | undefined> {
  if (settings === undefined) return undefined;
  const { startSdk } = await import("./sdk.ts");
  const end = await startSdk({ settings, register, reachability: reportOutages(log) });
  return {
    stop: async (ms) => {
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, ms);
      await Promise.race([end(), late]);
      clearTimeout(timer);
    },
  };
}

/** Logs once that the endpoint is gone, and once that it is back. Spans and metrics share it: one line for both. */
function reportOutages(log: TelemetryLog | undefined): Reachability {
  const failing = new Set<Signal>();
  return (signal, failure) => {
    const wasOut = failing.size > 0;
    if (failure === undefined) failing.delete(signal);
    else failing.add(signal);
    if (failure !== undefined && !wasOut)
      log?.warn({ signal, reason: failure }, "telemetry cannot be exported; trying until it can");
    else if (wasOut && failing.size === 0) log?.info({}, "telemetry is exported again");
  };
}
