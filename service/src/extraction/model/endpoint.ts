// Sends one request to the model's endpoint: bounded in time and size, and to that host only.

import type { Usage } from "../extractor.ts";

/** The model's address. */
export interface ModelSettings {
  /** http or https, without credentials and query; `/chat/completions` is added to it. */
  readonly url: string;
  readonly name: string;
  /** Sent as a bearer token. */
  readonly key: string | undefined;
  /** Maximum time of each request until the last byte of the response, in milliseconds. */
  readonly timeoutMs: number;
}

/** What an endpoint is for: the settings that a message names, and how much it may answer. */
export interface Purpose {
  readonly settings: { readonly url: string; readonly name: string; readonly key: string };
  /** What it may not support, if it does not accept a request. */
  readonly maybe: string;
  /** Maximum MiB of a response; a larger one is refused. */
  readonly maxResponseMiB: number;
}

/** The endpoint that reads documents. */
const toRead: Purpose = {
  settings: { url: "MODEL_URL", name: "MODEL_NAME", key: "MODEL_KEY" },
  maybe: "JSON schemas, or not this model",
  maxResponseMiB: 1,
};

/** The usage if nothing was counted. */
export const noUsage: Usage = { inputTokens: 0, outputTokens: 0 };

/** A failed attempt. The message continues after "The model at HOST", and contains nothing written by the endpoint. */
export class ModelFailure extends Error {
  /** `unavailable`: try again later; `malformed`: the next attempt may succeed; `refused`: retrying does not help. */
  readonly kind: "malformed" | "unavailable" | "refused";
  /** Tokens counted in spite of the failure. */
  readonly usage: Usage;
  /** When to try again, in milliseconds, if the endpoint says so. */
  readonly retryAfter: number | undefined;
  /** The status of the response, unless that is not what is wrong. */
  readonly status: number | undefined;

  constructor(
    kind: ModelFailure["kind"],
    message: string,
    {
      usage = noUsage,
      retryAfter,
      status,
    }: { readonly usage?: Usage; readonly retryAfter?: number | undefined; readonly status?: number } = {},
  ) {
    super(message);
    this.kind = kind;
    this.usage = usage;
    this.retryAfter = retryAfter;
    this.status = status;
  }
}

/**
 * Posts JSON to a path of the endpoint, and returns the text of its response. Throws a {@link ModelFailure} unless that is JSON with a
 * status of success; if the signal is aborted, throws what `fetch` throws.
 */
export async function post(
  { url, key, timeoutMs }: ModelSettings,
  path: string,
  body: unknown,
  signal: AbortSignal,
  purpose: Purpose = toRead,
): Promise<string> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(`${url.endsWith("/") ? url.slice(0, -1) : url}${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.any([signal, timeout]),
      // A redirect would send the key and the document to another host.
      redirect: "manual",
    });
    return await wholeText(response, purpose);
  } catch (error) {
    if (error instanceof ModelFailure || signal.aborted) throw error;
    if (timeout.aborted)
      throw new ModelFailure("unavailable", `did not answer within ${String(timeoutMs)} ms`);
    throw new ModelFailure("unavailable", `could not be reached, or broke the connection${codeOf(error)}`);
  }
}

async function wholeText(response: Response, purpose: Purpose): Promise<string> {
  const refused = response.ok ? refusedType(response) : refusedStatus(response, purpose);
  if (refused !== undefined) {
    await response.body?.cancel();
    throw refused;
  }
  return (await readBytes(response.body, purpose)).toString();
}

async function readBytes(
  body: AsyncIterable<Uint8Array> | null,
  { maxResponseMiB }: Purpose,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxResponseMiB * 1024 * 1024)
      throw new ModelFailure("malformed", `gave a response of more than ${String(maxResponseMiB)} MiB`);
  }
  return Buffer.concat(chunks);
}

function refusedType({ headers }: Response): ModelFailure | undefined {
  const type = headers.get("content-type");
  if (type === null || /^[\w.-]+\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) return undefined;
  return new ModelFailure("malformed", "gave a response that is not JSON by its Content-Type");
}

function refusedStatus({ status, headers }: Response, purpose: Purpose): ModelFailure {
  const message = `answered with status ${String(status)}${meaningOf(status, purpose)}`;
  if (status >= 500 || [408, 409, 425, 429].includes(status))
    return new ModelFailure("unavailable", message, { status, retryAfter: retryAfterOf(headers) });
  const redirect = status < 400 ? ", a redirect, which is not followed" : "";
  return new ModelFailure("refused", message + redirect, { status });
}

function meaningOf(status: number, { settings: { url, name, key }, maybe }: Purpose): string {
  if (status === 400) return `: it does not accept the request; it may not support ${maybe}`;
  if (status === 401) return `: it does not accept the key in ${key}`;
  if (status === 403) return `: it does not allow this with the key in ${key}`;
  if (status === 404) return `: it has no such path or model; check ${url} and ${name}`;
  return status === 429 ? ": it is overloaded" : "";
}

/** The header has seconds or a date. */
function retryAfterOf(headers: Headers): number | undefined {
  const text = headers.get("retry-after") ?? "";
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return ms > 0 ? ms : undefined;
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (typeof cause !== "object" || cause === null || !("code" in cause)) return "";
  return ` (${String(cause.code)})`;
}
