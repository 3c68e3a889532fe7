// The requests of the protocol that are answered from the text of one document.
import {
  type CodeActionParams,
  type CompletionList,
  type CompletionParams,
  type Connection,
  type DocumentFormattingParams,
  type DocumentRangeFormattingParams,
  type DocumentSymbol,
  type DocumentSymbolParams,
  type Hover,
  type HoverParams,
  type InlayHint,
  type InlayHintParams,
  LSPErrorCodes,
  type PrepareRenameParams,
  type PrepareRenameResult,
  type TextEdit as ProtocolEdit,
  type RenameParams,
  ResponseError,
  type SelectionRange,
  type SelectionRangeParams,
  type SymbolInformation,
  type WorkspaceEdit,
} from "vscode-languageserver";
import { renameRefusals } from "../../language-service/rename.ts";
import type { TextEdit } from "../../text/edits.ts";
import { completionListOf } from "../convert/completion.ts";
import { hoverOf, selectionRangeOf, symbolInformationOf, symbolOf } from "../convert/others.ts";
import { editsOf, rangeOf, spanOf } from "../convert/ranges.ts";
import { hintsOf, visibleHints, type World } from "../world.ts";
import { codeActionsFor, workspaceEditOf } from "./actions.ts";
import { type AboutDocument, type Asked, answering, answeringFromText, offsetIn } from "./asking.ts";

/** Answers what editors ask while one reads and writes. */
export function registerFeatures(connection: Connection, world: World): void {
  registerReading(connection, world);
  registerWriting(connection, world);
}

function registerReading(connection: Connection, world: World): void {
  const { abilities } = world;
  connection.onHover(
    answering<HoverParams, Hover | null>(world, null, async (asked) => {
      const { document, service, signal } = asked;
      const hover = await service.hover(document.text, offsetIn(asked), { signal });
      return hover === null ? null : hoverOf(document.lines, hover, abilities().hover);
    }),
  );
  connection.languages.inlayHint.on(
    answering<InlayHintParams, InlayHint[]>(world, [], async ({ params, document, signal }) => {
      const hints = await hintsOf(document, world, signal);
      world.answers.record(document, "hints", visibleHints(hints));
      const { start, end } = spanOf(document.lines, params.range);
      const offsetOf = ({ position }: InlayHint): number => document.lines.offset(position);
      return hints.filter((hint) => offsetOf(hint) >= start && offsetOf(hint) <= end);
    }),
  );
  connection.onDocumentSymbol(
    answeringFromText<DocumentSymbolParams, DocumentSymbol[] | SymbolInformation[]>(
      world,
      [],
      ({ document, service }) => {
        const symbols = service.documentSymbols(document.text);
        return abilities().nestedSymbols
          ? symbols.map((symbol) => symbolOf(document.lines, symbol))
          : symbols.map((symbol) => symbolInformationOf(document, symbol));
      },
    ),
  );
  connection.onSelectionRanges(
    answeringFromText<SelectionRangeParams, SelectionRange[]>(world, [], ({ params, document, service }) =>
      params.positions.map((position) => {
        const offset = document.lines.offset(position);
        return selectionRangeOf(document.lines, service.selectionRanges(document.text, offset), offset);
      }),
    ),
  );
}

function registerWriting(connection: Connection, world: World): void {
  const { abilities } = world;
  connection.onCompletion(
    answering<CompletionParams, CompletionList | null>(world, null, async (asked) => {
      const { document, service, signal } = asked;
      const offset = offsetIn(asked);
      const items = await service.complete(document.text, offset, { signal });
      return completionListOf(document, offset, items, abilities());
    }),
  );
  connection.onCodeAction(
    answering<CodeActionParams, Awaited<ReturnType<typeof codeActionsFor>>>(world, [], (asked) =>
      codeActionsFor(asked, abilities()),
    ),
  );
  connection.onDocumentFormatting(
    answeringFromText<DocumentFormattingParams, ProtocolEdit[]>(world, [], formatted),
  );
  // A query is one whole: what a part of it should be depends on what stands before.
  connection.onDocumentRangeFormatting(
    answeringFromText<DocumentRangeFormattingParams, ProtocolEdit[]>(world, [], formatted),
  );
  connection.onPrepareRename(
    answeringFromText<PrepareRenameParams, PrepareRenameResult | null>(world, null, (asked) => {
      const { document, service } = asked;
      const place = service.prepareRename(document.text, offsetIn(asked));
      if (place === null) return null;
      return { range: rangeOf(document.lines, place.span), placeholder: place.placeholder };
    }),
  );
  connection.onRenameRequest(
    answeringFromText<RenameParams, WorkspaceEdit | null>(world, null, (asked) => {
      const { document, service, params } = asked;
      const edits = service.rename(document.text, offsetIn(asked), params.newName);
      if (edits === null) throw new ResponseError(LSPErrorCodes.RequestFailed, whyNot(asked));
      return workspaceEditOf(document, editsOf(document.lines, edits), abilities());
    }),
  );
}

function whyNot(asked: Asked<RenameParams>): string {
  const { document, service } = asked;
  return service.prepareRename(document.text, offsetIn(asked)) === null
    ? renameRefusals.place
    : renameRefusals.name;
}

function formatted({ document, service }: Asked<AboutDocument>): ProtocolEdit[] {
  const { text, lines } = document;
  return editsOf(lines, keepingLastBreak(text, service.format(text)));
}

/** A file ends with a line break, which is no part of the query. */
function keepingLastBreak(text: string, edits: readonly TextEdit[]): readonly TextEdit[] {
  const kept = text.length - (/(?:\r\n|\n|\r)$/u.exec(text)?.[0].length ?? 0);
  return edits
    .map(({ span, text: replacement }) => ({
      span: { start: Math.min(span.start, kept), end: Math.min(span.end, kept) },
      text: replacement,
    }))
    .filter(({ span, text: replacement }) => span.end > span.start || replacement !== "");
}
