// What a command is made of.

import type { Settings } from "./settings.ts";

/** A flag of a command. */
export interface Flag {
  readonly type: "string" | "boolean";
  /** The placeholder of its value in the help. */
  readonly value?: string;
  /** Whether the command does nothing without it. */
  readonly required?: boolean;
  /** Whether it may be given more than once. */
  readonly repeats?: boolean;
  readonly help: string;
}

/** The argument after the name of a command, without a flag. */
export interface Argument {
  readonly name: string;
  /** Whether flags may say the same instead. */
  readonly isOptional?: boolean;
  readonly help: string;
}

/** What was written after the name of a command. */
export interface Input<Name extends string> {
  /** Empty for a command without one, and where it may be left out and is. */
  readonly argument: string;
  /** What was given for a flag. */
  readonly text: (flag: Name) => string | undefined;
  /** All that was given for a flag that repeats. */
  readonly all: (flag: Name) => readonly string[];
  /** What was given for a flag that must be there. */
  readonly required: (flag: Name) => string;
  /** Whether a flag without a value was given. */
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
  /** What else the command's own help says. */
  readonly details?: string;
}

/** A command, as its file declares it. */
export interface CommandOf<Name extends string, Options> extends Described {
  readonly flags: Readonly<Record<Name, Flag>>;
  /** What the arguments ask for. Throws a `UsageError`. */
  readonly options: (input: Input<Name>) => Options;
  /** Returns the exit status, if it is not 0. */
  readonly run: (options: Options) => Promise<number | void>;
}

/** A command whose arguments were read. */
export interface Ready {
  /** The name of the command. */
  readonly kind: string;
  readonly options: unknown;
  /** Returns the exit status. */
  readonly run: () => Promise<number>;
}

/** A command, as the table has it. */
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
