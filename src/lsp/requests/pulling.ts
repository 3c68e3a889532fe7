// Answers clients that pull diagnostics, and reports when they have not changed.
import {
  type Connection,
  type DocumentDiagnosticParams,
  type DocumentDiagnosticReport,
  DocumentDiagnosticReportKind,
  LSPErrorCodes,
  ResponseError,
} from "vscode-languageserver";
import { diagnosticsOf, type ServerContext } from "../server-context.ts";
import { abortSignalOf } from "./asking.ts";

/** Answers the requests for diagnostics; the result forgets what a closed document had. */
export function registerPulling(connection: Connection, context: ServerContext): (uri: string) => void {
  const last = new Map<string, { readonly resultId: string; readonly answer: string }>();
  let answers = 0;
  connection.languages.diagnostics.on(
    async (params: DocumentDiagnosticParams, token): Promise<DocumentDiagnosticReport> => {
      const { uri } = params.textDocument;
      const document = context.documents.get(uri);
      if (document === undefined) return { kind: DocumentDiagnosticReportKind.Full, items: [] };
      const items = await diagnosticsOf(document, context, abortSignalOf(token));
      if (context.documents.get(uri) !== document) throw editedMeanwhile();
      context.answers.record(document, "diagnostics", items);
      const answer = JSON.stringify(items);
      const before = last.get(uri);
      if (before?.answer === answer && before.resultId === params.previousResultId)
        return { kind: DocumentDiagnosticReportKind.Unchanged, resultId: before.resultId };
      const resultId = String(++answers);
      last.set(uri, { resultId, answer });
      return { kind: DocumentDiagnosticReportKind.Full, resultId, items };
    },
  );
  return (uri) => last.delete(uri);
}

/** The client is to ask again. */
function editedMeanwhile(): ResponseError<{ readonly retriggerRequest: boolean }> {
  return new ResponseError(LSPErrorCodes.ServerCancelled, "the document was edited", {
    retriggerRequest: true,
  });
}
