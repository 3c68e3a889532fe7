// Diagnostics for a person: each with its line and carets, then how many there are.
import { ranks } from "../../diagnostics/collector.ts";
import type { Diagnostic, Severity } from "../../diagnostics/diagnostic.ts";
import { renderFrom } from "../../diagnostics/render.ts";
import { lineMap } from "../../text/line-map.ts";
import { visible } from "../../text/show.ts";
import { defaultLimits } from "../../vocabulary/limits.ts";
import type { CommandContext } from "../command.ts";
import type { QueryText } from "../input/query-text.ts";
import type { Paint } from "./colour.ts";

/** The diagnostics of at least a severity. */
export function atLeast(least: Severity, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter(({ severity }) => ranks[severity] <= ranks[least]);
}

/** Whether a query with these diagnostics is refused: for an error, or with --deny-warnings for a warning too. */
export function isRefused(
  diagnostics: readonly Diagnostic[],
  { args }: Pick<CommandContext, "args">,
): boolean {
  return atLeast(args.given.has("deny-warnings") ? "warning" : "error", diagnostics).length > 0;
}

/** Writes diagnostics to standard error; if the query is refused because of them, that as well. */
export async function report(
  context: CommandContext,
  query: QueryText,
  diagnostics: readonly Diagnostic[],
): Promise<void> {
  const { io, paint } = context;
  const refusal = isRefused(diagnostics, context)
    ? `${paint.strong("the query is refused")}: ${summary(diagnostics)}\n`
    : "";
  await io.stderr.write(blocks(query, diagnostics, paint) + refusal);
}

/** One block a diagnostic, each followed by an empty line. */
export function blocks(
  { text, file, line: first = 1 }: QueryText,
  diagnostics: readonly Diagnostic[],
  paint: Paint,
): string {
  const map = lineMap(text);
  const place = (offset: number): string => {
    if (file === undefined) return "";
    const { line, character } = map.position(offset);
    return `${visible(file)}:${String(line + first)}:${String(character + 1)}: `;
  };
  return diagnostics
    .map((each) => `${block({ text, line: first }, each, place(each.span.start), paint)}\n\n`)
    .join("");
}

/** One diagnostic, `place` before it. */
export function block(
  { text, line = 1 }: Pick<QueryText, "text" | "line">,
  diagnostic: Diagnostic,
  place: string,
  paint: Paint,
): string {
  const { severity, code, message } = diagnostic;
  const title = `${place}${paint.severity(severity, `${severity}[${code}]`)}${paint.strong(`: ${message}`)}`;
  // A malformed body has no text to point into.
  if (code === "malformed-body") return title;
  const [, ...rows] = renderFrom(line, text, diagnostic).split("\n");
  return [title, ...rows.map((row, index) => paintRow(row, index, severity, paint))].join("\n");
}

/** The counts of a summary, in addition to diagnostics. */
interface Extras {
  /** The number of warnings that are not diagnostics. */
  readonly warnings: number;
  /** Whether some diagnostics may have been left out. */
  readonly isCut: boolean;
}

/** `1 error, 2 warnings, 1 note`, or `no problems`. Notes are what is neither: information and hints. */
export function summary(
  diagnostics: readonly Diagnostic[],
  { warnings, isCut }: Extras = { warnings: 0, isCut: mayBeCut(diagnostics) },
): string {
  const count = (...of: readonly Severity[]): number =>
    diagnostics.filter(({ severity }) => of.includes(severity)).length;
  const problems = [counted(count("error"), "error"), counted(count("warning") + warnings, "warning")].filter(
    Boolean,
  );
  const notes = counted(count("information", "hint"), "note");
  const more = isCut ? "and perhaps more" : "";
  return [...(problems.length === 0 ? ["no problems"] : problems), notes, more].filter(Boolean).join(", ");
}

/** Whether a query has the maximum number of diagnostics. */
export function mayBeCut(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.length >= defaultLimits.maxDiagnostics;
}

function counted(count: number, what: string): string {
  if (count === 0) return "";
  return `${String(count)} ${what}${count === 1 ? "" : "s"}`;
}

/** The rows after the title: a gutter, the line, its carets, and the fixes. */
function paintRow(row: string, index: number, severity: Severity, paint: Paint): string {
  const [, gutter = "", rest = row] = /^( *\d* [|=])(.*)$/u.exec(row) ?? [];
  return (
    paint.faint(gutter) +
    (index === 2 ? rest.replace(/\^+/u, (carets) => paint.severity(severity, carets)) : rest)
  );
}
