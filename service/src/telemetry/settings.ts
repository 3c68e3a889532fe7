// What of OpenTelemetry's environment variables this program reads; its SDK reads the others, such as headers, time limits and the resource.

/** The formats of OTLP over HTTP. */
export const otlpProtocols = ["http/protobuf", "http/json"] as const;

/** How traces are sampled, by OpenTelemetry's names. */
export const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

/** How spans and metrics are exported. It is sent to the processes for loops, so it is plain data. */
export interface TelemetrySettings {
  readonly protocol: (typeof otlpProtocols)[number];
  /** Whether spans are exported. */
  readonly traces: boolean;
  readonly metrics: boolean;
  readonly sampler: (typeof samplers)[number];
  /** Which part of the traces is kept, from 0 to 1, where the sampler depends on it. */
  readonly ratio: number;
  /** Milliseconds between two exports of metrics. */
  readonly metricsEveryMs: number;
  /** Milliseconds that spans wait for others, so that they are sent together. */
  readonly spansWithinMs: number;
}

/** What is exported. */
export type Signal = "spans" | "metrics";

/** Learns of each export whether it has succeeded, and if not, why. */
export type Reachability = (signal: Signal, failure: string | undefined) => void;
