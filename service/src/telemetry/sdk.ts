// Starts OpenTelemetry's SDK: this file loads it, so it is imported only if telemetry is exported.

import { context, propagation, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import {
  defaultResource,
  detectResources,
  type Resource,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
  serviceNameEnvDetector,
} from "@opentelemetry/resources";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Registry } from "prom-client";
import manifest from "../../package.json" with { type: "json" };
import { createExporters } from "./exporters.ts";
import { metricsOf } from "./registry.ts";
import type { Reachability, TelemetrySettings } from "./settings.ts";
import { recordSpans } from "./spans.ts";
import { tracerOver } from "./tracer.ts";

/** What is exported. */
export interface Exported {
  readonly settings: TelemetrySettings;
  /** The metrics; undefined: another process exports them. */
  readonly register: Registry | undefined;
  readonly reachability: Reachability;
}

/** Part of the SDK that runs. */
interface Provider {
  readonly shutdown: () => Promise<void>;
}

/** Begins to export, and returns what ends it after sending what is left. */
export async function startSdk(exported: Exported): Promise<() => Promise<void>> {
  const { settings, register } = exported;
  const resource = resourceOf();
  const exporters = await createExporters(settings.protocol, exported.reachability);
  const providers: Provider[] = [];
  if (settings.traces) providers.push(exportSpans(exporters.spans(), resource, settings));
  if (settings.metrics && register !== undefined) {
    const reader = new PeriodicExportingMetricReader({
      exporter: exporters.metrics(),
      exportIntervalMillis: settings.metricsEveryMs,
      metricProducers: [metricsOf(register)],
    });
    providers.push(new MeterProvider({ resource, readers: [reader] }));
  }
  return async () => {
    recordSpans(undefined);
    await Promise.allSettled(providers.map(async (provider) => await provider.shutdown()));
  };
}

function exportSpans(exporter: SpanExporter, resource: Resource, settings: TelemetrySettings): Provider {
  const processor = new BatchSpanProcessor({ exporter, scheduledDelayMillis: settings.spansWithinMs });
  const provider = new TracerProvider({
    resource,
    sampler: samplerOf(settings),
    spanProcessors: [processor],
  });
  const propagator = new W3CTraceContextPropagator();
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(propagator);
  trace.setGlobalTracerProvider(provider);
  recordSpans(tracerOver(provider.getTracer("slice-service"), propagator));
  return provider;
}

/** Each process is an instance of its own, as the metrics of two must not be taken for those of one. */
function resourceOf(): Resource {
  const own = resourceFromAttributes({ "service.name": manifest.name, "service.version": manifest.version });
  const detectors = [serviceInstanceIdDetector, resourceAttributesEnvDetector, serviceNameEnvDetector];
  return defaultResource().merge(own).merge(detectResources({ detectors }));
}

function samplerOf({ sampler, ratio }: TelemetrySettings): Sampler {
  const name = sampler.replace("parentbased_", "");
  const root =
    name === "always_off"
      ? new AlwaysOffSampler()
      : name === "always_on"
        ? new AlwaysOnSampler()
        : new TraceIdRatioBasedSampler(ratio);
  return sampler.startsWith("parentbased_") ? new ParentBasedSampler({ root }) : root;
}
