// From the results of the language service to those that CodeMirror accepts.
import type { Completion } from "@codemirror/autocomplete";
import { isolateHistory } from "@codemirror/commands";
import type { Diagnostic as LintDiagnostic } from "@codemirror/lint";
import type { ChangeSpec, EditorState, Text, TransactionSpec } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { Diagnostic, Fix } from "../diagnostics/diagnostic.ts";
import { hrefOf } from "../diagnostics/href.ts";
import type { CompletionItem } from "../language-service/completion-item.ts";
import type { Piece } from "../language-service/prose.ts";
import type { TextEdit } from "../text/edits.ts";
import { shiftSpan } from "../text/span.ts";

/** Edits as changes; both count UTF-16 code units of the text before any edit. */
export function changeSpecs(edits: readonly TextEdit[]): readonly ChangeSpec[] {
  return edits.map(({ span, text }) => ({ from: span.start, to: span.end, insert: text }));
}

/**
 * Edits as one step of the history. The cursor goes after them if it was in them, otherwise it stays where it was in the text, or
 * goes to the given place; nothing is selected, so that the next key replaces nothing.
 */
export function editTransaction(
  state: EditorState,
  edits: readonly TextEdit[],
  userEvent: string,
  cursor: number = state.selection.main.head,
): TransactionSpec {
  const changes = state.changes([...changeSpecs(edits)]);
  const selection = { anchor: changes.mapPos(cursor, 1) };
  // What is typed next is another step, so that going back takes only that.
  const annotations = isolateHistory.of("full");
  return { changes, selection, annotations, userEvent, scrollIntoView: true };
}

/** Where edits end in the text before them. */
export function endOf(edits: readonly TextEdit[]): number {
  return Math.max(...edits.map(({ span }) => span.end));
}

/** How a diagnostic is shown. */
export interface LintLooks {
  readonly docsUrl?: string | undefined;
  readonly readOnly?: boolean;
}

/** A diagnostic of a text, with a button for each fix where the text can be edited. */
export function lintDiagnosticOf(
  diagnostic: Diagnostic,
  doc: Text,
  { docsUrl, readOnly = false }: LintLooks = {},
): LintDiagnostic {
  const { span, severity, message, tags, fixes = [] } = diagnostic;
  return {
    from: span.start,
    to: Math.min(span.end, doc.length),
    severity: severity === "information" ? "info" : severity,
    message,
    renderMessage: () => messageDom(diagnostic, docsUrl),
    ...(tags?.includes("unnecessary") === true ? { markClass: "cm-sliceCql-unnecessary" } : {}),
    actions: (readOnly ? [] : fixes).map((fix) => ({
      name: plainOf(fix.title),
      apply: (view, from) => applyFix(view, fix, doc, from - span.start),
    })),
  };
}

/** The message, and, where there is documentation, its code as a link to what the documentation says about it. */
function messageDom({ message, code }: Diagnostic, docsUrl: string | undefined): Node {
  const whole = document.createElement("span");
  whole.append(...contentsOf(piecesOf(message)));
  if (docsUrl === undefined) return whole;
  const link = document.createElement("a");
  link.href = hrefOf(code, docsUrl);
  link.target = "_blank";
  link.rel = "noreferrer";
  link.textContent = code;
  whole.append(" ", link);
  return whole;
}

/**
 * Applies a fix to a text that has been edited since, if what it replaces has only moved: otherwise it was not made for what
 * stands there now, and a new diagnostic is on its way.
 */
function applyFix(view: EditorView, fix: Fix, before: Text, distance: number): void {
  const { doc, readOnly } = view.state;
  if (readOnly) return;
  const start = Math.min(...fix.edits.map(({ span }) => span.start));
  const end = endOf(fix.edits);
  if (doc.sliceString(start + distance, end + distance) !== before.sliceString(start, end)) return;
  const moved = fix.edits.map(({ span, text }) => ({ span: shiftSpan(span, distance), text }));
  view.dispatch(editTransaction(view.state, moved, "input.fix", endOf(moved)));
}

/** A completion, but for what happens when it is chosen. */
export function completionOf({ label, kind, detail }: CompletionItem): Completion {
  return { label, type: kind, ...(detail === undefined ? {} : { detail }) };
}

/** Paragraphs as elements. Names are from anywhere, so all that they bring is text. */
export function paragraphsDom(paragraphs: readonly (readonly Piece[])[]): HTMLElement {
  const whole = document.createElement("div");
  whole.className = "cm-sliceCql-paragraphs";
  for (const pieces of paragraphs) {
    const paragraph = document.createElement("p");
    paragraph.append(...contentsOf(pieces));
    whole.append(paragraph);
  }
  return whole;
}

/** Pieces as elements, to be put into another. */
export function contentsOf(pieces: readonly Piece[]): readonly HTMLElement[] {
  return pieces.map(({ text, code }) => {
    const piece = document.createElement(code === true ? "code" : "span");
    piece.textContent = text;
    return piece;
  });
}

/** The pieces of a message, in which code is between backquotes. A backquote within a word is one of a name. */
export function piecesOf(message: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { index } of message.matchAll(/(?<![^\s("])`/gu)) {
    if (index < end) continue;
    // Searched for once: where none closes the first, none closes those after it.
    const length = message.slice(index + 2).search(/`(?![^\s.,:;!?)"])/u);
    if (length < 0) break;
    const close = index + 2 + length;
    pieces.push({ text: message.slice(end, index) }, { text: message.slice(index + 1, close), code: true });
    end = close + 1;
  }
  return [...pieces, { text: message.slice(end) }].filter(({ text }) => text !== "");
}

/** A message without the backquotes around its code. */
export function plainOf(message: string): string {
  return piecesOf(message)
    .map(({ text }) => text)
    .join("");
}
