// Starts the service in the process of the tests, on a database of the file, and creates callers.

import { createHash, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { afterAll, expect } from "vitest";
import type { Database } from "../../src/database/transaction.ts";
import type { Questions } from "../../src/embeddings/questions.ts";
import { createServer } from "../../src/http/server.ts";
import type { LookUpLimits } from "../../src/http/v1/routes.ts";
import { serviceRoutes } from "../../src/service.ts";
import type { Permission } from "../../src/values/permission.ts";
import { newId } from "../../src/values/uuid.ts";
import { hostsIn } from "../../src/webhooks/hosts.ts";
import { contractAt } from "./contract.ts";
import { createDatabase, type OwnDatabase } from "./database.ts";

/** An answer. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body; undefined if there is none. */
  readonly body: ReturnType<typeof JSON.parse>;
}

/** What a caller sends. */
export interface Sent {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Someone with a key. */
export interface Caller {
  readonly key: string;
  readonly keyId: string;
  readonly organizationId: string;
  /** The project of the key, or the first one of the organization. */
  readonly projectId: string;
  /** Sends a request, and checks what holds for every answer. */
  readonly call: (method: string, path: string, sent?: Sent) => Promise<Reply>;
  readonly get: (path: string) => Promise<Reply>;
  readonly post: (path: string, body: unknown, headers?: Readonly<Record<string, string>>) => Promise<Reply>;
}

/** What a key is for. */
export interface KeyOptions {
  readonly organizationId?: string;
  /** `null` is a key of the whole organization. */
  readonly projectId?: string | null;
  readonly permission?: Permission;
}

/** A service that runs. */
export interface TestService {
  readonly url: string;
  readonly database: OwnDatabase;
  readonly log: () => string;
  /** A key of a new project of a new organization, unless it is said. */
  readonly caller: (options?: KeyOptions) => Promise<Caller>;
  readonly createProject: (organizationId: string) => Promise<string>;
}

/** How a service of a test differs from others. */
export interface ServiceOptions {
  readonly rateLimitPerMinute?: number;
  readonly corsOrigins?: readonly string[];
  readonly trustedProxies?: readonly string[];
  /** Gives it another view of its database. */
  readonly seenBy?: (database: OwnDatabase) => Database;
  /** Runs before the routes are added. */
  readonly before?: (app: FastifyInstance) => void;
  readonly piecesPerIteration?: number;
  readonly lookUpLimits?: LookUpLimits;
  /** The hosts that webhooks may call; null: there are no webhooks. */
  readonly webhookHosts?: readonly string[] | null;
  /** What makes vectors of questions, on the database of the service. */
  readonly meaning?: (database: Database) => Questions;
}

/** Starts the service, until the tests of the file are over. */
export async function startService({
  rateLimitPerMinute = 1_000_000,
  corsOrigins = [],
  trustedProxies = [],
  seenBy = (database) => database,
  before,
  piecesPerIteration = 8,
  meaning,
  webhookHosts = ["hooks.example.com"],
  ...parts
}: ServiceOptions = {}): Promise<TestService> {
  const database = await createDatabase();
  const lines: string[] = [];
  const log = { write: (line: string): number => lines.push(line) };
  const loops = { piecesPerIteration, workerSilenceMs: 15_000 };
  const add = serviceRoutes({
    database: seenBy(database),
    rateLimitPerMinute,
    corsOrigins,
    loops,
    meaning: meaning?.(database),
    webhookHosts: webhookHosts === null ? undefined : hostsIn(webhookHosts),
    ...parts,
  });
  const routes = (app: FastifyInstance): void => {
    before?.(app);
    add(app);
  };
  const app = await createServer({ logLevel: "info", log, trustedProxies, routes });
  afterAll(async () => {
    app.server.closeAllConnections();
    await app.close();
  });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  const { pool } = database;
  const createProject = async (organizationId: string): Promise<string> => {
    const id = newId();
    await pool.query("insert into project (id, organization_id, name) values ($1, $2, $3)", [
      id,
      organizationId,
      id,
    ]);
    return id;
  };
  const createOrganization = async (): Promise<string> => {
    const id = newId();
    await pool.query("insert into organization (id, name) values ($1, $2)", [id, id]);
    return id;
  };
  const caller = async (options: KeyOptions = {}): Promise<Caller> => {
    const organizationId = options.organizationId ?? (await createOrganization());
    const projectId = options.projectId ?? (await createProject(organizationId));
    const key = `slice-${randomBytes(32).toString("base64url")}`;
    const keyId = newId();
    await pool.query(
      "insert into api_key (id, organization_id, project_id, hash, permission) values ($1, $2, $3, $4, $5)",
      [
        keyId,
        organizationId,
        options.projectId === null ? null : projectId,
        createHash("sha256").update(key).digest(),
        options.permission ?? "write",
      ],
    );
    return callerWith(url, { key, keyId, organizationId, projectId });
  };
  return { url, database, log: () => lines.join(""), caller, createProject };
}

/** Someone who calls a service at this address. */
export function callerWith(
  url: string,
  who: Pick<Caller, "key" | "keyId" | "organizationId" | "projectId">,
): Caller {
  const call = async (method: string, path: string, { body, headers }: Sent = {}): Promise<Reply> => {
    const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${who.key}`,
        ...(text !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(text !== undefined && { body: text }),
    });
    return await replyOf(response, method);
  };
  return {
    ...who,
    call,
    get: async (path) => await call("GET", path),
    post: async (path, body, headers) =>
      await call("POST", path, { body, ...(headers !== undefined && { headers }) }),
  };
}

/** Reads an answer, and checks what holds for every one: among it, that it is as the OpenAPI document says. */
export async function replyOf(response: Response, method = "GET"): Promise<Reply> {
  const { status, headers, url } = response;
  const isStream = headers.get("content-type")?.startsWith("text/event-stream") === true;
  const { pathname: path, origin } = new URL(url);
  const text =
    isStream && path.startsWith("/v1/slices/") ? await beforeSilence(response) : await response.text();
  const { breachOf } = await contractAt(origin);
  const breach = breachOf({ method, path, status, contentType: headers.get("content-type"), text });
  expect(breach, `${method} ${path} ${status} ${text.slice(0, 2000)}`).toBeUndefined();
  const id = headers.get("x-request-id");
  expect(id).toMatch(/^req_[\da-f]{32}$/);
  const body =
    text === "" ? undefined : isStream ? { text, request_id: id } : parsed(text, headers.get("content-type"));
  if (body !== undefined) expect(body.request_id).toBe(id);
  if (status >= 400) expect(headers.get("content-type")).toBe("application/problem+json");
  expect(text).not.toMatch(/node_modules|\bat .*\.ts:\d+/);
  return { status, headers, body };
}

/** Milliseconds of silence after which no more of the stream of a slice is read: it has no end, and says where it is as soon as it begins. */
const silenceMs = 300;

async function beforeSilence({ body }: Response): Promise<string> {
  if (body === null) return "";
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const read = await Promise.race([reader.read(), sleep(silenceMs, undefined, { ref: false })]);
    if (read === undefined || read.done) break;
    text += read.value;
  }
  await reader.cancel();
  return text;
}

/** JSON as its value; lines of JSON as a list of values, with the ID of the request, which the first one has. */
function parsed(text: string, type: string | null): any {
  if (type?.startsWith("application/x-ndjson") !== true) return JSON.parse(text);
  const lines = text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  return { lines, request_id: lines[0].request_id };
}
