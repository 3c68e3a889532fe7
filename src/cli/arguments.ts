// From the words of a command line to flags and the rest.
import { closestName } from "../text/closest.ts";
import { listing, show } from "../text/show.ts";
import { Failure } from "./failure.ts";
import { type FlagName, type FlagRow, flags } from "./flags.ts";

// To import the module would run the getters of all that it exports, in every start; Node 22.0 to 22.2 offer nothing else.
const builtin: Partial<Pick<typeof process, "getBuiltinModule">> = process;
const { parseArgs } = builtin.getBuiltinModule?.("node:util") ?? (await import("node:util"));

/** The parsed arguments of a command line. */
export interface Arguments {
  readonly positionals: readonly string[];
  /** The given flags, with their values; empty for a flag without one. */
  readonly given: ReadonlyMap<FlagName, string>;
}

/**
 * Reads the arguments. Fails on an unknown or malformed flag; `commands` are
 * the names that such a message looks for, to say whose help to read.
 */
export function readArguments(argv: readonly string[], commands: readonly string[]): Arguments {
  const { tokens } = parseArgs({
    args: [...argv],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const positionals: string[] = [];
  const given = new Map<FlagName, string>();
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const flag = flags.find(({ name }) => name === token.name);
    // An unknown group such as -type:Person is taken apart letter by letter; a person wrote one word.
    if (flag === undefined) {
      const command = argv.find((word) => commands.includes(word));
      throw new Failure(unknownFlag(argv[token.index] ?? token.rawName, command));
    }
    const value = valueOf(flag, token.value, token.inlineValue === true);
    if (flag.value !== undefined && given.has(flag.name)) throw new Failure(`--${flag.name} is given twice`);
    given.set(flag.name, value);
  }
  return { positionals, given };
}

const options: NonNullable<Parameters<typeof parseArgs>[0]>["options"] = Object.fromEntries(
  flags.map(({ name, short, value }) => [
    name,
    { type: value === undefined ? "boolean" : "string", ...(short === undefined ? {} : { short }) },
  ]),
);

function valueOf(flag: FlagRow, value: string | undefined, inline: boolean): string {
  const name = `--${flag.name}`;
  if (flag.value === undefined) {
    if (value !== undefined) throw new Failure(`${name} takes no value: write ${name}`);
    return "";
  }
  const isFlag = value !== undefined && !inline && /^-./u.test(value);
  if (value === undefined || value === "" || isFlag) {
    const what = flag.choices === undefined ? flag.value : listing(flag.choices, "or");
    throw new Failure(`${name} needs a value: write ${name} ${what}`);
  }
  return value;
}

function unknownFlag(written: string, command: string | undefined): string {
  const [word = written] = written.split("=", 1);
  return `unknown flag ${show(word)}; ${adviceOn(word, command)}`;
}

function adviceOn(word: string, command: string | undefined): string {
  if (!/^--[\w-]+$/u.test(word)) return "put a query that begins with `-` after ` -- `";
  const closest = closestFlag(word.slice(2));
  if (closest !== undefined) return `did you mean \`--${closest}\`?`;
  return `see \`slice-cql ${command === undefined ? "" : `${command} `}--help\``;
}

const closestFlag = closestName(flags.map(({ name }) => name));
