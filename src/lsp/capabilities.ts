// The capabilities that the server announces.
import {
  CodeActionKind,
  PositionEncodingKind,
  type ServerCapabilities,
  TextDocumentSyncKind,
} from "vscode-languageserver";
import { legend } from "./convert/tokens.ts";
import { section } from "./project/settings.ts";

/** The command that reads the catalogs again. */
export const reloadCommand: string = `${section}.reloadCatalog`;

/** The kind of the action that applies all unambiguous fixes; a kind of its own, so that editors can run it on saving. */
export const fixAllKind: string = `${CodeActionKind.SourceFixAll}.slice-cql`;

/** The capabilities. Clients ignore those that they do not use. */
export const capabilities: ServerCapabilities = {
  // Every client supports it, and the spans of the toolkit use it.
  positionEncoding: PositionEncodingKind.UTF16,
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
  diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false },
  completionProvider: { triggerCharacters: [":", '"', " "] },
  hoverProvider: true,
  inlayHintProvider: true,
  semanticTokensProvider: { legend, full: { delta: true }, range: true },
  codeActionProvider: {
    codeActionKinds: [CodeActionKind.QuickFix, fixAllKind, CodeActionKind.RefactorRewrite],
  },
  documentFormattingProvider: true,
  documentRangeFormattingProvider: true,
  renameProvider: { prepareProvider: true },
  documentHighlightProvider: true,
  referencesProvider: true,
  documentSymbolProvider: true,
  selectionRangeProvider: true,
  executeCommandProvider: { commands: [reloadCommand] },
  workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
};
