// Everything at once: the extension that most editors want.
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { type Extension, Prec } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import type { LanguageServiceOptions } from "../language-service/context.ts";
import type { LanguageService } from "../language-service/service.ts";
import { servicesForEditor } from "../language-service/services-for-editor.ts";
import { sliceCqlCompletion } from "./completion.ts";
import { sliceCqlHover } from "./hover.ts";
import { sliceCqlInlayHints } from "./inlay-hints.ts";
import { sliceCqlKeymap } from "./keymap.ts";
import { sliceCqlLanguage } from "./language.ts";
import { linterOf } from "./linter.ts";
import { type QueryBoxOptions, sliceCqlSingleLine } from "./single-line.ts";
import { sliceCqlTheme } from "./theme.ts";

/**
 * Options of {@link sliceCql}.
 *
 * @example
 * ```ts
 * const options: SliceCqlOptions = { catalog, singleLine: true, onSubmit: (text) => search(text) };
 * ```
 */
export interface SliceCqlOptions extends LanguageServiceOptions, QueryBoxOptions {
  /** A service made before, in place of one made of the options. */
  readonly service?: LanguageService | undefined;
  /** Where the page of codes is; a message then links to `docsUrl#code`. Without it there are no links. */
  readonly docsUrl?: string | undefined;
  /** A query box of one line, for which `onSubmit`, `acceptWithTab` and `openOnFocus` are. */
  readonly singleLine?: boolean | undefined;
  /** What the field is called for screen readers; `Slice query` by default. */
  readonly ariaLabel?: string | undefined;
}

/**
 * A whole editor for CQL: language, diagnostics with fixes, completion, hovers, inline dates, keys, undo, appearance. The dark one comes
 * with a dark theme, or with `EditorView.darkTheme.of(true)`.
 *
 * @param options - The catalog, the evaluation time, and how the editor behaves.
 * @returns The extension.
 * @example
 * ```ts
 * const view = new EditorView({ doc: "type:Person", extensions: sliceCql({ catalog }), parent: document.body });
 * ```
 */
export function sliceCql(options: SliceCqlOptions = {}): Extension {
  const { service, diagnosticsService, failure } = servicesForEditor(options);
  const { docsUrl, ariaLabel = "Slice query", singleLine = false } = options;
  return [
    sliceCqlTheme,
    singleLine ? sliceCqlSingleLine({ ...options, service }) : EditorView.lineWrapping,
    sliceCqlLanguage(service),
    linterOf(diagnosticsService, { docsUrl, failure }),
    sliceCqlCompletion(service),
    sliceCqlHover(service),
    sliceCqlInlayHints(service),
    sliceCqlKeymap(service),
    EditorView.contentAttributes.of({ "aria-label": ariaLabel }),
    history(),
    Prec.low(keymap.of([...defaultKeymap, ...historyKeymap])),
  ];
}
