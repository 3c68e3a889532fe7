// Everything at once: the extension that most editors want.
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { type Extension, Prec } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import type { LanguageServiceOptions } from "../language-service/context.ts";
import { optionalCatalog } from "../language-service/optional-catalog.ts";
import { createLanguageService, type LanguageService } from "../language-service/service.ts";
import { sliceCqlCompletion } from "./completion.ts";
import { sliceCqlHover } from "./hover.ts";
import { sliceCqlInlayHints } from "./inlay-hints.ts";
import { sliceCqlKeymap } from "./keymap.ts";
import { sliceCqlLanguage } from "./language.ts";
import { linterOf } from "./linter.ts";
import { sliceCqlSingleLine } from "./single-line.ts";
import { sliceCqlTheme } from "./theme.ts";

/**
 * Options of {@link sliceCql}.
 *
 * @example
 * ```ts
 * const options: SliceCqlOptions = { catalog, singleLine: true, onSubmit: (text) => search(text) };
 * ```
 */
export interface SliceCqlOptions extends LanguageServiceOptions {
  /** A service made before, in place of one made of the options. */
  readonly service?: LanguageService | undefined;
  /** Where the page of codes is; a message then links to `docsUrl#code`. Without it there are no links. */
  readonly docsUrl?: string | undefined;
  /** A query box of one line. */
  readonly singleLine?: boolean | undefined;
  /** In a query box: called with the text when Enter is pressed. */
  readonly onSubmit?: ((text: string) => void) | undefined;
  /** What the field is called for screen readers; `Slice query` by default. */
  readonly ariaLabel?: string | undefined;
}

/**
 * A whole editor for CQL: language, diagnostics with fixes, completion, hovers, inline dates, keys, undo, looks. Dark looks come
 * with a dark theme, or with `EditorView.darkTheme.of(true)`.
 *
 * @param options - The catalog, the present, and how the editor behaves.
 * @returns The extension.
 * @example
 * ```ts
 * const view = new EditorView({ doc: "type:Person", extensions: sliceCql({ catalog }), parent: document.body });
 * ```
 */
export function sliceCql(options: SliceCqlOptions = {}): Extension {
  let failure: Error | undefined;
  const serviceTelling = (told: (failed: Error | undefined) => void): LanguageService =>
    options.service ?? createLanguageService({ ...options, catalog: optionalCatalog(options.catalog, told) });
  const service = serviceTelling(() => undefined);
  // What fails for the diagnostics must not be forgotten because a hover has its catalog.
  const judge = serviceTelling((failed) => {
    failure = failed;
  });
  const { docsUrl, ariaLabel = "Slice query", singleLine = false, onSubmit } = options;
  return [
    sliceCqlTheme,
    singleLine ? sliceCqlSingleLine({ onSubmit }) : EditorView.lineWrapping,
    sliceCqlLanguage(service),
    linterOf(judge, { docsUrl, failure: () => failure }),
    sliceCqlCompletion(service),
    sliceCqlHover(service),
    sliceCqlInlayHints(service),
    sliceCqlKeymap(service),
    EditorView.contentAttributes.of({ "aria-label": ariaLabel }),
    history(),
    Prec.low(keymap.of([...defaultKeymap, ...historyKeymap])),
  ];
}
