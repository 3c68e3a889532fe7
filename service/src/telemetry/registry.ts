// Hands the metrics of prom-client's registry to OpenTelemetry, so that each metric is defined once.

import { type HrTime, ValueType } from "@opentelemetry/api";
import { hrTime, millisToHrTime } from "@opentelemetry/core";
import { emptyResource } from "@opentelemetry/resources";
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from "@opentelemetry/sdk-metrics";
import type { MetricObjectWithValues, MetricValue, MetricValueWithName, Registry } from "prom-client";

/** The metrics of a registry. Counts are since the start of the process, as everywhere in Prometheus. */
export function metricsOf(register: Registry): MetricProducer {
  const startTime = millisToHrTime(Date.now());
  return {
    collect: async () => {
      const times = { startTime, endTime: hrTime() };
      const metrics = (await register.getMetricsAsJSON()).flatMap((metric) => converted(metric, times));
      const scopeMetrics = [{ scope: { name: "slice-service" }, metrics }];
      return { resourceMetrics: { resource: emptyResource(), scopeMetrics }, errors: [] };
    },
  };
}

interface Times {
  readonly startTime: HrTime;
  readonly endTime: HrTime;
}

type Values = readonly (MetricValue<string> | MetricValueWithName<string>)[];

/** In a list; an empty one without values, or for a kind of metric that does not exist here. */
function converted(metric: MetricObjectWithValues<MetricValue<string>>, times: Times): readonly MetricData[] {
  const { name, help, values } = metric;
  if (values.length === 0) return [];
  const common = {
    descriptor: { name, description: help, unit: "", valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  // The types of prom-client say that `type` is a number; it is a word.
  const kind = String(metric.type);
  if (kind === "gauge")
    return [{ ...common, dataPointType: DataPointType.GAUGE, dataPoints: numbers(values, times) }];
  if (kind === "counter")
    return [
      { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: numbers(values, times) },
    ];
  if (kind !== "histogram") return [];
  return [{ ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: histograms(values, times) }];
}

function numbers(values: Values, times: Times): DataPoint<number>[] {
  return values.map(({ value, labels }) => ({ ...times, attributes: { ...labels }, value }));
}

/** prom-client has a value for each bucket, which counts those below it, too; OpenTelemetry a list for each combination of labels. */
function histograms(values: Values, times: Times): DataPoint<Histogram>[] {
  const series = Map.groupBy(values, ({ labels }) => JSON.stringify({ ...labels, le: undefined }));
  return Array.from(series.values(), (own) => {
    const { le: _, ...attributes } = own[0]?.labels ?? {};
    const ending = (suffix: string): Values =>
      own.filter((each) => "metricName" in each && each.metricName.endsWith(suffix));
    const upTo = ending("_bucket").map(({ value }) => value);
    return {
      ...times,
      attributes,
      value: {
        buckets: {
          boundaries: ending("_bucket")
            .map(({ labels }) => Number(labels["le"]))
            .filter(Number.isFinite),
          counts: upTo.map((count, at) => count - (upTo[at - 1] ?? 0)),
        },
        sum: ending("_sum")[0]?.value ?? 0,
        count: ending("_count")[0]?.value ?? 0,
      },
    };
  });
}
