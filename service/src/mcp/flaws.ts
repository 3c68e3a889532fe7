// What is wrong with arguments as they are written, such as a text that no database holds: a tool says so, rather than the whole request being refused.

import type { FastifyRequest } from "fastify";
import { digest } from "../http/body.ts";
import { readJson } from "../values/json.ts";
import { Problem, type ProblemEntry } from "../values/problem.ts";
import { parseInTurns } from "../values/strict-json.ts";
import { createYield } from "../values/yield-to-event-loop.ts";
import { memberOf } from "./member-of.ts";

const flaws = new WeakMap<object, readonly ProblemEntry[]>();

/** Where the arguments of a tool are in a message. */
const place = "/params/arguments/";

/** Parses a message as strictly as any body, but keeps what is wrong within the arguments of a tool for {@link flawsOf}. */
export async function parseMessage(request: FastifyRequest, bytes: Buffer): Promise<unknown> {
  await digest(request, bytes);
  try {
    return withObject((await parseInTurns(bytes, "body", createYield())).value);
  } catch (error) {
    const entries = error instanceof Problem ? (error.options.errors ?? []) : [];
    const isInside = entries.length > 0 && entries.every(({ pointer }) => pointer.startsWith(place));
    if (!isInside) throw error;
    // It is valid JSON, and small.
    const message = readJson(bytes.toString());
    if (typeof message !== "object" || message === null) throw error;
    flaws.set(
      message,
      entries.map(({ pointer, message: what }) => ({
        pointer: pointer.slice(place.length - 1),
        message: what,
      })),
    );
    return message;
  }
}

/** The same message; or, with arguments that are no object, which the library would refuse in its own words, one without them. */
function withObject(message: unknown): unknown {
  const params = memberOf(message, "params");
  if (memberOf(message, "method") !== "tools/call" || !isObject(params) || !isObject(message)) return message;
  const given = memberOf(params, "arguments");
  if (given === undefined || (isObject(given) && !Array.isArray(given))) return message;
  const emptied = { ...message, params: { ...params, arguments: {} } };
  flaws.set(emptied, [{ pointer: "", message: "must be an object" }]);
  return emptied;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** What is wrong with the arguments of a message that was parsed so. */
export function flawsOf(message: unknown): readonly ProblemEntry[] {
  return typeof message === "object" && message !== null ? (flaws.get(message) ?? []) : [];
}
