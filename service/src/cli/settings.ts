// The settings: environment variables, all checked before anything starts.

import { isMisspelled } from "./misspelled.ts";
import { UsageError } from "./usage-error.ts";

/** One setting. All of them are whole numbers today. */
export interface SettingRow {
  readonly name: string;
  readonly default: number;
  readonly least: number;
  readonly most: number;
  readonly help: string;
}

/** What the environment decides. */
export interface Settings {
  readonly shutdownGraceMs: number;
}

const shutdownGrace: SettingRow = {
  name: "SHUTDOWN_GRACE_MS",
  default: 10_000,
  least: 0,
  most: 600_000,
  help: "How long requests may go on after SIGTERM, in milliseconds",
};

/** Every setting, in the order of the help. */
export const settingRows: readonly SettingRow[] = [shutdownGrace];

/** The settings of an environment. Throws a {@link UsageError} for a malformed value and for a misspelled name. */
export function settingsOf(env: NodeJS.ProcessEnv): Settings {
  for (const name of Object.keys(env)) refuseMisspelled(name);
  return { shutdownGraceMs: numberOf(shutdownGrace, env) };
}

/** An environment is full of variables of others, so only a near miss can be called a mistake. */
function refuseMisspelled(name: string): void {
  if (settingRows.some((row) => row.name === name)) return;
  const meant = settingRows.find((row) => isMisspelled(name, row.name));
  if (meant !== undefined)
    throw new UsageError(`the environment variable ${name} is not a setting; write ${meant.name}`);
}

function numberOf({ name, default: standard, least, most }: SettingRow, env: NodeJS.ProcessEnv): number {
  const text = env[name];
  if (text === undefined) return standard;
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new UsageError(
    `${name} must be a whole number from ${String(least)} to ${String(most)}, not \`${text}\``,
  );
}
