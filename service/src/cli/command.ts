// From the arguments to a command.

import { parseArgs } from "node:util";
import { type LogLevel, logLevels } from "../http/log.ts";
import { type Settings, settingsOf } from "./settings.ts";
import { UsageError } from "./usage-error.ts";

/** What the program can be asked to do. */
export type Command =
  | { readonly kind: "help" }
  | { readonly kind: "version" }
  | { readonly kind: "serve"; readonly options: ServeOptions };

/** How to serve. */
export interface ServeOptions extends Settings {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly logLevel: LogLevel;
}

/** What holds where no flag says otherwise. */
export const defaults: Pick<ServeOptions, "host" | "port" | "logLevel"> = {
  host: "127.0.0.1",
  port: 7420,
  logLevel: "info",
};

const flags = {
  port: { type: "string" },
  host: { type: "string" },
  "log-level": { type: "string" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
} as const;

/** The command that arguments and environment ask for. Throws a {@link UsageError} that says what to write. */
export function commandOf(args: readonly string[], env: NodeJS.ProcessEnv): Command {
  const { values, positionals } = parsed(args);
  if (values.help === true) return { kind: "help" };
  if (values.version === true) return { kind: "version" };
  const [command, extra] = positionals;
  if (command === undefined) throw new UsageError("no command was given; write `serve`, or see --help");
  if (command !== "serve")
    throw new UsageError(`\`${command}\` is not a command; write \`serve\`, or see --help`);
  if (extra !== undefined) throw new UsageError(`\`serve\` takes no argument, but got \`${extra}\``);
  const options: ServeOptions = {
    host: hostOf(values.host),
    port: portOf(values.port),
    logLevel: logLevelOf(values["log-level"]),
    ...settingsOf(env),
  };
  return { kind: "serve", options };
}

function parsed(args: readonly string[]): ReturnType<typeof parse> {
  try {
    return parse(args);
  } catch (error) {
    // The second sentence of Node's message is about file names with a leading hyphen.
    const [sentence = ""] = error instanceof TypeError ? error.message.split(". ") : [];
    if (sentence === "") throw error;
    throw new UsageError(`${sentence}; see --help`);
  }
}

function parse(args: readonly string[]): Pick<ParsedFlags, "values" | "positionals"> {
  const result = parseArgs({ args: [...args], options: flags, allowPositionals: true, tokens: true });
  const names = result.tokens.flatMap((token) => (token.kind === "option" ? [token.name] : []));
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  if (repeated !== undefined) throw new UsageError(`--${repeated} was given twice`);
  return result;
}

type ParsedFlags = ReturnType<
  typeof parseArgs<{ readonly options: typeof flags; readonly allowPositionals: true }>
>;

function hostOf(text: string = defaults.host): string {
  if (text === "") throw new UsageError("--host is empty; write an address such as 127.0.0.1 or 0.0.0.0");
  return text;
}

function portOf(text: string = String(defaults.port)): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535))
    throw new UsageError(`--port must be a number from 0 to 65535 (0 takes a free one), not \`${text}\``);
  return port;
}

function logLevelOf(text: string = defaults.logLevel): LogLevel {
  const level = logLevels.find((each) => each === text);
  if (level === undefined)
    throw new UsageError(`--log-level must be one of ${logLevels.join(", ")}, not \`${text}\``);
  return level;
}
