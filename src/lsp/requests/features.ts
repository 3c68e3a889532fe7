// The requests of the protocol that are answered from the text of one document.
import {
  type CodeActionParams,
  type CompletionList,
  type CompletionParams,
  type Connection,
  type DocumentFormattingParams,
  type DocumentHighlight,
  type DocumentHighlightParams,
  type DocumentRangeFormattingParams,
  type DocumentSymbol,
  type DocumentSymbolParams,
  type Hover,
  type HoverParams,
  type InlayHint,
  type InlayHintParams,
  type Location,
  LSPErrorCodes,
  type PrepareRenameParams,
  type PrepareRenameResult,
  type TextEdit as ProtocolEdit,
  type Range,
  type ReferenceParams,
  type RenameParams,
  ResponseError,
  type SelectionRange,
  type SelectionRangeParams,
  type SymbolInformation,
  type WorkspaceEdit,
} from "vscode-languageserver";
import { isBetweenTerms } from "../../language-service/complete.ts";
import { queryAt } from "../../language-service/query-files.ts";
import { renameRefusals } from "../../language-service/rename.ts";
import type { TextEdit } from "../../text/edits.ts";
import { completionListOf } from "../convert/completion.ts";
import { hoverOf } from "../convert/hover.ts";
import { editsOf, rangeOf, spanOf } from "../convert/ranges.ts";
import { selectionRangeOf, symbolInformationOf, symbolOf } from "../convert/symbols.ts";
import type { Document } from "../documents.ts";
import { hintsOf, type ServerContext, visibleHints } from "../server-context.ts";
import { codeActionsFor, workspaceEditOf } from "./actions.ts";
import {
  type AboutDocument,
  type AboutPlace,
  answering,
  answeringFromText,
  type DocumentRequest,
  requestedOffset,
} from "./asking.ts";

/** Registers the answers to what editors request while the user reads and writes. */
export function registerFeatures(connection: Connection, context: ServerContext): void {
  registerReading(connection, context);
  registerWriting(connection, context);
  registerNames(connection, context);
}

function registerReading(connection: Connection, context: ServerContext): void {
  const { clientCapabilities } = context;
  connection.onHover(
    answering<HoverParams, Hover | null>(context, null, async (asked) => {
      const { document, service, signal } = asked;
      const hover = await service.hover(document.text, requestedOffset(asked), { signal });
      return hover === null ? null : hoverOf(document.lines, hover, clientCapabilities().hover);
    }),
  );
  connection.languages.inlayHint.on(
    answering<InlayHintParams, InlayHint[]>(context, [], async ({ params, document, signal }) => {
      const hints = await hintsOf(document, context, signal);
      context.answers.record(document, "hints", visibleHints(hints));
      const { start, end } = spanOf(document.lines, params.range);
      const offsetOf = ({ position }: InlayHint): number => document.lines.offset(position);
      return hints.filter((hint) => offsetOf(hint) >= start && offsetOf(hint) <= end);
    }),
  );
  connection.onDocumentSymbol(
    answeringFromText<DocumentSymbolParams, DocumentSymbol[] | SymbolInformation[]>(
      context,
      [],
      ({ document, service }) => {
        const symbols = service.documentSymbols(document.text);
        return clientCapabilities().nestedSymbols
          ? symbols.map((symbol) => symbolOf(document.lines, symbol))
          : symbols.map((symbol) => symbolInformationOf(document, symbol));
      },
    ),
  );
  connection.onSelectionRanges(
    answeringFromText<SelectionRangeParams, SelectionRange[]>(context, [], ({ params, document, service }) =>
      params.positions.map((position) => {
        const offset = document.lines.offset(position);
        return selectionRangeOf(document.lines, service.selectionRanges(document.text, offset), offset);
      }),
    ),
  );
}

/** Whether an offset is between the terms of its query. */
function isUnasked({ text, isQueryFile }: Document, offset: number): boolean {
  if (!isQueryFile) return isBetweenTerms(text, offset);
  const query = queryAt(text, offset);
  return query === undefined || isBetweenTerms(query.text, offset - query.span.start);
}

function registerWriting(connection: Connection, context: ServerContext): void {
  const { clientCapabilities } = context;
  connection.onCompletion(
    answering<CompletionParams, CompletionList | null>(context, null, async (asked) => {
      const { document, service, signal } = asked;
      const offset = requestedOffset(asked);
      // Between terms a list of all qualifiers would be in the way of typing on.
      const isSpace = asked.params.context?.triggerCharacter === " ";
      if (isSpace && isUnasked(document, offset)) return null;
      const items = await service.complete(document.text, offset, { signal });
      return completionListOf(document, offset, items, clientCapabilities());
    }),
  );
  connection.onCodeAction(
    answering<CodeActionParams, Awaited<ReturnType<typeof codeActionsFor>>>(context, [], (asked) =>
      codeActionsFor(asked, clientCapabilities()),
    ),
  );
  connection.onDocumentFormatting(
    answeringFromText<DocumentFormattingParams, ProtocolEdit[]>(context, [], formatted),
  );
  // A query is formatted as a whole: the form of a part depends on what precedes it.
  connection.onDocumentRangeFormatting(
    answeringFromText<DocumentRangeFormattingParams, ProtocolEdit[]>(context, [], formatted),
  );
}

/** What is asked about a name wherever it is. */
function registerNames(connection: Connection, context: ServerContext): void {
  const { clientCapabilities } = context;
  connection.onDocumentHighlight(
    answeringFromText<DocumentHighlightParams, DocumentHighlight[]>(context, [], (asked) =>
      placesOf(asked).map((range) => ({ range })),
    ),
  );
  // A name is not declared in a text, so there is nothing to leave out.
  connection.onReferences(
    answeringFromText<ReferenceParams, Location[]>(context, [], (asked) =>
      placesOf(asked).map((range) => ({ uri: asked.document.uri, range })),
    ),
  );
  connection.onPrepareRename(
    answeringFromText<PrepareRenameParams, PrepareRenameResult | null>(context, null, (asked) => {
      const { document, service } = asked;
      const place = service.prepareRename(document.text, requestedOffset(asked));
      if (place === null) return null;
      return { range: rangeOf(document.lines, place.span), placeholder: place.placeholder };
    }),
  );
  connection.onRenameRequest(
    answeringFromText<RenameParams, WorkspaceEdit | null>(context, null, (asked) => {
      const { document, service, params } = asked;
      const edits = service.rename(document.text, requestedOffset(asked), params.newName);
      if (edits === null) throw new ResponseError(LSPErrorCodes.RequestFailed, whyNot(asked));
      return workspaceEditOf(document, editsOf(document.lines, edits), clientCapabilities());
    }),
  );
}

function placesOf(asked: DocumentRequest<AboutPlace>): readonly Range[] {
  const { document, service } = asked;
  return service
    .references(document.text, requestedOffset(asked))
    .map((span) => rangeOf(document.lines, span));
}

function whyNot(asked: DocumentRequest<RenameParams>): string {
  const { document, service } = asked;
  return service.prepareRename(document.text, requestedOffset(asked)) === null
    ? renameRefusals.place
    : renameRefusals.name;
}

function formatted({ document, service }: DocumentRequest<AboutDocument>): ProtocolEdit[] {
  const { text, lines } = document;
  return editsOf(lines, keepingLastBreak(text, service.format(text)));
}

/** A file ends with a line break, which is not part of the query. */
function keepingLastBreak(text: string, edits: readonly TextEdit[]): readonly TextEdit[] {
  const kept = text.length - (/(?:\r\n|\n|\r)$/u.exec(text)?.[0].length ?? 0);
  return edits
    .map(({ span, text: replacement }) => ({
      span: { start: Math.min(span.start, kept), end: Math.min(span.end, kept) },
      text: replacement,
    }))
    .filter(({ span, text: replacement }) => span.end > span.start || replacement !== "");
}
