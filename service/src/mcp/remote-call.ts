// Calls routes of a service over HTTP, for agents whose program runs on a desktop.

import { readJson } from "../values/json.ts";
import type { Call, CallAnswer } from "./call.ts";
import { Refused } from "./refused.ts";

/** Where the service is, and with which key it is called. */
export interface Remote {
  /** Without a path. */
  readonly url: string;
  readonly key: string;
  /** For a key of an organization. */
  readonly projectId: string | undefined;
}

/** Milliseconds for one answer: longer than the service takes for any. */
const timeoutMs = 60_000;

/** A {@link Call} over HTTP. It throws a {@link Refused} for a service that does not answer. */
export function remoteCall({ url, key, projectId }: Remote): Call {
  const headers = {
    authorization: `Bearer ${key}`,
    ...(projectId !== undefined && { "x-service-project": projectId }),
  };
  return async (method, path, body) => {
    return await send(`${url}${path}`, {
      method,
      headers: body === undefined ? headers : { ...headers, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // A key is for one service, and not for where that may send its callers.
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
  };
}

async function send(url: string, options: RequestInit): Promise<CallAnswer> {
  try {
    const response = await fetch(url, options);
    const text = await response.text();
    return {
      status: response.status,
      header: (name) => response.headers.get(name) ?? undefined,
      body: text === "" ? undefined : readJson(text),
    };
  } catch (error) {
    const detail = `The service at ${new URL(url).origin} does not answer (${reasonOf(error)}); see that it runs, then try again.`;
    throw new Refused({ code: "service_unreachable", detail });
  }
}

/** `fetch` has the reason in the cause of its error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
