// Which diagnostics wait while a list of suggestions is open: what is still being written is not a mistake yet.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { parse } from "../syntax/parse.ts";
import { type Span, touches } from "../text/span.ts";
import type { InlayHint } from "./inlay-hints.ts";
import { slotAt } from "./slot.ts";
import { termWritten } from "./term-at.ts";

/** The diagnostics of a text without those of the term that is being written at an offset. */
export function withoutTermAt(
  text: string,
  offset: number,
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  const written = writtenAt(text, offset);
  return diagnostics.filter(({ span }) => written === undefined || !touches(written, span));
}

/** The hints of a text without those that mark the name of that term as unknown. */
export function withoutHintAt(
  text: string,
  offset: number,
  hints: readonly InlayHint[],
): readonly InlayHint[] {
  const written = writtenAt(text, offset);
  return hints.filter(
    ({ kind, offset: at }) =>
      kind !== "unresolved" || written === undefined || !touches(written, { start: at, end: at }),
  );
}

/** The term, and what a completion would replace, which may be more. */
function writtenAt(text: string, offset: number): Span | undefined {
  const { query } = parse(text);
  const term = termWritten(query, offset);
  if (term === undefined) return undefined;
  const { span = term.span } = slotAt(text, query, offset) ?? {};
  return { start: Math.min(term.span.start, span.start), end: Math.max(term.span.end, span.end) };
}
