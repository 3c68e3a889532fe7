// The types that define a command.

import type { Settings } from "./settings.ts";

/** A flag of a command. */
export interface Flag {
  readonly type: "string" | "boolean";
  /** The placeholder of its value in the help. */
  readonly value?: string;
  /** Whether the command needs it. */
  readonly required?: boolean;
  /** Whether it may be given more than once. */
  readonly repeats?: boolean;
  readonly help: string;
}

/** The positional argument after the name of a command. */
export interface Argument {
  readonly name: string;
  /** Whether flags can be given instead of it. */
  readonly isOptional?: boolean;
  readonly help: string;
}

/** The arguments of a command, as written. */
export interface Input<Name extends string> {
  /** The positional argument; empty if the command has none or it was left out. */
  readonly argument: string;
  /** The value of a flag. */
  readonly text: (flag: Name) => string | undefined;
  /** All values of a repeatable flag. */
  readonly all: (flag: Name) => readonly string[];
  /** The value of a required flag. */
  readonly required: (flag: Name) => string;
  /** Whether a boolean flag was given. */
  readonly isSet: (flag: Name) => boolean;
  readonly settings: Settings;
}

/** The help of a command, and how its arguments are read. */
interface Described {
  /** One word or two, such as `key create`. */
  readonly name: string;
  readonly argument?: Argument;
  /** One line of the program's help. */
  readonly help: string;
  /** More text for the command's own help. */
  readonly details?: string;
}

/** A command, as its file declares it. */
export interface CommandOf<Name extends string, Options> extends Described {
  readonly flags: Readonly<Record<Name, Flag>>;
  /** Reads the options from the arguments. Throws a `UsageError`. */
  readonly options: (input: Input<Name>) => Options;
  /** Returns the exit status, if it is not 0. */
  readonly run: (options: Options) => Promise<number | void>;
}

/** A command with its options, ready to run. */
export interface Ready {
  /** The name of the command. */
  readonly kind: string;
  readonly options: unknown;
  /** Returns the exit status. */
  readonly run: () => Promise<number>;
}

/** A command as the table of commands holds it. */
export interface Command extends Described {
  readonly flags: Readonly<Record<string, Flag>>;
  readonly read: (input: Input<string>) => Ready;
}

/** Hides the types of a command's own flags and options, so that all commands fit in one table. */
export function defineCommand<Name extends string, Options>(command: CommandOf<Name, Options>): Command {
  return {
    ...command,
    read: (input) => {
      const options = command.options(input);
      return { kind: command.name, options, run: async () => (await command.run(options)) ?? 0 };
    },
  };
}
