// Metrics for operators of the service, on a separate port that callers need not reach.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { Problem } from "../values/problem.ts";
import { isInside } from "./inside.ts";

/** The metrics of one process. */
export interface Metrics {
  /** The registry for further metrics. */
  readonly register: Registry;
  /** Counts the requests of a server. */
  readonly watch: (app: FastifyInstance) => void;
  /** Serves the metrics at `/metrics`. */
  readonly listen: (port: number, host: string) => Promise<Server>;
}

/** Metrics of the process, and of the requests of a server. */
export function createMetrics(): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  return {
    register,
    watch: (app) => {
      timeRequests(register, app);
      countRefusals(register, app);
      gaugeStreams(register, app);
    },
    listen: async (port, host) => {
      const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
        if (request.url !== "/metrics") response.writeHead(404).end();
        else response.writeHead(200, { "content-type": register.contentType }).end(await register.metrics());
      };
      const server = createServer((request, response) => void answer(request, response));
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject).listen(port, host, resolve);
      });
      return server;
    },
  };
}

function timeRequests(register: Registry, app: FastifyInstance): void {
  const requests = new Histogram({
    name: "http_request_duration_seconds",
    help: "Requests by method, route and status.",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [register],
  });
  app.addHook("onResponse", async (request, reply) => {
    // The pattern of the route, because every path would be a separate series.
    const route = request.is404 ? "unknown" : (request.routeOptions.url ?? "unknown");
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
}

function countRefusals(register: Registry, app: FastifyInstance): void {
  const refused = new Counter({
    name: "slice_requests_limited_total",
    help: "Requests refused as too many, by the limit that they reached.",
    labelNames: ["limit"],
    registers: [register],
  });
  app.addHook("onError", async (_request, _reply, error) => {
    if (error instanceof Problem && error.options.limit !== undefined)
      refused.inc({ limit: error.options.limit });
  });
}

function gaugeStreams(register: Registry, app: FastifyInstance): void {
  const streams = new Gauge({
    name: "slice_event_streams",
    help: "Responses that are open streams of events.",
    registers: [register],
  });
  app.addHook("onSend", async (request, reply) => {
    const type = String(reply.getHeader("content-type") ?? "");
    // What an agent listens to is one response, of many streams.
    if (
      request.method === "HEAD" ||
      isInside(request) ||
      !type.startsWith("text/event-stream") ||
      reply.raw.closed
    )
      return;
    streams.inc();
    reply.raw.once("close", () => streams.dec());
  });
}
