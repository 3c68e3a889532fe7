// Help, made from the tables of flags and commands.
import { type Command, hasFlag } from "./command.ts";
import { type FlagRow, flags } from "./flags.ts";

/** What `slice-cql --help` prints. */
export function programHelp(commands: readonly Command[]): string {
  const first = commands.flatMap(({ name, examples }) =>
    examples.slice(0, 1).map(({ does, line }) => ({ does, line: `${name} ${line}` })),
  );
  return sections([
    [
      "slice-cql checks, compiles and runs CQL, the small language that names a slice of a store of entities.",
    ],
    [
      "Usage: slice-cql COMMAND QUERY [FLAGS]",
      "       slice-cql compare A B [FLAGS]",
      "       slice-cql match QUERY ENTITIES.ndjson... [FLAGS]",
    ],
    ["Commands:", ...columns(commands.map(({ name, summary }) => [name, [summary]]))],
    [
      "The query is one argument in quotes, `-` for standard input, or --file FILE:",
      '  type:Person shape:"Sales CRM" source:gmail after:3mo before:2026-01-01',
      "Terms of one kind are united, different kinds are intersected.",
    ],
    ["Flags of every command:", ...flagLines(flags.filter(({ common }) => common))],
    [
      "A catalog is a JSON file with the names that a query may use, and their IDs:",
      '  { "shapes": [{ "id": "…", "name": "Sales CRM" }], "sources": [{ "id": "…", "name": "gmail" }],',
      '    "types": ["Person", "Company"] }',
      "Every member is optional.",
    ],
    [
      "With --json, standard output has one JSON value whatever the outcome (`match` without --count or",
      '--by: the entities). For a refused query it is {"ok": false, "query": …, "now": …, "diagnostics": […]},',
      "but `check` and `tokens` print the same as for any query. Standard error has the reason as text.",
      "With exit status 2 there is no JSON value, only text on standard error.",
    ],
    ["Examples:", ...exampleLines(first)],
    exitStatus,
    ["See `slice-cql COMMAND --help` for details of a command."],
  ]);
}

/** What `slice-cql COMMAND --help` prints. */
export function commandHelp(command: Command): string {
  const { name, summary, usage, details, examples } = command;
  return sections([
    [`slice-cql ${name}: ${summary}`],
    usage.map((words, index) => `${index === 0 ? "Usage:" : "      "} slice-cql ${name} ${words}`),
    details,
    ["Flags:", ...flagLines(flags.filter((flag) => hasFlag(command, flag)))],
    ["Examples:", ...exampleLines(examples.map(({ does, line }) => ({ does, line: `${name} ${line}` })))],
    exitStatus,
  ]);
}

const exitStatus: readonly string[] = [
  "Exit status: 0 success (even with warnings, without --deny-warnings), 1 the query is refused,",
  "2 usage error, an unreadable file, or with `match` a line that is not an entity (earlier output is kept).",
];

function sections(parts: readonly (readonly string[])[]): string {
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

function flagLines(shown: readonly FlagRow[]): readonly string[] {
  return columns(
    shown.map(({ name, short, value, help }) => {
      const word = `${short === undefined ? "" : `-${short}, `}--${name}`;
      return [value === undefined ? word : `${word} ${value}`, help];
    }),
  );
}

function columns(rows: readonly (readonly [left: string, right: readonly string[]])[]): readonly string[] {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return rows.flatMap(([left, right]) =>
    right.map((line, index) => `  ${(index === 0 ? left : "").padEnd(width)}${line}`),
  );
}

function exampleLines(
  examples: readonly { readonly does: string; readonly line: string }[],
): readonly string[] {
  return examples.flatMap(({ does, line }) => [`  # ${does}`, `  slice-cql ${line}`]);
}
