// From the results of the language service to those that Monaco accepts, and back.
import type { editor, IPosition, IRange, languages } from "monaco-editor";
import type { Diagnostic, Severity } from "../diagnostics/diagnostic.ts";
import { hrefOf } from "../diagnostics/href.ts";
import type { CodeAction } from "../language-service/code-actions.ts";
import type { CompletionItem } from "../language-service/completion-item.ts";
import type { DocumentSymbol } from "../language-service/document-symbols.ts";
import type { Hover } from "../language-service/hover.ts";
import type { InlayHint } from "../language-service/inlay-hints.ts";
import { semanticTokenModifiers } from "../language-service/pack-tokens.ts";
import { type SemanticTokenType, semanticTokenTypes } from "../language-service/semantic-tokens.ts";
import type { TextEdit } from "../text/edits.ts";
import type { LineMap } from "../text/line-map.ts";
import { partInLine, without } from "../text/line-parts.ts";
import type { Span } from "../text/span.ts";
import type { Model, Monaco } from "./namespace.ts";

/** Monaco counts lines and columns from 1. */
export function positionOf(lines: LineMap, offset: number): IPosition {
  const { line, character } = lines.position(offset);
  return { lineNumber: line + 1, column: character + 1 };
}

/** The offset of a position. */
export function offsetOf(lines: LineMap, { lineNumber, column }: IPosition): number {
  return lines.offset({ line: lineNumber - 1, character: column - 1 });
}

/** The range of a span. */
export function rangeOf(lines: LineMap, { start, end }: Span): IRange {
  const [from, to] = [positionOf(lines, start), positionOf(lines, end)];
  return {
    startLineNumber: from.lineNumber,
    startColumn: from.column,
    endLineNumber: to.lineNumber,
    endColumn: to.column,
  };
}

/** The span of a range. */
export function spanOf(lines: LineMap, range: IRange): Span {
  return {
    start: offsetOf(lines, { lineNumber: range.startLineNumber, column: range.startColumn }),
    end: offsetOf(lines, { lineNumber: range.endLineNumber, column: range.endColumn }),
  };
}

/** An edit of a text. */
export function editOf(lines: LineMap, { span, text }: TextEdit): languages.TextEdit {
  return { range: rangeOf(lines, span), text };
}

/** Edits of a model, to be refused if it has changed since. */
export function workspaceEditOf(
  model: Model,
  lines: LineMap,
  edits: readonly TextEdit[],
): languages.WorkspaceEdit {
  const versionId = model.getVersionId();
  return {
    edits: edits.map((edit) => ({ resource: model.uri, versionId, textEdit: editOf(lines, edit) })),
  };
}

const severityNames = {
  error: "Error",
  warning: "Warning",
  information: "Info",
  hint: "Hint",
} as const satisfies Readonly<Record<Severity, keyof Monaco["MarkerSeverity"]>>;

/** A diagnostic as a marker; its code is a link if there is a page of codes. */
export function markerOf(
  { MarkerSeverity, MarkerTag, Uri }: Monaco,
  model: Pick<Model, "uri">,
  lines: LineMap,
  { code, severity, message, span, related = [], tags = [] }: Diagnostic,
  docsUrl: string | undefined,
): editor.IMarkerData {
  return {
    ...rangeOf(lines, span),
    severity: MarkerSeverity[severityNames[severity]],
    message,
    source: "slice-cql",
    code: docsUrl === undefined ? code : { value: code, target: Uri.parse(hrefOf(code, docsUrl)) },
    tags: tags.map(() => MarkerTag.Unnecessary),
    relatedInformation: related.map((each) => ({
      ...rangeOf(lines, each.span),
      message: each.message,
      resource: model.uri,
    })),
  };
}

const completionKindNames = {
  qualifier: "Keyword",
  "entity-type": "Class",
  name: "Value",
  date: "Constant",
} as const satisfies Readonly<
  Record<CompletionItem["kind"], keyof Monaco["languages"]["CompletionItemKind"]>
>;

/**
 * A completion at a cursor. Monaco ranks by how well the typed word fits `filterText`; with the typed word itself all fit
 * alike, and the order is the one given by `index`. It takes a range in the cursor's line only, so what the edit replaces
 * in other lines (of a quoted value) is removed by further edits.
 */
export function completionOf(
  { languages: { CompletionItemInsertTextRule, CompletionItemKind } }: Monaco,
  text: string,
  lines: LineMap,
  cursor: number,
  { item, index }: { readonly item: CompletionItem; readonly index: number },
): languages.CompletionItem {
  const { label, kind, detail, edit, continues } = item;
  const here = partInLine(lines, edit.span, cursor);
  return {
    // Monaco shows a `detail` in the focused row only.
    label: detail === undefined ? label : { label, description: detail },
    kind: CompletionItemKind[completionKindNames[kind]],
    insertText: edit.text,
    insertTextRules: CompletionItemInsertTextRule.KeepWhitespace,
    range: rangeOf(lines, here),
    filterText: text.slice(here.start, cursor),
    sortText: String(index).padStart(4, "0"),
    additionalTextEdits: without(edit.span, here).map((span) => editOf(lines, { span, text: "" })),
    ...(continues === true ? { command: suggestAgain } : {}),
  };
}

const suggestAgain: languages.Command = { id: "editor.action.triggerSuggest", title: "Suggest" };

/** A hover. Its Markdown is not trusted, and has no HTML. */
export function hoverOf(lines: LineMap, { span, contents }: Hover): languages.Hover {
  return { range: rangeOf(lines, span), contents: [{ value: contents }] };
}

/** An inlay hint. Its spaces are kept together, since Monaco breaks lines at spaces of hints, too. */
export function inlayHintOf(lines: LineMap, { offset, label, tooltip }: InlayHint): languages.InlayHint {
  const whole = label.replaceAll(" ", "\u00a0");
  return { label: whole, position: positionOf(lines, offset), tooltip, paddingLeft: true };
}

/** A code action. */
export function codeActionOf(
  monaco: Monaco,
  model: Model,
  lines: LineMap,
  { title, kind, edits, preferred, diagnostic }: CodeAction,
  docsUrl: string | undefined,
): languages.CodeAction {
  return {
    title,
    kind,
    edit: workspaceEditOf(model, lines, edits),
    isPreferred: preferred === true,
    diagnostics: diagnostic === undefined ? [] : [markerOf(monaco, model, lines, diagnostic, docsUrl)],
  };
}

/** A symbol of the outline. */
export function symbolOf(
  { languages: { SymbolKind } }: Monaco,
  lines: LineMap,
  { name, detail, kind, span, selectionSpan }: DocumentSymbol,
): languages.DocumentSymbol {
  return {
    name,
    detail,
    kind: kind === "qualified" ? SymbolKind.Property : SymbolKind.String,
    tags: [],
    range: rangeOf(lines, span),
    selectionRange: rangeOf(lines, selectionSpan),
  };
}

/** The themes of Monaco colour these names; for a class and a property they have no rule. */
const themeNames: Readonly<Partial<Record<SemanticTokenType, string>>> = {
  class: "type.identifier",
  property: "variable",
};

/** What the numbers of packed tokens stand for. */
export const legend: languages.SemanticTokensLegend = {
  tokenTypes: semanticTokenTypes.map((type) => themeNames[type] ?? type),
  tokenModifiers: [...semanticTokenModifiers],
};
