// Squiggles with messages and fixes.
import { type Diagnostic, forEachDiagnostic, linter, setDiagnosticsEffect } from "@codemirror/lint";
import type { EditorState, Extension, Text, Transaction } from "@codemirror/state";
import type { EditorView, ViewUpdate } from "@codemirror/view";
import { withoutTermAt } from "../language-service/diagnostics-while-typing.ts";
import type { LanguageService } from "../language-service/service.ts";
import { hasList } from "./completion.ts";
import { lintDiagnosticOf } from "./convert.ts";
import { abortOnDestroy, onlyLatest } from "./latest.ts";
import { isRefresh } from "./refresh.ts";

/**
 * Options of {@link sliceCqlLinter}.
 *
 * @example
 * ```ts
 * const options: SliceCqlLinterOptions = { docsUrl: "https://example.com/slice-cql/diagnostics" };
 * ```
 */
export interface SliceCqlLinterOptions {
  /** Where the page of codes is; a message then links to `docsUrl#code`. Without it there are no links. */
  readonly docsUrl?: string | undefined;
  /** Milliseconds to wait after a change; 250 by default. */
  readonly delay?: number | undefined;
}

/**
 * Marks what the language service finds, with a button for each fix in the message. What it finds in the term that is being
 * written is held back while a list of completions is open.
 *
 * @param service - The language service.
 * @param options - Links to the documentation, and how long to wait.
 * @returns The extension.
 * @example
 * ```ts
 * const extensions = [sliceCqlLanguage(), sliceCqlLinter(createLanguageService({ catalog }))];
 * ```
 */
export function sliceCqlLinter(
  service: Pick<LanguageService, "diagnostics">,
  options: SliceCqlLinterOptions = {},
): Extension {
  return linterOf(service, options);
}

/** Additions to the messages of the service. */
export interface LintOptions extends SliceCqlLinterOptions {
  /** Why the last catalog was unavailable. */
  readonly failure?: () => Error | undefined;
}

/** The linter, which also reports a failed catalog. */
export function linterOf(service: Pick<LanguageService, "diagnostics">, options: LintOptions): Extension {
  const { delay = 250 } = options;
  return [abortOnDestroy, linter(lintSource(service, options), { delay, needsRefresh, hideOn: staysIfSame })];
}

/** What asks for the diagnostics of an editor's text. Where all is as before, they are the same objects. */
export function lintSource(
  service: Pick<LanguageService, "diagnostics">,
  { docsUrl, failure }: LintOptions = {},
): (view: EditorView) => Promise<readonly Diagnostic[]> {
  const latest = onlyLatest();
  const answers = new WeakMap<Text, Answer>();
  return async (view) => {
    const { doc } = view.state;
    // Nothing is wrong yet with a field that waits to be filled in.
    if (doc.length === 0) return [];
    const text = doc.toString();
    const all = await latest(view, async (signal) => await service.diagnostics(text, { signal }));
    // A term that is still being completed is not a mistake yet.
    const { head } = view.state.selection.main;
    const found = hasList(view.state) ? withoutTermAt(text, head, all) : all;
    const unread = failure?.();
    const { readOnly } = view.state;
    const key = JSON.stringify([found, unread?.message, readOnly]);
    const before = answers.get(doc);
    if (before?.key === key) return before.diagnostics;
    const checked = found.map((diagnostic) => lintDiagnosticOf(diagnostic, doc, { docsUrl, readOnly }));
    const diagnostics = unread === undefined ? checked : [uncheckedNames(unread), ...checked];
    answers.set(doc, { key, diagnostics });
    return diagnostics;
  };
}

interface Answer {
  readonly key: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Without this one a query whose names were not checked would look fine. At a character, the first, it can be hovered. */
function uncheckedNames({ message }: Error): Diagnostic {
  const text = `The catalog could not be read, so names are not checked: ${message}`;
  return { from: 0, to: 1, severity: "warning", message: text };
}

function needsRefresh(update: ViewUpdate): boolean {
  const { startState, state } = update;
  return (
    isRefresh(update) || startState.readOnly !== state.readOnly || hasList(startState) !== hasList(state)
  );
}

/** A message stays open over an answer that says the same: CodeMirror would close it at each. */
export function staysIfSame({ docChanged, effects, startState }: Transaction): boolean | null {
  const answer = effects.find((effect) => effect.is(setDiagnosticsEffect));
  if (docChanged || answer === undefined) return null;
  const before = shownIn(startState);
  return answer.value.length === before.size && answer.value.every((each) => before.has(each)) ? false : null;
}

function shownIn(state: EditorState): ReadonlySet<Diagnostic> {
  const shown = new Set<Diagnostic>();
  forEachDiagnostic(state, (diagnostic) => void shown.add(diagnostic));
  return shown;
}
