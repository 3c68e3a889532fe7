// Calls routes of the same server for a caller: without a connection, and but for streams without a token of the rate limit besides the one of its
// request.

import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest, LightMyRequestResponse } from "fastify";
import { insideHeader, insideWithToken } from "../http/inside.ts";
import { tenantOf } from "../http/v1/tenant.ts";
import { readJson } from "../values/json.ts";
import type { Call, CallAnswer } from "./call.ts";

/** What the request of a caller hands on: its key, and by which address it reached the service. */
const handedOn = [
  "authorization",
  "host",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
] as const;

/** A {@link Call} with the key and the project of a request. */
export function insideCall(app: FastifyInstance, request: FastifyRequest): Call {
  const { headers, remoteAddress } = sentBy(request);
  return async (method, path, body) => {
    const sent = { method, url: path, remoteAddress };
    const response = await (body === undefined
      ? app.inject({ ...sent, headers })
      : app.inject({
          ...sent,
          headers: { ...headers, "content-type": "application/json" },
          payload: JSON.stringify(body),
        }));
    return answerOf(response, response.payload);
  };
}

/** A stream of the service, or why there is none. */
export interface Opened {
  readonly answer: CallAnswer;
  /** What it sends, if it was opened. */
  readonly events: Readable;
  /** Closes it, as a client does that goes away. */
  readonly close: () => void;
}

/**
 * Opens the stream at a path for the caller of a request, for a token: a request may ask for a hundred. A refusal has been read when this returns.
 */
export async function insideStream(
  app: FastifyInstance,
  request: FastifyRequest,
  path: string,
): Promise<Opened> {
  const { headers, remoteAddress } = sentBy(request);
  const sent = { method: "GET", url: path, payloadAsStream: true, remoteAddress } as const;
  const response = await app.inject({ ...sent, headers: { ...headers, ...insideWithToken } });
  const events = response.stream();
  const close = (): void => void response.raw.res.destroy();
  if (response.statusCode === 200) return { answer: answerOf(response, ""), events, close };
  const text = Buffer.concat(await events.toArray()).toString();
  return { answer: answerOf(response, text), events, close };
}

function sentBy(request: FastifyRequest): {
  readonly headers: Readonly<Record<string, string>>;
  readonly remoteAddress: string;
} {
  const headers: Record<string, string> = {
    ...insideHeader,
    "x-service-project": tenantOf(request).projectId,
  };
  for (const name of handedOn) {
    const value = request.headers[name];
    if (typeof value === "string") headers[name] = value;
  }
  return { headers, remoteAddress: request.socket.remoteAddress ?? "127.0.0.1" };
}

function answerOf(
  { statusCode, headers }: Pick<LightMyRequestResponse, "statusCode" | "headers">,
  text: string,
): CallAnswer {
  return {
    status: statusCode,
    header: (name) => {
      const value = headers[name];
      return value === undefined ? undefined : String(value);
    },
    body: text === "" ? undefined : readJson(text),
  };
}
