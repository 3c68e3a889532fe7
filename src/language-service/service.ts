// The language service: everything that an editor asks about a query, as plain data on plain offsets.
import { requireOptions } from "../data/guards.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { validate } from "../pipeline/validate.ts";
import type { ParseOptions } from "../syntax/parse.ts";
import type { TextEdit } from "../text/edits.ts";
import type { Span } from "../text/span.ts";
import { type CallOptions, signalOf, unlessAborted } from "./cancellation.ts";
import { type CodeAction, codeActionsAt } from "./code-actions.ts";
import { completionsAt } from "./complete.ts";
import type { CompletionItem } from "./completion-item.ts";
import { type Context, contextFor, type LanguageServiceOptions } from "./context.ts";
import { type DocumentSymbol, documentSymbolsOf } from "./document-symbols.ts";
import { formatEdits } from "./format.ts";
import { type Hover, hoverAt } from "./hover.ts";
import { type InlayHint, inlayHintsOf } from "./inlay-hints.ts";
import { prepareRename, type RenamePlace, referencesAt, renameEdits } from "./rename.ts";
import { selectionRangesAt } from "./selection-ranges.ts";
import { type SemanticToken, semanticTokensOf } from "./semantic-tokens.ts";

/**
 * What an editor asks about a query. Offsets are UTF-16 code units from the start of the text; one outside the text
 * counts as the nearest end. No method throws on a text. Those that look at names or dates may wait for the catalog:
 * they take a signal, and reject with its reason when it is aborted, or as the catalog rejects.
 *
 * @example
 * ```ts
 * const service: LanguageService = createLanguageService({ catalog });
 * const items = await service.complete("type:Per", 8);
 * ```
 */
export interface LanguageService {
  /** What `validate` says: everything wrong with the text, by position. */
  diagnostics(text: string, options?: CallOptions): Promise<readonly Diagnostic[]>;
  /** What can be written at an offset, the best first, at most 100. */
  complete(text: string, offset: number, options?: CallOptions): Promise<readonly CompletionItem[]>;
  /** What the term at an offset does, or `null` where there is none. */
  hover(text: string, offset: number, options?: CallOptions): Promise<Hover | null>;
  /** What relative dates mean now, and which names are not known, shown in the line. */
  inlayHints(text: string, options?: CallOptions): Promise<readonly InlayHint[]>;
  /** Changes on offer for a part of the text, or for all of it: fixes first. */
  codeActions(text: string, span?: Span, options?: CallOptions): Promise<readonly CodeAction[]>;
  /** What each part of the text is, for colours; in order, never overlapping. */
  semanticTokens(text: string): readonly SemanticToken[];
  /** The edits to canonical spelling; none if the text has it, or has errors. */
  format(text: string): readonly TextEdit[];
  /** The edits that rename the name at an offset, everywhere in the text; `null` if it cannot be renamed. */
  rename(text: string, offset: number, newName: string): readonly TextEdit[] | null;
  /** The name at an offset that `rename` would change, or `null`. */
  prepareRename(text: string, offset: number): RenamePlace | null;
  /** The occurrences of the name at an offset, including itself, in order; none without a name. */
  references(text: string, offset: number): readonly Span[];
  /** The terms, in order. */
  documentSymbols(text: string): readonly DocumentSymbol[];
  /** What to select around an offset, each wider than the one before. */
  selectionRanges(text: string, offset: number): readonly Span[];
}

/**
 * Makes a language service. It keeps nothing of the texts it is asked about, so one will do for any number of editors.
 *
 * @param options - The catalog, the evaluation time, the reader's time zone, limits.
 * @returns The service.
 * @throws TypeError (from its methods: a rejection) if an option is not as {@link LanguageServiceOptions} says.
 * @example
 * ```ts
 * const service = createLanguageService({ catalog, now: Date.parse("2026-11-20T12:00:00Z") });
 * (await service.inlayHints("after:3mo"))[0]?.label; // 2026-08-20 12:00 UTC
 * ```
 */
export function createLanguageService(options: LanguageServiceOptions = {}): LanguageService {
  requireOptions(options);
  const reading: ParseOptions = { limits: options.limits, docsUrl: options.docsUrl };
  /** Computes an answer once the catalog has arrived, unless the call is aborted first. */
  const answer = async <Answer>(
    text: string,
    call: CallOptions | undefined,
    work: (context: Context) => Answer | Promise<Answer>,
  ): Promise<Answer> => {
    requireText(text);
    const signal = signalOf(call);
    return await unlessAborted(async () => await work(await contextFor(text, options, signal)), signal);
  };
  return {
    diagnostics: (text, call) => answer(text, call, (context) => validate(text, context)),
    complete: (text, offset, call) =>
      answer(text, call, (context) => completionsAt(text, within(text, offset), context)),
    hover: (text, offset, call) =>
      answer(text, call, (context) => hoverAt(text, within(text, offset), context)),
    inlayHints: (text, call) => answer(text, call, (context) => inlayHintsOf(text, context)),
    codeActions: (text, span, call) =>
      answer(text, call, (context) => codeActionsAt(text, requireSpan(span ?? wholeOf(text)), context)),
    semanticTokens: (text) => semanticTokensOf(requireText(text), reading),
    format: (text) => formatEdits(requireText(text)),
    rename: (text, offset, newName) => renameEdits(requireText(text), within(text, offset), newName, reading),
    prepareRename: (text, offset) => prepareRename(requireText(text), within(text, offset), reading),
    references: (text, offset) => referencesAt(requireText(text), within(text, offset), reading),
    documentSymbols: (text) => documentSymbolsOf(requireText(text), reading),
    selectionRanges: (text, offset) => selectionRangesAt(requireText(text), within(text, offset), reading),
  };
}

function requireText(text: string): string {
  if (typeof text !== "string") throw new TypeError("text must be a string");
  return text;
}

function wholeOf(text: string): Span {
  return { start: 0, end: requireText(text).length };
}

function requireSpan(span: Span): Span {
  if (typeof span?.start === "number" && typeof span.end === "number") return span;
  throw new TypeError("span must have a start and an end");
}

function within(text: string, offset: number): number {
  requireText(text);
  if (typeof offset !== "number") throw new TypeError("offset must be a number");
  return offset > 0 ? Math.min(Math.trunc(offset), text.length) : 0;
}
