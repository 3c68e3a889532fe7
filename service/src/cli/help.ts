// The help, of the program and of each command.

import { program } from "../values/program.ts";
import { commands } from "./commands/table.ts";
import type { Command, Flag } from "./define.ts";
import { settingRows } from "./settings.ts";

/** What `--help` prints; with the first word of several commands, of these alone. */
export function helpText(words: readonly string[] = []): string {
  const group = commands.filter(({ name }) => name.startsWith(`${words[0] ?? ""} `));
  const shown = group.length > 0 ? group : commands;
  return `Usage: ${program} COMMAND [flags]

Commands:
${shown.map((command) => `  ${usageOf(command)}\n      ${command.help}\n`).join("")}
All but \`serve\` take --json, to print one JSON object, and --data DIR, the folder of the embedded database.
See COMMAND --help for details. --version prints the version.

${settingsText()}
${statusText}`;
}

/** What `COMMAND --help` prints. */
export function helpOf(command: Command): string {
  const { argument, flags, details } = command;
  const rows = Object.entries(flags).map(([name, flag]): Row => [writtenAs(name, flag), flag.help]);
  const ofArgument = argument === undefined ? [] : [[argument.name, argument.help] as const];
  return `Usage: ${program} ${usageOf(command)}

${command.help}.
${details === undefined ? "" : `${details}\n`}
Flags:
${table([...ofArgument, ...rows, ["-h, --help", "Print this help"], ["--version", "Print the version"]])}
${runsLong.includes(command.name) ? settingsText() : `Settings are environment variables, such as DATABASE_URL; \`${program} --help\` lists them.\n`}
${statusText}`;
}

/** Commands that run long; most settings are for them. */
const runsLong: readonly string[] = ["serve", "start", "worker"];

const statusText =
  "Exit status: 0 for success, 2 for wrong arguments or settings or an address that cannot be used, 1 for anything else.\n";

type Row = readonly [left: string, right: string];

/** Flags that nearly all commands have are left out: they would hide the others. */
const common: readonly string[] = ["json", "data", "verbose"];

function usageOf({ name, argument, flags }: Command): string {
  const shown = Object.entries(flags).filter(([flag]) => !common.includes(flag));
  const parts = shown.map(([flag, row]) =>
    row.required === true
      ? writtenAs(flag, row)
      : `[${writtenAs(flag, row)}]${row.repeats === true ? "…" : ""}`,
  );
  return [name, ...parts, ...(argument === undefined ? [] : [argument.name])].join(" ");
}

function writtenAs(name: string, { value }: Flag): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}

function settingsText(): string {
  const rows = settingRows.map(
    (row): Row => [
      row.name,
      row.default === undefined ? row.help : `${row.help} (default: ${String(row.default)})`,
    ],
  );
  return `Settings, as environment variables:\n${table(rows)}`;
}

function table(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join("");
}
