// The flag that sets the log level.

import { type LogLevel, logLevels } from "../http/log.ts";
import { defaults } from "./serve-options.ts";
import { UsageError } from "./usage-error.ts";

/** The flag. */
export const logFlag = {
  "log-level": {
    type: "string",
    value: "LEVEL",
    help: `${logLevels.join(", ")} (default: ${defaults.logLevel})`,
  },
} as const;

/** Reads the level. Throws a {@link UsageError}. */
export function logLevelOf(text: string = defaults.logLevel): LogLevel {
  const level = logLevels.find((each) => each === text);
  if (level === undefined)
    throw new UsageError(`--log-level must be one of ${logLevels.join(", ")}, not \`${text}\``);
  return level;
}
