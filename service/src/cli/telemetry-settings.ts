// The settings of telemetry, by OpenTelemetry's names.

import { otlpProtocols, samplers, type TelemetrySettings } from "../telemetry/settings.ts";
import { UsageError } from "./failure.ts";

/** The setting that turns it on. */
export const otlpEndpoint: { readonly name: string; readonly help: string } = {
  name: "OTEL_EXPORTER_OTLP_ENDPOINT",
  help: "Where to send traces and metrics by OTLP over HTTP, such as http://HOST:4318; OpenTelemetry's other variables apply, too",
};

/** Undefined unless the environment names an endpoint; then the variables that say how are checked, too. An empty one counts as missing, as everywhere in OpenTelemetry. */
export function telemetryOf(env: NodeJS.ProcessEnv): TelemetrySettings | undefined {
  const endpoint = env[otlpEndpoint.name] ?? "";
  if (endpoint === "" || env["OTEL_SDK_DISABLED"]?.toLowerCase() === "true") return undefined;
  // The value is not repeated in the message: it may hold a password.
  if (!/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ""))
    throw new UsageError(`${otlpEndpoint.name} must be a URL such as http://collector.example.com:4318`);
  return {
    protocol: oneOf(env, "OTEL_EXPORTER_OTLP_PROTOCOL", otlpProtocols) ?? "http/protobuf",
    traces: (oneOf(env, "OTEL_TRACES_EXPORTER", exporters) ?? "otlp") === "otlp",
    metrics: (oneOf(env, "OTEL_METRICS_EXPORTER", exporters) ?? "otlp") === "otlp",
    sampler: oneOf(env, "OTEL_TRACES_SAMPLER", samplers) ?? "parentbased_always_on",
    ratio: numberIn(env, "OTEL_TRACES_SAMPLER_ARG", { standard: 1, least: 0, most: 1 }),
    metricsEveryMs: numberIn(env, "OTEL_METRIC_EXPORT_INTERVAL", {
      standard: 60_000,
      least: 100,
      most: 3_600_000,
    }),
    spansWithinMs: numberIn(env, "OTEL_BSP_SCHEDULE_DELAY", { standard: 5000, least: 100, most: 60_000 }),
  };
}

const exporters = ["otlp", "none"] as const;

function oneOf<Word extends string>(
  env: NodeJS.ProcessEnv,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const text = env[name] ?? "";
  if (text === "") return undefined;
  const word = words.find((each) => each === text);
  if (word === undefined) throw new UsageError(`${name} must be ${words.join(" or ")}, not \`${text}\``);
  return word;
}

interface Range {
  readonly standard: number;
  readonly least: number;
  readonly most: number;
}

function numberIn(env: NodeJS.ProcessEnv, name: string, { standard, least, most }: Range): number {
  const text = env[name] ?? "";
  if (text === "") return standard;
  const number = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new UsageError(`${name} must be a number from ${String(least)} to ${String(most)}, not \`${text}\``);
}
