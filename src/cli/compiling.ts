// Compiles the query of a command, and refuses it in the same way for all of them.
import { type CompileResult, compile, type Refused } from "../pipeline/compile.ts";
import { everyName } from "../semantics/catalog.ts";
import type { CommandContext } from "./command.ts";
import type { ExitStatus } from "./failure.ts";
import type { QueryText } from "./input/query-text.ts";
import { shownJson } from "./output/json-text.ts";
import { atLeast, report } from "./output/report.ts";

/** Compiles a query. Without a catalog every name stands for itself, and none is checked. */
export function compileQuery(
  { catalog = everyName, now, args }: CommandContext,
  { text }: QueryText,
): CompileResult {
  return compile(text, { catalog, now, refuseAt: args.given.has("deny-warnings") ? "warning" : "error" });
}

/** Says why a query is refused: in words, and with --json as the library does. */
export async function refuse(
  context: CommandContext,
  query: QueryText,
  result: Refused,
): Promise<ExitStatus> {
  const { io, args } = context;
  if (args.given.has("json")) await io.stdout.write(`${shownJson(result)}\n`);
  await report(context, query, atLeast("information", result.diagnostics));
  return 1;
}
