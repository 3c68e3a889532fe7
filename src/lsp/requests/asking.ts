// Answers requests about a document: waits for what the answer depends on, and stops when the client cancels.
import {
  type CancellationToken,
  LSPErrorCodes,
  type Position,
  ResponseError,
  type TextDocumentIdentifier,
} from "vscode-languageserver";
import type { LanguageService } from "../../language-service/service.ts";
import type { Document } from "../documents.ts";
import { type ServerContext, serviceFor } from "../server-context.ts";

/** What an answer is made from. */
export interface DocumentRequest<Params> {
  readonly params: Params;
  readonly document: Document;
  readonly service: LanguageService;
  readonly signal: AbortSignal;
}

/** A handler of requests, as a connection accepts it. */
export type Handler<Params, Answer> = (params: Params, token: CancellationToken) => Promise<Answer>;

/** The parameters of a request about a document. */
export interface AboutDocument {
  readonly textDocument: TextDocumentIdentifier;
}

/** The parameters of a request about a place in a document. */
export interface AboutPlace extends AboutDocument {
  readonly position: Position;
}

/**
 * A handler that answers with `nothing` for a document that is not open. A request that is cancelled is refused, and so
 * is one whose document was edited while it waited: its positions no longer match the text.
 */
export function answering<Params extends AboutDocument, Answer>(
  { documents, workspace }: Pick<ServerContext, "documents" | "workspace">,
  nothing: Answer,
  answer: (asked: DocumentRequest<Params>) => Answer | Promise<Answer>,
): Handler<Params, Answer> {
  return async (params, token) => {
    const { uri } = params.textDocument;
    const document = documents.get(uri);
    if (document === undefined) return nothing;
    const signal = abortSignalOf(token);
    const service = serviceFor(document, await workspace.projectOf(uri).service(signal));
    if (documents.get(uri) !== document)
      throw new ResponseError(LSPErrorCodes.ContentModified, "the document was edited");
    return await answer({ params, document, service, signal });
  };
}

/** A handler that answers at once, from the text alone. */
export function answeringFromText<Params extends AboutDocument, Answer>(
  { documents, workspace }: Pick<ServerContext, "documents" | "workspace">,
  nothing: Answer,
  answer: (asked: DocumentRequest<Params>) => Answer,
): Handler<Params, Answer> {
  return async (params, token) => {
    const document = documents.get(params.textDocument.uri);
    if (document === undefined) return nothing;
    const service = serviceFor(document, workspace.projectOf(document.uri).current());
    return answer({ params, document, service, signal: abortSignalOf(token) });
  };
}

/** The offset that a request is about. */
export function requestedOffset({ params, document }: DocumentRequest<AboutPlace>): number {
  return document.lines.offset(params.position);
}

/** A token of the protocol as the signal that the language service accepts. */
export function abortSignalOf(token: CancellationToken): AbortSignal {
  const controller = new AbortController();
  const cancel = (): void => {
    controller.abort(new ResponseError(LSPErrorCodes.RequestCancelled, "the request was cancelled"));
  };
  if (token.isCancellationRequested) cancel();
  else token.onCancellationRequested(cancel);
  return controller.signal;
}
