// The flags, in the one table that arguments are read by and help is made from.
import { dialectNames } from "../backends/sql/dialects.ts";
import { listing } from "../text/show.ts";

/** One flag. */
export interface FlagRow {
  readonly name: FlagName;
  readonly short?: string;
  /** The name of its value; omitted if the flag takes none. */
  readonly value?: string;
  /** All the values there are, if they can be counted. */
  readonly choices?: readonly string[];
  /** Whether every command has it that does not say otherwise; the others are named by the commands that have them. */
  readonly common: boolean;
  /** What it does, each member one line of help. */
  readonly help: readonly string[];
}

/** The name of a flag, without its dashes. */
export type FlagName =
  | "fix"
  | "deny-warnings"
  | "count"
  | "by"
  | "skip-bad"
  | "dialect"
  | "inline"
  | "stdio"
  | "clientProcessId"
  | "file"
  | "catalog"
  | "now"
  | "json"
  | "color"
  | "help"
  | "version";

/** Every flag, in the order of the help. */
export const flags: readonly FlagRow[] = [
  {
    name: "fix",
    common: false,
    help: ["Print the fixed query; with --file, rewrite the file"],
  },
  {
    name: "deny-warnings",
    common: false,
    help: ["Treat warnings as errors"],
  },
  { name: "count", common: false, help: ["Print only how many entities are in the slice"] },
  {
    name: "by",
    value: "PATH",
    common: false,
    help: ["Print the number of entities for each value of a property,", "such as type or version.upstream"],
  },
  {
    name: "skip-bad",
    common: false,
    help: ["Skip lines that are not entities, and report which and how many"],
  },
  {
    name: "dialect",
    value: "NAME",
    choices: dialectNames,
    common: false,
    help: [`Write SQL for ${listing(dialectNames, "or")} (MariaDB too)`],
  },
  {
    name: "inline",
    common: false,
    help: ["Write the values into the expression, for reading it and trying", "it by hand"],
  },
  {
    name: "stdio",
    common: false,
    help: ["Use standard input and output, which is the default; some editors", "add this flag"],
  },
  {
    // The protocol names it, unlike the others in camel case.
    name: "clientProcessId",
    value: "PID",
    common: false,
    help: ["Exit when the process with this ID does, as editors request"],
  },
  { name: "file", value: "FILE", common: true, help: ["Read the query from a file"] },
  {
    name: "catalog",
    value: "FILE",
    common: true,
    help: ["Look up names in a JSON file; see `slice-cql --help` for its format"],
  },
  {
    name: "now",
    value: "INSTANT",
    common: true,
    help: ["What relative dates count back from, such as 2026-11-20T12:00:00Z", "(default: the clock)"],
  },
  { name: "json", common: true, help: ["Print JSON for programs, even if the query is refused"] },
  {
    name: "color",
    value: "WHEN",
    choices: ["auto", "always", "never"],
    common: true,
    help: ["auto (default: on a terminal, unless NO_COLOR is set), always", "or never"],
  },
  { name: "help", short: "h", common: true, help: ["Print help, with examples"] },
  { name: "version", common: true, help: ["Print the version"] },
];
