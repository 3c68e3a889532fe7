// What the log looks like: one JSON object a line, with the level in words.

import type { FastifyReply, FastifyRequest, FastifyServerOptions } from "fastify";

/** The levels of the log, the quietest last. */
export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/** How much is logged: this level and those after it. */
export type LogLevel = (typeof logLevels)[number];

/** Where lines go. */
export interface LogStream {
  readonly write: (line: string) => unknown;
}

/** Fastify's option for a log of this level. */
export function loggerOptions(level: LogLevel, stream: LogStream): FastifyServerOptions["logger"] & object {
  return {
    level,
    stream: { write: (line) => void stream.write(line) },
    base: null,
    messageKey: "message",
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: serializeError },
  };
}

/** What is logged of an error. PostgreSQL adds rows and keys to its errors, which is what callers have written. */
function serializeError({ name, message, stack, ...rest }: Error) {
  return { type: name, message, stack: stack ?? "", ...("code" in rest && { code: rest.code }) };
}

/**
 * One line a request. It has the pattern of the route and not the URL, and nothing of headers and bodies: those hold
 * keys and what people search for.
 */
export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  request.log.info(
    {
      key_id: request.access?.keyId,
      project_id: request.tenant?.projectId,
      method: request.method,
      route: request.is404 ? null : (request.routeOptions.url ?? null),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    },
    "request",
  );
}
