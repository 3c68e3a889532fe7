// Code actions: the fixes of the diagnostics that the client shows, and what else can be done with the query.
import {
  CodeActionKind,
  type CodeActionParams,
  type CodeAction as ProtocolAction,
  type Diagnostic as ProtocolDiagnostic,
  type TextEdit as ProtocolEdit,
  type WorkspaceEdit,
} from "vscode-languageserver";
import type { CodeAction } from "../../language-service/code-actions.ts";
import { fixAllKind } from "../capabilities.ts";
import type { ClientSupport } from "../client-capabilities.ts";
import { carriedFixes } from "../convert/diagnostics.ts";
import { editsOf, spanOf } from "../convert/ranges.ts";
import type { Document } from "../documents.ts";
import type { DocumentRequest } from "./asking.ts";

/** The actions for a range, of the kinds that the client wants. */
export async function codeActionsFor(
  asked: DocumentRequest<CodeActionParams>,
  clientCapabilities: ClientSupport,
): Promise<ProtocolAction[]> {
  const { params, document, service, signal } = asked;
  const { diagnostics, only } = params.context;
  const span = spanOf(document.lines, params.range);
  const found = await service.codeActions(document.text, span, { signal });
  const actions = [
    ...diagnostics.flatMap((each) => carriedActions(document, each, clientCapabilities)),
    ...found.map((each) => actionOf(document, each, diagnostics, clientCapabilities)),
  ];
  return withoutRepeats(actions).filter(({ kind = "" }) => isWanted(kind, only));
}

/** The edit of a document, for this version of it where the client can tell. */
export function workspaceEditOf(
  { uri, version }: Document,
  edits: ProtocolEdit[],
  { versionedEdits }: ClientSupport,
): WorkspaceEdit {
  return versionedEdits
    ? { documentChanges: [{ textDocument: { uri, version }, edits }] }
    : { changes: { [uri]: edits } };
}

/** A diagnostic brings its fixes along, also from outside the range. */
function carriedActions(
  document: Document,
  diagnostic: ProtocolDiagnostic,
  clientCapabilities: ClientSupport,
): readonly ProtocolAction[] {
  return carriedFixes(diagnostic, document.version).map(({ title, preferred, edits }) => ({
    title,
    kind: CodeActionKind.QuickFix,
    diagnostics: [diagnostic],
    isPreferred: preferred,
    edit: workspaceEditOf(document, [...edits], clientCapabilities),
  }));
}

function actionOf(
  document: Document,
  { title, kind, edits, preferred, diagnostic }: CodeAction,
  shown: readonly ProtocolDiagnostic[],
  clientCapabilities: ClientSupport,
): ProtocolAction {
  const fixed =
    diagnostic === undefined ? undefined : shown.find((each) => isSame(each, diagnostic, document));
  return {
    title,
    kind: kindOf(kind),
    ...(fixed === undefined ? {} : { diagnostics: [fixed] }),
    isPreferred: preferred === true,
    edit: workspaceEditOf(document, editsOf(document.lines, edits), clientCapabilities),
  };
}

function isSame(
  { code, range }: ProtocolDiagnostic,
  diagnostic: NonNullable<CodeAction["diagnostic"]>,
  { lines }: Document,
): boolean {
  const { start, end } = spanOf(lines, range);
  return code === diagnostic.code && start === diagnostic.span.start && end === diagnostic.span.end;
}

/** The fixes in a diagnostic and those recomputed are mostly the same; the first has the client's own diagnostic. */
function withoutRepeats(actions: readonly ProtocolAction[]): readonly ProtocolAction[] {
  const known = new Set<string>();
  return actions.filter(({ title, kind, edit }) => {
    const key = JSON.stringify([title, kind, edit]);
    return !known.has(key) && known.add(key);
  });
}

/** Kinds are paths: `source` wants all of `source.fixAll` as well. Without `only`, or with `null` for it, all are wanted. */
function isWanted(kind: string, only: readonly string[] | null | undefined): boolean {
  return (
    only === undefined || only === null || only.some((each) => kind === each || kind.startsWith(`${each}.`))
  );
}

function kindOf(kind: CodeAction["kind"]): CodeActionKind {
  switch (kind) {
    case "quickfix":
      return CodeActionKind.QuickFix;
    case "source.fixAll":
      return fixAllKind;
    case "refactor.rewrite":
      return CodeActionKind.RefactorRewrite;
  }
}
