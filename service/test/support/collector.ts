// A receiver of OTLP over HTTP on this machine, which keeps what processes export.

import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { onTestFinished } from "vitest";

/** A span that was exported. */
export interface ExportedSpan {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly resource: Readonly<Record<string, unknown>>;
  /** 2 for an error. */
  readonly status: number | undefined;
}

/** A receiver that listens until the test ends. */
export interface Collector {
  /** What OTEL_EXPORTER_OTLP_ENDPOINT is. */
  readonly url: string;
  /** The environment of a process that exports to it at once, as JSON. */
  readonly env: NodeJS.ProcessEnv;
  /** Each export as it came. */
  readonly received: readonly Received[];
  readonly spans: () => readonly ExportedSpan[];
  /** The newest export of each metric, by name. */
  readonly metrics: () => ReadonlyMap<string, any>;
}

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Starts a receiver. */
export async function startCollector(): Promise<Collector> {
  const received: Received[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    received.push({ path: request.url ?? "", headers: request.headers, body });
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  };
  const server = createServer((request, response) => void receive(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const parsed = (path: string): any[] =>
    received.filter((each) => each.path === path).map(({ body }) => JSON.parse(body.toString()));
  return {
    url,
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_BSP_SCHEDULE_DELAY: "100",
      OTEL_METRIC_EXPORT_INTERVAL: "200",
    },
    received,
    spans: () => parsed("/v1/traces").flatMap(({ resourceSpans }) => resourceSpans.flatMap(spansOf)),
    metrics: () =>
      new Map(
        parsed("/v1/metrics")
          .flatMap(({ resourceMetrics }) => resourceMetrics)
          .flatMap(({ scopeMetrics }) => scopeMetrics)
          .flatMap(({ metrics }) => metrics.map((metric: any) => [metric.name, metric])),
      ),
  };
}

function spansOf({ resource, scopeSpans }: any): ExportedSpan[] {
  return scopeSpans
    .flatMap(({ spans }: any) => spans)
    .map(({ attributes, status, parentSpanId, ...span }: any) => ({
      ...span,
      parentSpanId: parentSpanId === "" ? undefined : parentSpanId,
      attributes: valuesOf(attributes),
      resource: valuesOf(resource.attributes),
      status: status?.code,
    }));
}

function valuesOf(attributes: any[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, valueOf(value)]));
}

function valueOf(value: any): unknown {
  if (value.arrayValue !== undefined) return value.arrayValue.values.map(valueOf);
  return value.stringValue ?? value.boolValue ?? Number(value.intValue ?? value.doubleValue);
}
