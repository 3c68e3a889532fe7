// The settings: environment variables, all checked before anything starts.

import { isIP } from "node:net";
import type { PoolOptions } from "../database/pool.ts";
import type { EmbeddingSettings } from "../embeddings/embedder.ts";
import type { ModelSettings } from "../extraction/model/endpoint.ts";
import type { TelemetrySettings } from "../telemetry/settings.ts";
import { isMisspelled } from "../values/distance.ts";
import type { WebhookHosts } from "../webhooks/hosts.ts";
import { databaseUrl, databaseUrlOf, isPooled, pooler } from "./database-settings.ts";
import { embeddingOf, embeddingRows } from "./embedding-settings.ts";
import { endpointOf } from "./endpoint-settings.ts";
import { UsageError } from "./failure.ts";
import { otlpEndpoint, telemetryOf } from "./telemetry-settings.ts";
import { webhookHosts, webhookHostsOf } from "./webhook-settings.ts";

/** One setting, as the help shows it. */
export interface SettingRow {
  readonly name: string;
  /** The value if the variable is not set; missing if there is no default. */
  readonly default?: number;
  readonly help: string;
}

/** A whole number. */
interface NumberRow extends SettingRow {
  readonly default: number;
  readonly least: number;
  readonly most: number;
}

/** The settings read from the environment. */
export interface Settings {
  readonly shutdownGraceMs: number;
  readonly rateLimitPerMinute: number;
  readonly databasePoolSize: number;
  /** Whether a pooler lends connections for one transaction at a time. */
  readonly isDatabasePooled: boolean;
  /** The port of the metrics; 0 for none. */
  readonly metricsPort: number;
  /** Undefined: the embedded database. */
  readonly databaseUrl: string | undefined;
  /** The origins whose pages may call the service from a browser. */
  readonly corsOrigins: readonly string[];
  /** The proxies whose `X-Forwarded-For` is trusted: addresses and networks. */
  readonly trustedProxies: readonly string[];
  /** How long the changes of entities are kept. */
  readonly changesKeptDays: number;
  /** Maximum changes of entities that are kept of a project. */
  readonly changesKeptRows: number;
  readonly loopLeaseMs: number;
  readonly loopPiecesPerIteration: number;
  /** Maximum loops of one organization that run at once. */
  readonly maxRunningLoops: number;
  /** Undefined: there are no webhooks. */
  readonly webhookHosts: WebhookHosts | undefined;
  /** Undefined: texts are read with patterns. */
  readonly model: ModelSettings | undefined;
  /** Undefined: searches are by words alone. */
  readonly embedding: EmbeddingSettings | undefined;
  /** Undefined: nothing is exported. */
  readonly telemetry: TelemetrySettings | undefined;
}

const shutdownGrace: NumberRow = {
  name: "SHUTDOWN_GRACE_MS",
  default: 10_000,
  least: 0,
  most: 600_000,
  help: "How long requests may take to finish after SIGTERM, in milliseconds",
};

const rateLimit: NumberRow = {
  name: "RATE_LIMIT_PER_MINUTE",
  default: 600,
  least: 1,
  most: 1_000_000,
  help: "How many requests a key may make per minute",
};

const poolSize: NumberRow = {
  name: "DATABASE_POOL_SIZE",
  default: 10,
  least: 1,
  most: 1000,
  help: "The maximum number of database connections for requests and loops; a few more are for keys, leases and health",
};

const metricsPort: NumberRow = {
  name: "METRICS_PORT",
  default: 0,
  least: 0,
  most: 65_535,
  help: "The port that serves /metrics, on the address of --host; 0 for none",
};

const loopLease: NumberRow = {
  name: "LOOP_LEASE_MS",
  default: 5000,
  least: 250,
  most: 600_000,
  help: "How long a worker may be silent before its loops resume elsewhere, in milliseconds",
};

const loopPieces: NumberRow = {
  name: "LOOP_PIECES_PER_ITERATION",
  default: 8,
  least: 1,
  most: 100,
  help: "How many pieces of about 4000 characters an iteration of a loop reads",
};

const maxRunning: NumberRow = {
  name: "MAX_RUNNING_LOOPS",
  default: 8,
  least: 1,
  most: 1000,
  help: "How many loops of an organization run at a time; the others wait",
};

const changesKept: NumberRow = {
  name: "CHANGES_KEPT_DAYS",
  default: 7,
  least: 0,
  most: 3650,
  help: "How many days the changes of entities are kept, which cursors of changes go back to",
};

const changesKeptRows: NumberRow = {
  name: "CHANGES_KEPT_ROWS",
  default: 10_000_000,
  least: 0,
  most: 1_000_000_000_000,
  help: "How many of the last changes of entities are kept of a project at most, whatever their age; a million takes some 250 MB",
};

const corsOrigin: SettingRow = {
  name: "CORS_ORIGIN",
  help: "The origins whose pages may call the API from a browser, separated by commas",
};

const trustedProxies: SettingRow = {
  name: "TRUSTED_PROXIES",
  help: "The proxies whose X-Forwarded-For names the client: addresses and networks such as 10.0.0.0/8, separated by commas",
};

const modelUrl: SettingRow = {
  name: "MODEL_URL",
  help: "An OpenAI-compatible endpoint that reads documents for loops, such as https://HOST/v1; without it, patterns are used",
};

const modelName: SettingRow = {
  name: "MODEL_NAME",
  help: "The model to use there",
};

const modelKey: SettingRow = {
  name: "MODEL_KEY",
  help: "The key to send there as a bearer token",
};

const modelTimeout: NumberRow = {
  name: "MODEL_TIMEOUT_MS",
  default: 60_000,
  least: 100,
  // Node's client does not wait longer than this for the first byte of a response.
  most: 300_000,
  help: "How long one model response may take, in milliseconds",
};

/** Every setting, in the order of the help. */
export const settingRows: readonly SettingRow[] = [
  databaseUrl,
  poolSize,
  pooler,
  changesKept,
  changesKeptRows,
  corsOrigin,
  loopLease,
  loopPieces,
  maxRunning,
  metricsPort,
  rateLimit,
  shutdownGrace,
  trustedProxies,
  webhookHosts,
  modelUrl,
  modelName,
  modelKey,
  modelTimeout,
  ...embeddingRows,
  otlpEndpoint,
];

/** Reads the settings from an environment. Throws a {@link UsageError} for a malformed value or a misspelled name. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  for (const name of Object.keys(env)) refuseMisspelled(name);
  return {
    shutdownGraceMs: readNumber(shutdownGrace, env),
    rateLimitPerMinute: readNumber(rateLimit, env),
    databasePoolSize: readNumber(poolSize, env),
    isDatabasePooled: isPooled(env),
    metricsPort: readNumber(metricsPort, env),
    changesKeptDays: readNumber(changesKept, env),
    changesKeptRows: readNumber(changesKeptRows, env),
    corsOrigins: originsOf(corsOrigin, env),
    trustedProxies: proxiesOf(trustedProxies, env),
    loopLeaseMs: readNumber(loopLease, env),
    loopPiecesPerIteration: readNumber(loopPieces, env),
    maxRunningLoops: readNumber(maxRunning, env),
    webhookHosts: webhookHostsOf(env),
    databaseUrl: databaseUrlOf(env),
    model: modelOf(env),
    embedding: embeddingOf(env),
    telemetry: telemetryOf(env),
  };
}

/** An environment has many unrelated variables, so only a near miss is reported as a mistake. */
function refuseMisspelled(name: string): void {
  if (settingRows.some((row) => row.name === name)) return;
  const meant = settingRows.find((row) => isMisspelled(name, row.name));
  if (meant !== undefined)
    throw new UsageError(`the environment variable ${name} is not a setting; write ${meant.name}`);
}

function readNumber({ name, default: standard, least, most }: NumberRow, env: NodeJS.ProcessEnv): number {
  const text = env[name];
  if (text === undefined) return standard;
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new UsageError(
    `${name} must be a whole number from ${String(least)} to ${String(most)}, not \`${text}\``,
  );
}

function modelOf(env: NodeJS.ProcessEnv): ModelSettings | undefined {
  const timeoutMs = readNumber(modelTimeout, env);
  const names = { url: modelUrl.name, name: modelName.name, key: modelKey.name };
  const endpoint = endpointOf(env, names);
  return endpoint && { ...endpoint, timeoutMs };
}

function originsOf({ name }: SettingRow, env: NodeJS.ProcessEnv): readonly string[] {
  const origins = listOf(env[name]);
  // The `Origin` header of a browser has no path and no trailing slash.
  for (const origin of origins)
    if (URL.parse(origin)?.origin !== origin || origin === "null")
      throw new UsageError(`${name} must be origins such as https://app.example.com, not \`${origin}\``);
  return origins;
}

function proxiesOf({ name }: SettingRow, env: NodeJS.ProcessEnv): readonly string[] {
  const proxies = listOf(env[name]);
  for (const proxy of proxies)
    if (!isNetwork(proxy))
      throw new UsageError(`${name} must be addresses or networks such as 10.0.0.0/8, not \`${proxy}\``);
  return proxies;
}

/** Whether a text is an address, or an address with a prefix length. */
function isNetwork(text: string): boolean {
  const { address = "", bits = "1" } = /^(?<address>[^/%]+)(?:\/(?<bits>\d{1,3}))?$/.exec(text)?.groups ?? {};
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  // A prefix length of 0 would trust `X-Forwarded-For` from any client.
  return Number(bits) >= 1 && Number(bits) <= most;
}

function listOf(text = ""): readonly string[] {
  return text === "" ? [] : text.split(",").map((each) => each.trim());
}

/** The options of the connection pool for servers and workers. */
export function poolOptionsOf({ databasePoolSize, isDatabasePooled, loopLeaseMs }: Settings): PoolOptions {
  // A process that is suspended during a commit locks its loop and the credits of its organization: at most for the length of a lease.
  return {
    size: databasePoolSize,
    isPooled: isDatabasePooled,
    idleInTransactionMs: Math.max(2000, loopLeaseMs),
  };
}

/** The settings of loops, the same for servers and workers. */
export function loopSettingsOf({ loopLeaseMs, loopPiecesPerIteration, maxRunningLoops, model }: Settings) {
  return {
    leaseMs: loopLeaseMs,
    piecesPerIteration: loopPiecesPerIteration,
    maxRunning: maxRunningLoops,
    hasModel: model !== undefined,
    // Longer than a worker takes to start again.
    workerSilenceMs: Math.max(15_000, 3 * loopLeaseMs),
  };
}
