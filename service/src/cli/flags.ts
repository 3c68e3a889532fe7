// Flags that several commands have, and how the values of flags are read.

import type { Transaction } from "../database/transaction.ts";
import { type LogLevel, logLevels } from "../http/log.ts";
import { findOrganization, type IdAndName } from "../organizations/organizations.ts";
import { findProject, type Project } from "../organizations/projects.ts";
import type { Flag, Input } from "./define.ts";
import { UsageError } from "./failure.ts";

/** The defaults of flags. */
export const defaults: { readonly host: string; readonly port: number; readonly logLevel: LogLevel } = {
  host: "127.0.0.1",
  port: 7420,
  logLevel: "info",
};

/** The flag that says how much is logged. */
export const logFlag = {
  "log-level": {
    type: "string",
    value: "LEVEL",
    help: `${logLevels.join(", ")} (default: ${defaults.logLevel})`,
  },
} as const;

/** The level that {@link logFlag} names. Throws a {@link UsageError}. */
export function logLevelOf(text: string = defaults.logLevel): LogLevel {
  const level = logLevels.find((each) => each === text);
  if (level === undefined)
    throw new UsageError(`--log-level must be one of ${logLevels.join(", ")}, not \`${text}\``);
  return level;
}

/** An organization that must be given. */
export const organizationFlag: { readonly organization: Flag } = {
  organization: { type: "string", value: "O", required: true, help: "The organization, by name or ID" },
};

/** A project that must be given, and the organization if its name is not enough. */
export const projectFlags: { readonly project: Flag; readonly organization: Flag } = {
  project: { type: "string", value: "P", required: true, help: "The project, by name or ID" },
  organization: {
    type: "string",
    value: "O",
    help: "The organization of the project, by name or ID; needed if several have a project of that name",
  },
};

/** A project as it was written. */
export interface ProjectName {
  readonly project: string;
  readonly organization: string | undefined;
}

/** Reads the flags of {@link projectFlags}. */
export function projectNameOf({ required, text }: Input<"project" | "organization">): ProjectName {
  return { project: required("project"), organization: text("organization") };
}

/** The project that was meant. */
export async function lookUpProject(
  tx: Transaction,
  { project, organization }: ProjectName,
): Promise<Project> {
  const found: IdAndName | undefined =
    organization === undefined ? undefined : await findOrganization(tx, organization);
  return await findProject(tx, project, found);
}

/** The bounds of a number. */
export interface NumberBounds {
  readonly least: number;
  readonly most: number;
  /** Whether fractions are allowed. */
  readonly isShare?: boolean;
}

/** The number after a flag; undefined if the flag was left out. Throws a {@link UsageError} for anything else. */
export function numberAfter(
  flag: string,
  text: string | undefined,
  { least, most, isShare = false }: NumberBounds,
): number | undefined {
  if (text === undefined) return undefined;
  const form = isShare ? /^\d{1,10}(?:\.\d{1,15})?$/ : /^\d{1,10}$/;
  const number = form.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new UsageError(
    `--${flag} must be a ${isShare ? "" : "whole "}number from ${least} to ${most}, not \`${text}\``,
  );
}
