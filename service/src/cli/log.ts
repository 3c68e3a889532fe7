// The log of a program before it has a server, or without one.

import fastify, { type FastifyBaseLogger } from "fastify";
import { type LogLevel, loggerOptions } from "../http/log.ts";

/** A log on standard error. */
export function createLog(level: LogLevel): FastifyBaseLogger {
  return fastify({ logger: loggerOptions(level, process.stderr) }).log;
}
