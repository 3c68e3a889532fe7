// The language service of a file of queries: each request goes to the query that it is about, and returns with positions in the file.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { shiftDiagnostic, shiftPlaced } from "../diagnostics/shifted.ts";
import {
  editsInFile,
  type FileQuery,
  fixesInFile,
  outsideComments,
  splitQueries,
} from "../syntax/query-file.ts";
import type { TextEdit } from "../text/edits.ts";
import { type Span, shiftSpan, touches } from "../text/span.ts";
import type { CallOptions } from "./cancellation.ts";
import type { CodeAction } from "./code-actions.ts";
import type { CompletionItem } from "./completion-item.ts";
import type { DocumentSymbol } from "./document-symbols.ts";
import type { InlayHint } from "./inlay-hints.ts";
import type { SemanticToken } from "./semantic-tokens.ts";
import type { LanguageService } from "./service.ts";

/**
 * Makes the service of a file of queries out of that of one query. Its texts are whole files, as {@link splitQueries}
 * reads them. No change that it offers joins or parts queries, or drops a comment. Names are renamed in the one query
 * that they stand in.
 *
 * Source: `docs/language.md`, "Files of queries".
 *
 * @param service - The service of one query, as `createLanguageService` makes it.
 * @returns A service with the same options.
 * @example
 * ```ts
 * const files = forQueryFiles(createLanguageService());
 * (await files.diagnostics("# New people\ntype:Person\n\nType:Company\n"))[0]?.span; // { start: 26, end: 30 }
 * ```
 */
export function forQueryFiles(service: LanguageService): LanguageService {
  return {
    ...waiting(service),
    semanticTokens: (file) => tokensOf(service, file),
    format: (file) => formatQueries(file, (text) => service.format(text)),
    rename(file, offset, newName) {
      const query = queryAt(file, offset);
      const edits = query && service.rename(query.text, offset - query.span.start, newName);
      if (query === undefined || edits === undefined || edits === null) return null;
      const placed = editsInFile(file, query, edits);
      return placed.length === 0 ? null : placed;
    },
    prepareRename(file, offset) {
      const query = queryAt(file, offset);
      const place = query && service.prepareRename(query.text, offset - query.span.start);
      return query === undefined || place === undefined || place === null
        ? null
        : shiftPlaced(place, query.span.start);
    },
    references(file, offset) {
      const query = queryAt(file, offset);
      const found = query && service.references(query.text, offset - query.span.start);
      return query === undefined || found === undefined
        ? []
        : found.map((span) => shiftSpan(span, query.span.start));
    },
    documentSymbols: (file) =>
      splitQueries(file).queries.flatMap(({ text, span: { start } }) => {
        const moved = (symbol: DocumentSymbol): DocumentSymbol => ({
          ...shiftPlaced(symbol, start),
          selectionSpan: shiftSpan(symbol.selectionSpan, start),
        });
        return service.documentSymbols(text).map(moved);
      }),
    selectionRanges(file, offset) {
      const query = queryAt(file, offset);
      const whole = { start: 0, end: file.length };
      if (query === undefined) return [whole];
      const { start, end } = query.span;
      const inside = service
        .selectionRanges(query.text, offset - start)
        .map((span) => shiftSpan(span, start));
      return start === 0 && end === file.length ? inside : [...inside, whole];
    },
  };
}

/** The edits that format each query of a file separately, and leave comments and empty lines unchanged. */
export function formatQueries(
  file: string,
  format: (query: string) => readonly TextEdit[],
): readonly TextEdit[] {
  return splitQueries(file).queries.flatMap((query) =>
    editsInFile(file, query, outsideComments(file, query, format(query.text))),
  );
}

type Waiting = Pick<LanguageService, "diagnostics" | "complete" | "hover" | "inlayHints" | "codeActions">;

/** The questions that may wait for the catalog. */
function waiting(service: LanguageService): Waiting {
  return {
    async diagnostics(file, options) {
      return await each(splitQueries(file).queries, async (query) => {
        const found = await service.diagnostics(query.text, options);
        return found.map((diagnostic) => diagnosticIn(file, query, diagnostic));
      });
    },
    async complete(file, offset, options) {
      if (isInComment(file, offset)) return [];
      // In an empty line a query begins.
      const query = queryAt(file, offset);
      const start = query?.span.start ?? within(file, offset);
      const items = await service.complete(query?.text ?? "", offset - start, options);
      const moved = (item: CompletionItem): CompletionItem => ({
        ...item,
        edit: shiftPlaced(item.edit, start),
      });
      return items.map(moved);
    },
    async hover(file, offset, options) {
      const query = queryAt(file, offset);
      const hover = query && (await service.hover(query.text, offset - query.span.start, options));
      return query === undefined || hover === undefined || hover === null
        ? null
        : shiftPlaced(hover, query.span.start);
    },
    async inlayHints(file, options) {
      return await each(splitQueries(file).queries, async ({ text, span }) => {
        const moved = (hint: InlayHint): InlayHint => ({ ...hint, offset: hint.offset + span.start });
        return (await service.inlayHints(text, options)).map(moved);
      });
    },
    codeActions: (file, span, options) => actionsOf(service, file, span, options),
  };
}

/** What is offered for the queries in a span, and all unambiguous fixes of the file at once. */
async function actionsOf(
  service: LanguageService,
  file: string,
  span: Span | undefined,
  options: CallOptions | undefined,
): Promise<readonly CodeAction[]> {
  const asked = span ?? { start: 0, end: file.length };
  const fixes: TextEdit[] = [];
  const offered = await each(splitQueries(file).queries, async (query) => {
    const found = await service.codeActions(query.text, undefined, options);
    const all = found.find(({ kind }) => kind === "source.fixAll");
    const certain = found.filter(({ preferred }) => preferred === true).map(({ edits }) => edits);
    if (all !== undefined) fixes.push(...fixesInFile(file, query, all.edits, certain));
    if (!touches(query.span, asked)) return [];
    const isAsked = ({ kind, diagnostic }: CodeAction): boolean =>
      kind !== "source.fixAll" &&
      (diagnostic === undefined || touches(shiftSpan(diagnostic.span, query.span.start), asked));
    return found.filter(isAsked).flatMap((action) => actionIn(file, query, action));
  });
  const [first] = fixes;
  const isFix = ({ kind }: CodeAction): boolean => kind === "quickfix";
  return [
    ...offered.filter(isFix),
    ...(first === undefined
      ? []
      : [{ title: "apply all unambiguous fixes", kind: "source.fixAll" as const, edits: fixes }]),
    ...offered.filter((action) => !isFix(action)),
  ];
}

/** An action as one on the file; none if it does not keep the other queries and the comments. */
function actionIn(file: string, query: FileQuery, action: CodeAction): readonly CodeAction[] {
  const edits = editsInFile(file, query, action.edits);
  const { diagnostic } = action;
  const own = diagnostic === undefined ? {} : { diagnostic: diagnosticIn(file, query, diagnostic) };
  return edits.length === 0 ? [] : [{ ...action, edits, ...own }];
}

/** A diagnostic as one on the file, with the fixes that keep the other queries and the comments. */
function diagnosticIn(file: string, query: FileQuery, { fixes, ...diagnostic }: Diagnostic): Diagnostic {
  const kept = fixes?.filter(({ edits }) => editsInFile(file, query, edits).length > 0) ?? [];
  return shiftDiagnostic({ ...diagnostic, ...(kept.length === 0 ? {} : { fixes: kept }) }, query.span.start);
}

/** The tokens of the queries and the comments, in order. */
function tokensOf(service: LanguageService, file: string): readonly SemanticToken[] {
  const { queries, comments } = splitQueries(file);
  const tokens = queries.flatMap(({ text, span }) =>
    service.semanticTokens(text).map((token) => shiftPlaced(token, span.start)),
  );
  const others = comments.map((span): SemanticToken => ({ span, type: "comment", modifiers: [] }));
  return [...tokens, ...others].toSorted((a, b) => a.span.start - b.span.start);
}

/** The query that an offset is in or at the end of; none in a comment and in an empty line. */
export function queryAt(file: string, offset: number): FileQuery | undefined {
  const at = within(file, offset);
  if (isInComment(file, offset)) return undefined;
  return splitQueries(file).queries.find(({ span }) => at >= span.start && at <= span.end);
}

function isInComment(file: string, offset: number): boolean {
  const at = within(file, offset);
  return splitQueries(file).comments.some(({ start, end }) => at >= start && at <= end);
}

function within(file: string, offset: number): number {
  return offset > 0 ? Math.min(offset, file.length) : 0;
}

/** One query after the other, so that an aborted call ends. */
async function each<Answer>(
  queries: readonly FileQuery[],
  ask: (query: FileQuery) => Promise<readonly Answer[]>,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const query of queries) for (const answer of await ask(query)) answers.push(answer);
  return answers;
}
