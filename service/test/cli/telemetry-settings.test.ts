// Tests the settings of telemetry: what OpenTelemetry's variables mean here, and which mistakes in them are refused.

import { expect, test } from "vitest";
import { readSettings } from "../../src/cli/settings.ts";

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector.example.com:4318" };

test("nothing is exported without an endpoint, with an empty one, or if the SDK is disabled", () => {
  for (const env of [
    {},
    { OTEL_EXPORTER_OTLP_ENDPOINT: "" },
    { ...endpoint, OTEL_SDK_DISABLED: "true" },
    // Without an endpoint the others belong to other programs.
    { OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" },
  ])
    expect(readSettings(env).telemetry).toBeUndefined();
});

test("an endpoint alone has OpenTelemetry's defaults", () => {
  expect(readSettings(endpoint).telemetry).toEqual({
    protocol: "http/protobuf",
    traces: true,
    metrics: true,
    sampler: "parentbased_always_on",
    ratio: 1,
    metricsEveryMs: 60_000,
    spansWithinMs: 5000,
  });
});

test("OpenTelemetry's variables are read", () => {
  const env = {
    ...endpoint,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    OTEL_TRACES_EXPORTER: "none",
    OTEL_METRICS_EXPORTER: "otlp",
    OTEL_TRACES_SAMPLER: "traceidratio",
    OTEL_TRACES_SAMPLER_ARG: "0.25",
    OTEL_METRIC_EXPORT_INTERVAL: "10000",
    OTEL_BSP_SCHEDULE_DELAY: "",
  };
  expect(readSettings(env).telemetry).toEqual({
    protocol: "http/json",
    traces: false,
    metrics: true,
    sampler: "traceidratio",
    ratio: 0.25,
    metricsEveryMs: 10_000,
    spansWithinMs: 5000,
  });
});

test.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" }, "OTEL_EXPORTER_OTLP_ENDPOINT must be a URL"],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "ftp://user:secret@a" }, "OTEL_EXPORTER_OTLP_ENDPOINT must be a URL"],
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }, "must be http/protobuf or http/json, not `grpc`"],
  [{ OTEL_TRACES_EXPORTER: "zipkin" }, "OTEL_TRACES_EXPORTER must be otlp or none, not `zipkin`"],
  [{ OTEL_TRACES_SAMPLER: "sometimes" }, "OTEL_TRACES_SAMPLER must be always_on or"],
  [{ OTEL_TRACES_SAMPLER_ARG: "2" }, "OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not `2`"],
  [{ OTEL_METRIC_EXPORT_INTERVAL: "0" }, "OTEL_METRIC_EXPORT_INTERVAL must be a number from 100"],
  [{ OTEL_EXPORTER_OTLP_ENDPOINTS: "http://a" }, "write OTEL_EXPORTER_OTLP_ENDPOINT"],
])("a mistake is refused: %j", (wrong, message) => {
  const read = (): unknown => readSettings({ ...endpoint, ...wrong });
  expect(read).toThrow(message);
  expect(read).not.toThrow("secret");
});
