// Parses the arguments of the program into a command.

import { parseArgs } from "node:util";
import { isMisspelled } from "../values/distance.ts";
import { commands } from "./commands/table.ts";
import type { Command, Flag, Input, Ready } from "./define.ts";
import { UsageError } from "./failure.ts";
import { helpOf, helpText } from "./help.ts";
import { readSettings, type Settings } from "./settings.ts";

/** What the arguments ask for. */
export type Invocation =
  | { readonly kind: "help"; readonly text: string }
  | { readonly kind: "version" }
  | Ready;

/** Flags of the program itself. */
const ofProgram: Readonly<Record<string, Flag & { readonly short?: string }>> = {
  help: { type: "boolean", short: "h", help: "Print the help" },
  version: { type: "boolean", help: "Print the version" },
};

/** Reads arguments and environment. Throws a {@link UsageError} that says what to write. */
export function parseCommand(args: readonly string[], env: NodeJS.ProcessEnv): Invocation {
  const words = positionalsOf(args);
  const command = commands.find(({ name }) => name === words.slice(0, name.split(" ").length).join(" "));
  const values = command === undefined ? wordless(args) : parsed(args, command);
  if (values.has("help"))
    return { kind: "help", text: command === undefined ? helpText(words) : helpOf(command) };
  if (values.has("version")) return { kind: "version" };
  if (command === undefined) throw new UsageError(unknownCommand(words));
  const rest = words.slice(command.name.split(" ").length);
  return command.read(parseInput(command, rest, values, () => readSettings(env)));
}

/** The arguments that are neither flags nor values of flags. A flag has the same type in all commands. */
function positionalsOf(args: readonly string[]): readonly string[] {
  const options = Object.fromEntries(
    [ofProgram, ...commands.map(({ flags }) => flags)].flatMap((flags) => Object.entries(flags)),
  );
  return parseArgs({ args: [...args], options, allowPositionals: true, strict: false }).positionals;
}

/** The values given for each flag; usually one. */
type Values = ReadonlyMap<string, readonly string[]>;

function parsed(args: readonly string[], { flags }: Pick<Command, "flags">): Values {
  const options: Command["flags"] = { ...flags, ...ofProgram };
  try {
    const { tokens } = parseArgs({ args: [...args], options, allowPositionals: true, tokens: true });
    const values = new Map<string, readonly string[]>();
    for (const token of tokens) {
      if (token.kind !== "option") continue;
      const given = values.get(token.name) ?? [];
      if (given.length > 0 && options[token.name]?.repeats !== true)
        throw new UsageError(`--${token.name} was given twice`);
      values.set(token.name, [...given, token.value ?? ""]);
    }
    return values;
  } catch (error) {
    // The second sentence of Node's message is about file names with a leading hyphen.
    const [sentence = ""] = error instanceof TypeError ? error.message.split(". ") : [];
    if (sentence === "") throw error;
    throw new UsageError(`${sentence}; ${hintFor(sentence, Object.keys(options))}see --help`);
  }
}

/** Without a command, only a flag of the program can be valid. Other mistakes are reported once there is a command. */
function wordless(args: readonly string[]): Values {
  const isThere = (name: string, short?: string): boolean =>
    args.includes(`--${name}`) || (short !== undefined && args.includes(`-${short}`));
  const found = Object.entries(ofProgram).filter(([name, { short }]) => isThere(name, short));
  return new Map(found.map(([name]) => [name, []]));
}

function hintFor(sentence: string, flags: readonly string[]): string {
  const written = /^Unknown option '--([^']*)'/.exec(sentence)?.[1];
  const meant = written === undefined ? undefined : flags.find((flag) => isMisspelled(written, flag));
  return meant === undefined ? "" : `write --${meant}, or `;
}

function unknownCommand(words: readonly string[]): string {
  const [first, second = ""] = words;
  if (first === undefined) return "no command given; write `serve`, or see --help";
  const group = commands.filter(({ name }) => name.startsWith(`${first} `)).map(({ name }) => name);
  const written = group.length > 0 || second !== "" ? `${first} ${second}`.trim() : first;
  const meant = commands.find(({ name }) =>
    isMisspelled(name.includes(" ") ? `${first} ${second}` : first, name),
  );
  if (meant !== undefined) return `\`${written}\` is not a command; write \`${meant.name}\`, or see --help`;
  if (group.length > 0)
    return `\`${written}\` is not a command; write ${group.map((name) => `\`${name}\``).join(" or ")}, or see --help`;
  return `\`${first}\` is not a command; see --help`;
}

function parseInput(
  { name, argument, flags }: Command,
  rest: readonly string[],
  values: Values,
  settings: () => Settings,
): Input<string> {
  const [given, ...others] = rest;
  const extra = argument === undefined ? given : others[0];
  if (extra !== undefined)
    throw new UsageError(
      `\`${name}\` takes ${argument === undefined ? "no argument" : "one argument"}, but got \`${extra}\``,
    );
  if (argument !== undefined && argument.isOptional !== true && given === undefined)
    throw new UsageError(`\`${name}\` needs ${argument.name}: ${argument.help}`);
  const required = (flag: string): string => {
    const value = values.get(flag)?.[0];
    if (value !== undefined && value.trim() !== "") return value;
    throw new UsageError(`\`${name}\` needs --${flag} ${flags[flag]?.value ?? ""}; see --help`);
  };
  return {
    argument: given ?? "",
    text: (flag) => values.get(flag)?.[0],
    all: (flag) => values.get(flag) ?? [],
    required,
    isSet: (flag) => values.has(flag),
    settings: settings(),
  };
}
