// The settings: environment variables, all checked before anything starts.

import { isMisspelled } from "./misspelled.ts";
import { UsageError } from "./usage-error.ts";

/** One setting, as the help shows it. */
export interface SettingRow {
  readonly name: string;
  /** Missing: nothing holds where it is not set. */
  readonly default?: number;
  readonly help: string;
}

/** A whole number. */
interface NumberRow extends SettingRow {
  readonly default: number;
  readonly least: number;
  readonly most: number;
}

/** What the environment decides. */
export interface Settings {
  readonly shutdownGraceMs: number;
  readonly rateLimitPerMinute: number;
  readonly databasePoolSize: number;
  /** The port of the figures; 0 for none. */
  readonly metricsPort: number;
  /** Missing: the embedded database. */
  readonly databaseUrl: string | undefined;
  /** The origins whose pages may ask the service from a browser. */
  readonly corsOrigins: readonly string[];
}

const shutdownGrace: NumberRow = {
  name: "SHUTDOWN_GRACE_MS",
  default: 10_000,
  least: 0,
  most: 600_000,
  help: "How long requests may go on after SIGTERM, in milliseconds",
};

const rateLimit: NumberRow = {
  name: "RATE_LIMIT_PER_MINUTE",
  default: 600,
  least: 1,
  most: 1_000_000,
  help: "How many requests a key may make in a minute",
};

const poolSize: NumberRow = {
  name: "DATABASE_POOL_SIZE",
  default: 10,
  least: 1,
  most: 1000,
  help: "How many connections to the database are open at most",
};

const metricsPort: NumberRow = {
  name: "METRICS_PORT",
  default: 0,
  least: 0,
  most: 65_535,
  help: "The port on which /metrics answers, on the address of --host; 0 for none",
};

const databaseUrl: SettingRow = {
  name: "DATABASE_URL",
  help: "Your own PostgreSQL (15 or later), as postgres://USER:PASSWORD@HOST/NAME, in place of the embedded one",
};

const corsOrigin: SettingRow = {
  name: "CORS_ORIGIN",
  help: "The origins whose pages may call the API from a browser, separated by commas",
};

/** Every setting, in the order of the help. */
export const settingRows: readonly SettingRow[] = [
  databaseUrl,
  poolSize,
  corsOrigin,
  metricsPort,
  rateLimit,
  shutdownGrace,
];

/** The settings of an environment. Throws a {@link UsageError} for a malformed value and for a misspelled name. */
export function settingsOf(env: NodeJS.ProcessEnv): Settings {
  for (const name of Object.keys(env)) refuseMisspelled(name);
  return {
    shutdownGraceMs: numberOf(shutdownGrace, env),
    rateLimitPerMinute: numberOf(rateLimit, env),
    databasePoolSize: numberOf(poolSize, env),
    metricsPort: numberOf(metricsPort, env),
    corsOrigins: originsOf(corsOrigin, env),
    databaseUrl: urlOf(env),
  };
}

/** An environment is full of variables of others, so only a near miss can be called a mistake. */
function refuseMisspelled(name: string): void {
  if (settingRows.some((row) => row.name === name)) return;
  const meant = settingRows.find((row) => isMisspelled(name, row.name));
  if (meant !== undefined)
    throw new UsageError(`the environment variable ${name} is not a setting; write ${meant.name}`);
}

function numberOf({ name, default: standard, least, most }: NumberRow, env: NodeJS.ProcessEnv): number {
  const text = env[name];
  if (text === undefined) return standard;
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new UsageError(
    `${name} must be a whole number from ${String(least)} to ${String(most)}, not \`${text}\``,
  );
}

/** The value is not repeated in the message: it may hold a password. */
function urlOf(env: NodeJS.ProcessEnv): string | undefined {
  const text = env[databaseUrl.name];
  if (text === undefined) return undefined;
  if (/^postgres(?:ql)?:$/.test(URL.parse(text)?.protocol ?? "")) return text;
  throw new UsageError(`${databaseUrl.name} must be a URL such as postgres://user:password@host:5432/name`);
}

function originsOf({ name }: SettingRow, env: NodeJS.ProcessEnv): readonly string[] {
  const text = env[name] ?? "";
  const origins = text === "" ? [] : text.split(",").map((each) => each.trim());
  // What a browser sends has no path and no slash at the end.
  for (const origin of origins)
    if (URL.parse(origin)?.origin !== origin || origin === "null")
      throw new UsageError(`${name} must be origins such as https://app.example.com, not \`${origin}\``);
  return origins;
}
