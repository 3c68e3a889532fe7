// Sends one request to a webhook's URL: bounded in time and size, to one address that was checked, and never on to another place.

import { type ClientRequest, type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestEncrypted } from "node:https";
import {
  type Address,
  AddressError,
  addressOf,
  always,
  type Resolve,
  resolveByMachine,
  resolveByServers,
} from "./address.ts";
import { isNamed, refusalOf, type WebhookHosts } from "./hosts.ts";

/** What is sent. */
export interface Sent {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** How it is sent. */
export interface Sending {
  readonly hosts: WebhookHosts;
  /** Maximum milliseconds until the status of the response. */
  readonly timeoutMs: number;
  /** Aborts it. */
  readonly signal: AbortSignal;
  readonly resolve?: Resolve | undefined;
}

/** What came of it. */
export interface Outcome {
  /** The status of the response; null without one. */
  readonly status: number | null;
  /** Why it has failed, in words of ours: nothing that the other end writes. Null: it was accepted. */
  readonly error: string | null;
}

/** Maximum bytes of a response that are received; they are never kept. */
const maxResponseBytes = 64 * 1024;
/** Maximum milliseconds from the status of a response to its end: the next delivery does not wait for that. */
const maxResponseMs = 1000;

/** Posts a body. Throws only if the signal is aborted. */
export async function post(sent: Sent, { hosts, timeoutMs, signal, resolve }: Sending): Promise<Outcome> {
  const refusal = refusalOf(hosts, sent.url);
  if (refusal !== undefined) return failed(`the URL ${refusal}`);
  const url = new URL(sent.url);
  const timeout = AbortSignal.timeout(timeoutMs);
  const either = AbortSignal.any([signal, timeout]);
  try {
    const address = await unlessAborted(addressFor(url, hosts, resolve), either);
    const status = await statusOf(url, sent, { lookup: always(address), signal: either });
    return { status, error: errorOf(status) };
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted) return failed(`no response within ${String(timeoutMs)} ms`);
    if (error instanceof AddressError) return failed(`the host ${error.message}`);
    return failed(`the host could not be reached, or broke the connection${codeOf(error)}`);
  }
}

async function addressFor(url: URL, hosts: WebhookHosts, resolve: Resolve | undefined): Promise<Address> {
  const mayBeAny = isNamed(hosts, url);
  return await addressOf(
    url.hostname,
    mayBeAny,
    resolve ?? (mayBeAny ? resolveByMachine : resolveByServers()),
  );
}

const failed = (error: string): Outcome => ({ status: null, error });

function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return "a redirect, which is not followed";
  return `status ${String(status)}`;
}

/** A lookup of a name cannot be aborted itself. */
async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
    work.catch(() => undefined);
    aborted.promise.catch(() => undefined);
  }
}

interface Connecting {
  readonly lookup: ReturnType<typeof always>;
  readonly signal: AbortSignal;
}

async function statusOf(url: URL, { body, headers }: Sent, { lookup, signal }: Connecting): Promise<number> {
  const request = url.protocol === "https:" ? requestEncrypted : requestPlain;
  const sending = request(url, {
    method: "POST",
    headers: { ...headers, "content-length": Buffer.byteLength(body) },
    // A connection of its own, which ends with it: none is kept to an address that was checked earlier.
    agent: false,
    lookup,
    signal,
  });
  sending.end(body);
  return await statusFrom(sending);
}

async function statusFrom(sending: ClientRequest): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  sending.on("response", (response) => {
    resolve(response.statusCode ?? 0);
    receive(response);
  });
  sending.on("error", reject);
  sending.on("close", () => reject(new Error("The connection was closed.")));
  return await promise;
}

/** Receives a body that nobody reads, so that the other end can finish; no more than a little, and not for long. */
function receive(response: IncomingMessage): void {
  const late = setTimeout(() => response.destroy(), maxResponseMs);
  response.on("close", () => clearTimeout(late));
  let bytes = 0;
  response.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxResponseBytes) response.destroy();
  });
  response.on("error", () => undefined);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? ` (${error.code})`
    : "";
}
