// What a command is: a row of the table that the program dispatches by and makes its help from.
import type { Catalog } from "../semantics/catalog.ts";
import type { Arguments } from "./arguments.ts";
import type { ExitStatus } from "./failure.ts";
import type { FlagName, FlagRow } from "./flags.ts";
import type { Io } from "./io.ts";
import type { Paint } from "./output/colour.ts";

/** What a command runs with. */
export interface CommandContext {
  readonly io: Io;
  /** What follows the command's name. */
  readonly args: Arguments;
  /** Colours for standard error. */
  readonly paint: Paint;
  /** Colours for standard output. */
  readonly outputPaint: Paint;
  /** The names there are, if a catalog was given. */
  readonly catalog: Catalog | undefined;
  /** Milliseconds since 1970, read once. */
  readonly now: number;
}

/** Whether a command has a flag. */
export function hasFlag({ flags, withoutFlags = [] }: Command, { name, common }: FlagRow): boolean {
  return common ? !withoutFlags.includes(name) : flags.includes(name);
}

/** One command. */
export interface Command {
  readonly name: string;
  /** One line, in the list of commands. */
  readonly summary: string;
  /** What follows the name, one member a way to call it. */
  readonly usage: readonly string[];
  /** Lines of help beyond the summary and the flags. */
  readonly details: readonly string[];
  /** Its own flags, in addition to the common ones. */
  readonly flags: readonly FlagName[];
  /** The common flags that it does not have. */
  readonly withoutFlags?: readonly FlagName[];
  /** Arguments as one would type them in a shell, each with what it shows. */
  readonly examples: readonly { readonly does: string; readonly line: string }[];
  /** True if it reads the catalog itself, so that `context.catalog` is undefined. */
  readonly readsCatalog?: boolean;
  readonly run: (context: CommandContext) => Promise<ExitStatus>;
}
