// The exporters of OTLP, in the chosen format; they report once that the endpoint does not answer, and once that it does again.

import { type ExportResult, ExportResultCode } from "@opentelemetry/core";
import type { PushMetricExporter } from "@opentelemetry/sdk-metrics";
import type { SpanExporter } from "@opentelemetry/sdk-trace";
import type { Reachability, TelemetrySettings } from "./settings.ts";

/** Makes exporters. */
export interface Exporters {
  readonly spans: () => SpanExporter;
  readonly metrics: () => PushMetricExporter;
}

/** Loads the exporters of a format. */
export async function createExporters(
  protocol: TelemetrySettings["protocol"],
  reachability: Reachability,
): Promise<Exporters> {
  const [spans, metrics] = await load(protocol);
  return {
    spans: () => watched(new spans.OTLPTraceExporter(), (failure) => reachability("spans", failure)),
    metrics: () => watched(new metrics.OTLPMetricExporter(), (failure) => reachability("metrics", failure)),
  };
}

async function load(protocol: TelemetrySettings["protocol"]) {
  return protocol === "http/json"
    ? await Promise.all([
        import("@opentelemetry/exporter-trace-otlp-http"),
        import("@opentelemetry/exporter-metrics-otlp-http"),
      ])
    : await Promise.all([
        import("@opentelemetry/exporter-trace-otlp-proto"),
        import("@opentelemetry/exporter-metrics-otlp-proto"),
      ]);
}

interface Exporter<Items> {
  readonly export: (items: Items, onResult: (result: ExportResult) => void) => void;
}

/** The same exporter, whose results are reported. */
function watched<Items, Kind extends Exporter<Items>>(
  exporter: Kind & Exporter<Items>,
  report: (failure: string | undefined) => void,
): Kind {
  const send = exporter.export.bind(exporter);
  const sendAndReport: Exporter<Items>["export"] = (items, onResult) =>
    send(items, (result) => {
      report(result.code === ExportResultCode.SUCCESS ? undefined : reasonOf(result.error));
      onResult(result);
    });
  return Object.assign(exporter, { export: sendAndReport });
}

/** Why an export has failed; a connection that is refused at several addresses has one error for each. */
function reasonOf(error: Error | undefined): string {
  const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  const [first] = errors;
  return first instanceof Error ? first.message : (error?.message ?? "");
}
