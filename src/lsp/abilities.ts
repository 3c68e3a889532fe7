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
export interface Abilities {
  /** How it shows hovers. */
  readonly hover: MarkupKind;
  /** Shows the detail of a completion in the list. */
  readonly labelDetails: boolean;
  /** Completes again after a completion, by VS Code's command. */
  readonly suggestsAgain: boolean;
  readonly diagnostics: DiagnosticAbilities;
  /** Asks for diagnostics; otherwise they are sent to it. */
  readonly pulls: boolean;
  /** Can be told to ask again. */
  readonly refreshesDiagnostics: boolean;
  readonly refreshesHints: boolean;
  /** Can be asked for the settings. */
  readonly configuration: boolean;
  /** Can be told which settings and files to say changes of. */
  readonly registersConfiguration: boolean;
  readonly watchesFiles: boolean;
  readonly relativePatterns: boolean;
  readonly changesFolders: boolean;
  readonly nestedSymbols: boolean;
  /** Takes edits that name the version of the document. */
  readonly versionedEdits: boolean;
}

/** Which members of a diagnostic it reads. */
export interface DiagnosticAbilities {
  readonly codeDescription: boolean;
  readonly related: boolean;
  readonly unnecessary: boolean;
  readonly data: boolean;
  readonly version: boolean;
}

/** Reads them from what the client says of itself. */
export function abilitiesOf({
  capabilities,
  clientInfo,
}: Pick<InitializeParams, "capabilities" | "clientInfo">): Abilities {
  const { textDocument, workspace } = capabilities;
  return {
    suggestsAgain: likeVsCode.test(clientInfo?.name ?? ""),
    diagnostics: diagnosticAbilities(capabilities),
    pulls: textDocument?.diagnostic !== undefined,
    ...textAbilities(textDocument),
    ...workspaceAbilities(workspace),
  };
}

type TextAbilities = Pick<Abilities, "hover" | "labelDetails" | "nestedSymbols">;

function textAbilities(text: ClientCapabilities["textDocument"]): TextAbilities {
  return {
    hover: markupOf(text?.hover?.contentFormat),
    labelDetails: text?.completion?.completionItem?.labelDetailsSupport === true,
    nestedSymbols: text?.documentSymbol?.hierarchicalDocumentSymbolSupport === true,
  };
}

function workspaceAbilities(
  workspace: ClientCapabilities["workspace"],
): Omit<Abilities, keyof TextAbilities | "suggestsAgain" | "diagnostics" | "pulls"> {
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

/** Editors that know the command, by the names that they give themselves. */
const likeVsCode = /visual studio code|vscod|code - oss|cursor|windsurf|coc\.nvim/iu;

/** Either way of getting diagnostics may say it: older clients describe both under the one that is sent. */
function diagnosticAbilities({ textDocument }: ClientCapabilities): DiagnosticAbilities {
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

/** Clients older than the member say yes or no to all tags. */
function showsUnnecessary(tagSupport: unknown): boolean {
  if (!isRecord(tagSupport)) return tagSupport === true;
  const tags = tagSupport["valueSet"];
  return Array.isArray(tags) && tags.includes(DiagnosticTag.Unnecessary);
}

/** The first that the client names, as that is what it likes best. */
function markupOf(formats: readonly MarkupKind[] | undefined): MarkupKind {
  return formats?.[0] === MarkupKind.Markdown ? MarkupKind.Markdown : MarkupKind.PlainText;
}
