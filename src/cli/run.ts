// One run of the program: from its arguments to its exit status.
import manifest from "../../package.json" with { type: "json" };
import { closestName } from "../text/closest.ts";
import { listing, show, visible } from "../text/show.ts";
import { type Arguments, readArguments } from "./arguments.ts";
import { type Command, hasFlag } from "./command.ts";
import { check } from "./commands/check.ts";
import { compare } from "./commands/compare.ts";
import { compile } from "./commands/compile.ts";
import { explain } from "./commands/explain.ts";
import { format } from "./commands/format.ts";
import { lsp } from "./commands/lsp.ts";
import { match } from "./commands/match.ts";
import { sql } from "./commands/sql.ts";
import { tokens } from "./commands/tokens.ts";
import { ClosedPipe, type ExitStatus, Failure } from "./failure.ts";
import { flags } from "./flags.ts";
import { commandHelp, programHelp } from "./help.ts";
import { readCatalog } from "./input/catalog.ts";
import { readInstant } from "./input/instant.ts";
import type { Io, Output } from "./io.ts";
import { hasColours, type Paint, paintWith } from "./output/colour.ts";

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  check,
  compare,
  compile,
  explain,
  format,
  lsp,
  match,
  sql,
  tokens,
];

/** Runs the program. Resolves when everything is written; never rejects. */
export async function run(argv: readonly string[], io: Io): Promise<ExitStatus> {
  try {
    return await dispatch(argv, io);
  } catch (error) {
    if (error instanceof ClosedPipe) return 0;
    // If standard error is closed too, only the status is left.
    await io.stderr.write(`slice-cql: ${describe(error)}\n`).catch(() => undefined);
    return 2;
  }
}

/** A usage error takes one line; anything else is a bug, which needs a stack trace. */
function describe(error: unknown): string {
  if (error instanceof Failure) return error.message;
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `this is a bug in slice-cql, please report it: ${trace.split("\n").map(visible).join("\n")}`;
}

async function dispatch(argv: readonly string[], io: Io): Promise<ExitStatus> {
  const args = readArguments(
    argv,
    commands.map(({ name }) => name),
  );
  const [name, ...positionals] = args.positionals;
  if (args.given.has("version")) return await print(io, `${manifest.version}\n`);
  if (name === undefined) {
    if (args.given.has("help")) return await print(io, programHelp(commands));
    await io.stderr.write(programHelp(commands));
    return 2;
  }
  if (name === "help") return await printHelp(positionals[0], io);
  const command = commandNamed(name);
  if (args.given.has("help")) return await print(io, commandHelp(command));
  requireOwnFlags(command, args);
  return await start(command, { ...args, positionals }, io);
}

async function start(command: Command, args: Arguments, io: Io): Promise<ExitStatus> {
  const { given } = args;
  const paintFor = ({ isTTY }: Output): Paint => paintWith(hasColours(given.get("color"), io.env, isTTY));
  const [paint, outputPaint] = [paintFor(io.stderr), paintFor(io.stdout)];
  const now = given.get("now");
  const instant = now === undefined ? io.now() : readInstant(now);
  const path = given.get("catalog");
  const isRead = path === undefined || command.readsCatalog === true;
  const catalog = isRead ? undefined : await readCatalog(io, path);
  return await command.run({ io, args, paint, outputPaint, catalog, now: instant });
}

async function printHelp(name: string | undefined, io: Io): Promise<ExitStatus> {
  return await print(io, name === undefined ? programHelp(commands) : commandHelp(commandNamed(name)));
}

async function print(io: Io, text: string): Promise<ExitStatus> {
  await io.stdout.write(text);
  return 0;
}

function commandNamed(name: string): Command {
  const command = commands.find((each) => each.name === name);
  if (command !== undefined) return command;
  const closest = closestCommand(name);
  if (closest !== undefined) throw new Failure(`unknown command ${show(name)}; did you mean \`${closest}\`?`);
  const advice = name.includes(":") ? "write a command before the query" : "the commands are";
  throw new Failure(
    `unknown command ${show(name)}; ${advice}: ${commands.map((each) => each.name).join(", ")}`,
  );
}

const closestCommand = closestName(commands.map(({ name }) => name));

function requireOwnFlags(command: Command, { given }: Arguments): void {
  const { name } = command;
  for (const flag of flags) {
    if (hasFlag(command, flag) || !given.has(flag.name)) continue;
    const having = commands.filter((each) => hasFlag(each, flag)).map((each) => `\`${each.name}\``);
    const who = flag.common ? "the other commands" : listing(having, "and");
    throw new Failure(
      `\`${name}\` has no flag --${flag.name}; ${who} ${having.length === 1 ? "has" : "have"} it`,
    );
  }
}
