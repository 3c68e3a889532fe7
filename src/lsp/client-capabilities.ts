// What the client can do, as far as the server's answers depend on it.
import {
  type ClientCapabilities,
  type DiagnosticsCapabilities,
  DiagnosticTag,
  type InitializeParams,
  MarkupKind,
} from "vscode-languageserver";
import { isRecord } from "../data/guards.ts";

/** What the client can do. */
export interface ClientSupport {
  /** How it shows hovers. */
  readonly hover: MarkupKind;
  /** Shows the detail of a completion in the list. */
  readonly labelDetails: boolean;
  /** Completes again after a completion, by VS Code's command. */
  readonly suggestsAgain: boolean;
  readonly diagnostics: DiagnosticSupport;
  /** Asks for diagnostics; otherwise they are sent to it. */
  readonly pulls: boolean;
  /** Can be asked to refresh them. */
  readonly refreshesDiagnostics: boolean;
  readonly refreshesHints: boolean;
  /** Can be asked for the settings. */
  readonly configuration: boolean;
  /** Settings and files to watch can be registered. */
  readonly registersConfiguration: boolean;
  readonly watchesFiles: boolean;
  readonly relativePatterns: boolean;
  readonly changesFolders: boolean;
  readonly nestedSymbols: boolean;
  /** Accepts edits that name the version of the document. */
  readonly versionedEdits: boolean;
}

/** Which members of a diagnostic it reads. */
export interface DiagnosticSupport {
  readonly codeDescription: boolean;
  readonly related: boolean;
  readonly unnecessary: boolean;
  readonly data: boolean;
  readonly version: boolean;
}

/** Reads them from the parameters of `initialize`. */
export function clientSupportOf({
  capabilities,
  clientInfo,
}: Pick<InitializeParams, "capabilities" | "clientInfo">): ClientSupport {
  const { textDocument, workspace } = capabilities;
  return {
    suggestsAgain: likeVsCode.test(clientInfo?.name ?? ""),
    diagnostics: diagnosticSupport(capabilities),
    pulls: textDocument?.diagnostic !== undefined,
    ...textSupport(textDocument),
    ...workspaceSupport(workspace),
  };
}

type TextSupport = Pick<ClientSupport, "hover" | "labelDetails" | "nestedSymbols">;

function textSupport(text: ClientCapabilities["textDocument"]): TextSupport {
  return {
    hover: markupOf(text?.hover?.contentFormat),
    labelDetails: text?.completion?.completionItem?.labelDetailsSupport === true,
    nestedSymbols: text?.documentSymbol?.hierarchicalDocumentSymbolSupport === true,
  };
}

function workspaceSupport(
  workspace: ClientCapabilities["workspace"],
): Omit<ClientSupport, keyof TextSupport | "suggestsAgain" | "diagnostics" | "pulls"> {
  return {
    refreshesDiagnostics: workspace?.diagnostics?.refreshSupport === true,
    refreshesHints: workspace?.inlayHint?.refreshSupport === true,
    configuration: workspace?.configuration === true,
    registersConfiguration: workspace?.didChangeConfiguration?.dynamicRegistration === true,
    watchesFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    relativePatterns: workspace?.didChangeWatchedFiles?.relativePatternSupport === true,
    changesFolders: workspace?.workspaceFolders === true,
    versionedEdits: workspace?.workspaceEdit?.documentChanges === true,
  };
}

/** Editors that know the command, by the names that they send. */
const likeVsCode = /visual studio code|vscod|code - oss|cursor|windsurf|coc\.nvim/iu;

/** Either way of getting diagnostics may have it: older clients describe both under `publishDiagnostics`. */
function diagnosticSupport({ textDocument }: ClientCapabilities): DiagnosticSupport {
  const either: readonly (DiagnosticsCapabilities | undefined)[] = [
    textDocument?.publishDiagnostics,
    textDocument?.diagnostic,
  ];
  return {
    codeDescription: either.some((each) => each?.codeDescriptionSupport === true),
    related: either.some((each) => each?.relatedInformation === true),
    unnecessary: either.some((each) => showsUnnecessary(each?.tagSupport)),
    data: either.some((each) => each?.dataSupport === true),
    version: textDocument?.publishDiagnostics?.versionSupport === true,
  };
}

/** Older clients send a boolean for all tags. */
function showsUnnecessary(tagSupport: unknown): boolean {
  if (!isRecord(tagSupport)) return tagSupport === true;
  const tags = tagSupport["valueSet"];
  return Array.isArray(tags) && tags.includes(DiagnosticTag.Unnecessary);
}

/** The first that the client names, which is the one that it prefers. */
function markupOf(formats: readonly MarkupKind[] | undefined): MarkupKind {
  return formats?.[0] === MarkupKind.Markdown ? MarkupKind.Markdown : MarkupKind.PlainText;
}
