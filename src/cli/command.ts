// What a command is: a row of the table that the program dispatches by and makes its help from.
import type { Catalog } from "../semantics/catalog.ts";
import type { Arguments } from "./arguments.ts";
import type { ExitStatus } from "./failure.ts";
import type { FlagName } from "./flags.ts";
import type { Io } from "./io.ts";
import type { Paint } from "./output/colour.ts";

/** What a command runs with. */
export interface Context {
  readonly io: Io;
  /** What follows the command's name. */
  readonly args: Arguments;
  /** Colours for standard error. */
  readonly paint: Paint;
  /** The names there are, if a catalog was given. */
  readonly catalog: Catalog | undefined;
  /** Milliseconds since 1970, read once. */
  readonly now: number;
}

/** One command. */
export interface Command {
  readonly name: string;
  /** One line, in the list of commands. */
  readonly summary: string;
  /** What follows the name, one member a way to call it. */
  readonly usage: readonly string[];
  /** Lines of help that the summary and the flags do not say. */
  readonly details: readonly string[];
  /** Its flags beside the common ones. */
  readonly flags: readonly FlagName[];
  /** Arguments as one would type them in a shell, each with what it shows. */
  readonly examples: readonly { readonly does: string; readonly line: string }[];
  /** True if it reads the catalog by itself, and so `context.catalog` is not there. */
  readonly readsCatalog?: boolean;
  readonly run: (context: Context) => Promise<ExitStatus>;
}
