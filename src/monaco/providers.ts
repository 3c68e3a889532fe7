// What Monaco asks about a text in the language, handed on to the language service.
import type { CancellationToken, IDisposable, IEvent, languages } from "monaco-editor";
import type { CodeAction } from "../language-service/code-actions.ts";
import { isBetweenTerms } from "../language-service/complete.ts";
import { withoutHintAt } from "../language-service/diagnostics-while-typing.ts";
import { packTokens } from "../language-service/pack-tokens.ts";
import { renameRefusals } from "../language-service/rename.ts";
import type { LanguageService } from "../language-service/service.ts";
import { type LineMap, lineMap } from "../text/line-map.ts";
import {
  codeActionOf,
  completionOf,
  editOf,
  hoverOf,
  inlayHintOf,
  legend,
  offsetOf,
  rangeOf,
  spanOf,
  symbolOf,
  workspaceEditOf,
} from "./convert.ts";
import type { Model, Monaco } from "./namespace.ts";
import type { OpenLists } from "./open-lists.ts";

/** What providers are made of. */
export interface Provided {
  readonly languageId: string;
  readonly service: LanguageService;
  readonly docsUrl: string | undefined;
  /** Fires when inlay hints may be other ones though the text is the same. */
  readonly onDidChange: IEvent<void>;
  /** Where a list of suggestions is open. */
  readonly lists: Pick<OpenLists, "open" | "close" | "completionOffset">;
}

/** Registers all providers. */
export function registerProviders(monaco: Monaco, provided: Provided): readonly IDisposable[] {
  const { languageId: id, service } = provided;
  const { languages: all } = monaco;
  return [
    all.registerCompletionItemProvider(id, completionProvider(monaco, provided)),
    all.registerHoverProvider(id, hoverProvider(service)),
    all.registerInlayHintsProvider(id, inlayHintsProvider(provided)),
    all.registerCodeActionProvider(id, codeActionProvider(monaco, provided), {
      providedCodeActionKinds: Object.keys(codeActionKinds),
    }),
    all.registerDocumentSemanticTokensProvider(id, tokensProvider(service)),
    all.registerDocumentFormattingEditProvider(id, formattingProvider(service)),
    all.registerRenameProvider(id, renameProvider(service)),
    all.registerDocumentHighlightProvider(id, highlightProvider(service)),
    all.registerReferenceProvider(id, referenceProvider(service)),
    all.registerDocumentSymbolProvider(id, symbolProvider(monaco, service)),
    all.registerSelectionRangeProvider(id, selectionRangeProvider(service)),
  ];
}

const codeActionKinds: Readonly<Record<CodeAction["kind"], true>> = {
  quickfix: true,
  "source.fixAll": true,
  "refactor.rewrite": true,
};

function completionProvider(monaco: Monaco, { service, lists }: Provided): languages.CompletionItemProvider {
  return {
    triggerCharacters: [":", '"', " "],
    provideCompletionItems: async (model, position, { triggerCharacter }, token) => {
      const { text, lines } = read(model);
      const cursor = offsetOf(lines, position);
      // Between terms a list of all qualifiers would be in the way of typing on.
      const isUnasked = triggerCharacter === " " && isBetweenTerms(text, cursor);
      const found = isUnasked
        ? []
        : await unlessCancelled(token, async (signal) => await service.complete(text, cursor, { signal }));
      const suggestions = (found ?? []).map((item, index) =>
        completionOf(monaco, text, lines, cursor, { item, index }),
      );
      if (found?.length === 0) lists.close(model);
      const list = suggestions.length === 0 ? undefined : lists.open(model, cursor);
      // Incomplete, so that Monaco asks again at each key, and never ranks the items.
      return { suggestions, incomplete: true, dispose: () => list?.dispose() };
    },
  };
}

function hoverProvider(service: LanguageService): languages.HoverProvider {
  return {
    provideHover: async (model, position, token) => {
      const { text, lines } = read(model);
      const offset = offsetOf(lines, position);
      const hover = await unlessCancelled(
        token,
        async (signal) => await service.hover(text, offset, { signal }),
      );
      return hover === undefined || hover === null ? null : hoverOf(lines, hover);
    },
  };
}

function inlayHintsProvider({ service, onDidChange, lists }: Provided): languages.InlayHintsProvider {
  return {
    onDidChangeInlayHints: onDidChange,
    provideInlayHints: async (model, range, token) => {
      const { text, lines } = read(model);
      const { start, end } = spanOf(lines, range);
      const found = await unlessCancelled(
        token,
        async (signal) => await service.inlayHints(text, { signal }),
      );
      const cursor = lists.completionOffset(model);
      const all = found ?? [];
      // Half a name is not unknown yet.
      const shown = cursor === undefined ? all : withoutHintAt(text, cursor, all);
      const hints = shown.filter(({ offset }) => offset >= start && offset <= end);
      return { hints: hints.map((hint) => inlayHintOf(lines, hint)), dispose: nothing };
    },
  };
}

function codeActionProvider(monaco: Monaco, { service, docsUrl }: Provided): languages.CodeActionProvider {
  return {
    provideCodeActions: async (model, range, _context, token) => {
      const { text, lines } = read(model);
      const span = spanOf(lines, range);
      const found = await unlessCancelled(
        token,
        async (signal) => await service.codeActions(text, span, { signal }),
      );
      const actions = (found ?? []).map((action) => codeActionOf(monaco, model, lines, action, docsUrl));
      return { actions, dispose: nothing };
    },
  };
}

function tokensProvider(service: LanguageService): languages.DocumentSemanticTokensProvider {
  return {
    getLegend: () => legend,
    provideDocumentSemanticTokens: (model) => {
      const { text, lines } = read(model);
      return { data: Uint32Array.from(packTokens(lines, service.semanticTokens(text))) };
    },
    releaseDocumentSemanticTokens: nothing,
  };
}

function formattingProvider(service: LanguageService): languages.DocumentFormattingEditProvider {
  return {
    displayName: "slice-cql",
    provideDocumentFormattingEdits: (model) => {
      const { text, lines } = read(model);
      return service.format(text).map((edit) => editOf(lines, edit));
    },
  };
}

function renameProvider(service: LanguageService): languages.RenameProvider {
  return {
    provideRenameEdits: (model, position, newName) => {
      const { text, lines } = read(model);
      const edits = service.rename(text, offsetOf(lines, position), newName);
      if (edits === null) return { edits: [], rejectReason: renameRefusals.name };
      return workspaceEditOf(model, lines, edits);
    },
    resolveRenameLocation: (model, position) => {
      const { text, lines } = read(model);
      const offset = offsetOf(lines, position);
      const place = service.prepareRename(text, offset);
      if (place !== null) return { range: rangeOf(lines, place.span), text: place.placeholder };
      const range = rangeOf(lines, { start: offset, end: offset });
      return { range, text: "", rejectReason: renameRefusals.place };
    },
  };
}

function highlightProvider(service: LanguageService): languages.DocumentHighlightProvider {
  return {
    provideDocumentHighlights: (model, position) => {
      const { text, lines } = read(model);
      const spans = service.references(text, offsetOf(lines, position));
      return spans.map((span) => ({ range: rangeOf(lines, span) }));
    },
  };
}

function referenceProvider(service: LanguageService): languages.ReferenceProvider {
  return {
    provideReferences: (model, position) => {
      const { text, lines } = read(model);
      const spans = service.references(text, offsetOf(lines, position));
      return spans.map((span) => ({ uri: model.uri, range: rangeOf(lines, span) }));
    },
  };
}

function symbolProvider(monaco: Monaco, service: LanguageService): languages.DocumentSymbolProvider {
  return {
    displayName: "slice-cql",
    provideDocumentSymbols: (model) => {
      const { text, lines } = read(model);
      return service.documentSymbols(text).map((symbol) => symbolOf(monaco, lines, symbol));
    },
  };
}

function selectionRangeProvider(service: LanguageService): languages.SelectionRangeProvider {
  return {
    provideSelectionRanges: (model, positions) => {
      const { text, lines } = read(model);
      return positions.map((position) =>
        service
          .selectionRanges(text, offsetOf(lines, position))
          .map((span) => ({ range: rangeOf(lines, span) })),
      );
    },
  };
}

function read(model: Model): { readonly text: string; readonly lines: LineMap } {
  const text = model.getValue();
  return { text, lines: lineMap(text) };
}

/** The answer, or `undefined` if Monaco no longer wants it. */
async function unlessCancelled<Answer>(
  token: CancellationToken,
  ask: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer | undefined> {
  const controller = new AbortController();
  const listener = token.onCancellationRequested(() => controller.abort());
  if (token.isCancellationRequested) controller.abort();
  try {
    return await ask(controller.signal);
  } catch (error) {
    if (controller.signal.aborted) return undefined;
    throw error;
  } finally {
    listener.dispose();
  }
}

/** There is nothing to return. */
function nothing(): void {}
