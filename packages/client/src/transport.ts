// Sends requests: the key, the project, retries, and problems as errors.

import { ConnectionError, type ProblemCode, ProblemError, type ProblemParts } from "./problem.ts";
import { repeat } from "./retry.ts";

/** Where the service is, and who asks. */
export interface ClientOptions {
  /** The address of the service, such as `https://slice.example.com`; a path in it is kept. */
  readonly baseUrl: string;
  /** A key: `slice-…`. */
  readonly key: string;
  /** The ID of a project, for a key of an organization; a project key names its own. */
  readonly project?: string | undefined;
  /** Sends in place of `fetch`: for another runtime, a proxy, or a test. */
  readonly fetch?: typeof fetch | undefined;
}

/** A request to the service. */
export interface Ask {
  readonly method: string;
  /** The path, with everything in it encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether it may be sent again if it is not known what became of it. */
  readonly isRepeatable: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Sends requests to one service with one key. */
export class Transport {
  readonly #base: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #fetch: typeof fetch;

  constructor({ baseUrl, key, project, fetch: send = globalThis.fetch }: ClientOptions) {
    this.#base = baseOf(baseUrl);
    this.#headers = {
      authorization: `Bearer ${key}`,
      ...(project !== undefined && { "x-service-project": project }),
    };
    // As a method of another object, the platform's own would refuse.
    this.#fetch = async (...given) => await send(...given);
  }

  /** Sends a request, and reads the answer: nothing is half read when this returns. Throws a `ProblemError` or a `ConnectionError`. */
  async send<Result>(ask: Ask, read: (response: Response) => Promise<Result>): Promise<Result> {
    const { method, path, query = {}, body, headers, isRepeatable, signal } = ask;
    const url = `${this.#base}${path}${searchOf(query)}`;
    const init: RequestInit = {
      method,
      // A key that no header can hold fails here, and not at each try.
      headers: new Headers({
        ...this.#headers,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // The service redirects nobody, and what is written is for no other server.
      redirect: "manual",
      ...(signal !== undefined && { signal }),
    };
    return await repeat({ isRepeatable, signal }, async () => {
      const response = await orConnectionError(async () => await this.#fetch(url, init));
      if (!response.ok && response.status !== 304) throw await problemOf(response);
      return await read(response);
    });
  }
}

/** Where paths begin. Throws a TypeError for what is not the address of a service. */
function baseOf(baseUrl: string): string {
  const { href, protocol, username, password } = new URL(baseUrl);
  if (!/^https?:$/.test(protocol) || username + password !== "" || /[?#]/.test(href))
    throw new TypeError(`${JSON.stringify(baseUrl)} is not the address of a service.`);
  return href.replace(/(?<!\/)\/+$/, "");
}

/** The value of an answer in JSON; undefined if it has no content. */
export async function jsonOf<Result>(response: Response): Promise<Result> {
  // The tests of the service hold its answers to the document that the types are from.
  if (response.status === 204) return undefined as Result;
  if (!isJson(response)) throw unexpected(response);
  return await orConnectionError(async () => JSON.parse(await response.text()) as Result);
}

/** Does what only a connection can make fail. */
export async function orConnectionError<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ConnectionError(`The service cannot be reached, or its answer broke off: ${why}`, { cause });
  }
}

async function problemOf(response: Response): Promise<ProblemError> {
  if (!isJson(response)) return unexpected(response);
  const problem = partsIn(await orConnectionError(async () => await response.text()));
  if (problem === undefined) return unexpected(response);
  return new ProblemError({ ...problem, status: response.status, retryAfter: retryAfter(response) });
}

/** The problem in a text; undefined if the text is something else. */
function partsIn(text: string): ProblemParts | undefined {
  try {
    const parts = JSON.parse(text) as Partial<ProblemParts> | null;
    const isProblem = typeof parts?.code === "string" && typeof parts.detail === "string";
    return isProblem ? (parts as ProblemParts) : undefined;
  } catch {
    return undefined;
  }
}

function isJson({ headers }: Response): boolean {
  return /^application\/(?:problem\+)?json\b/.test(headers.get("content-type") ?? "");
}

function unexpected(response: Response): ProblemError {
  const { status, url, headers } = response;
  const code: ProblemCode = "unexpected_answer";
  const type = headers.get("content-type") ?? "no media type";
  const detail = `${url} answered ${String(status)} with ${type}, which is not an answer of the service; check baseUrl, and what is between it and the service.`;
  return new ProblemError({ code, status, detail, retryAfter: retryAfter(response) });
}

/** Seconds, given as such or as a date. */
function retryAfter({ headers }: Response): number | undefined {
  const text = headers.get("retry-after") ?? "";
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** The query of a URL; members that are undefined are left out. */
function searchOf(query: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  if (given.length === 0) return "";
  return `?${String(new URLSearchParams(given.map(([name, value]) => [name, String(value)])))}`;
}
