// The flags, in the one table that arguments are read by and help is made from.
import { dialects } from "../backends/sql/dialects.ts";

/** One flag. */
export interface FlagRow {
  readonly name: FlagName;
  readonly short?: string;
  /** What its value is called; without it the flag takes none. */
  readonly value?: string;
  /** All the values there are, if they can be counted. */
  readonly choices?: readonly string[];
  /** Whether every command has it; the others are named by the commands that have them. */
  readonly common: boolean;
  /** What it does, each member one line of help. */
  readonly help: readonly string[];
}

/** The name of a flag, without its dashes. */
export type FlagName =
  | "fix"
  | "count"
  | "by"
  | "skip-bad"
  | "dialect"
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
    help: ["Print the mended query; with --file, write it back"],
  },
  { name: "count", common: false, help: ["Print only how many entities are in the slice"] },
  {
    name: "by",
    value: "PATH",
    common: false,
    help: ["Print how many there are of each value of a property,", "such as type or version.upstream"],
  },
  {
    name: "skip-bad",
    common: false,
    help: ["Pass over lines that are not entities, and say which and how many"],
  },
  {
    name: "dialect",
    value: "NAME",
    choices: dialects,
    common: false,
    help: ["Write SQL for postgres, sqlite, duckdb or mysql (MariaDB too)"],
  },
  {
    name: "stdio",
    common: false,
    help: ["Speak over standard input and output, which it does anyway; editors", "add this flag"],
  },
  {
    // The protocol names it, unlike the others in camel case.
    name: "clientProcessId",
    value: "PID",
    common: false,
    help: ["End with the process of this number, as editors ask for"],
  },
  { name: "file", value: "FILE", common: true, help: ["Read the query from a file"] },
  {
    name: "catalog",
    value: "FILE",
    common: true,
    help: ["Look names up in a JSON file; its form is in `slice-cql --help`"],
  },
  {
    name: "now",
    value: "INSTANT",
    common: true,
    help: ["What relative dates count from, such as 2026-11-20T12:00:00Z", "(default: the clock)"],
  },
  { name: "json", common: true, help: ["Print JSON for programs, of a refused query too"] },
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
