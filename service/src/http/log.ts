// The format of the log: one JSON object per line, with the level as a word.

import type { FastifyReply, FastifyRequest, FastifyServerOptions } from "fastify";

/** The log levels, from the most to the least verbose. */
export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/** The log level: this level and those after it are logged. */
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

/** The logged members of an error. PostgreSQL's errors also contain rows and keys, which is data of callers. */
function serializeError({ name, message, stack, ...rest }: Error) {
  return { type: name, message, stack: stack ?? "", ...("code" in rest && { code: rest.code }) };
}

/**
 * Logs one line per request. It has the pattern of the route rather than the URL, and no headers or bodies, because those contain
 * keys and search texts.
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
