/**
 * What an editor asks about a query.
 *
 * @module slice-cql/language-service
 */

export type { Diagnostic } from "../diagnostics/diagnostic.ts";
export type { AbortSignalLike, CallOptions } from "../language-service/cancellation.ts";
export type { CodeAction } from "../language-service/code-actions.ts";
export type { CompletionItem } from "../language-service/completion-item.ts";
export type { CatalogSource, LanguageServiceOptions } from "../language-service/context.ts";
export type { DocumentSymbol } from "../language-service/document-symbols.ts";
export type { Hover } from "../language-service/hover.ts";
export type { InlayHint } from "../language-service/inlay-hints.ts";
export type { Piece } from "../language-service/prose.ts";
export { forQueryFiles } from "../language-service/query-files.ts";
export type { RenamePlace } from "../language-service/rename.ts";
export type { SemanticToken, SemanticTokenType } from "../language-service/semantic-tokens.ts";
export { createLanguageService, type LanguageService } from "../language-service/service.ts";
export { type FileQuery, type QueryFile, splitQueries } from "../syntax/query-file.ts";
