// What keys do: format, fix, go to the next problem, explain.
import { forEachDiagnostic, nextDiagnostic, previousDiagnostic } from "@codemirror/lint";
import type { Extension } from "@codemirror/state";
import { type Command, closeHoverTooltips, EditorView, hasHoverTooltips, keymap } from "@codemirror/view";
import type { LanguageService } from "../language-service/service.ts";
import { editTransaction } from "./convert.ts";
import { openFixMenu } from "./fix-menu.ts";
import { explainAtCursor } from "./hover.ts";
import { abortOnDestroy, inBackground, onlyLatest } from "./latest.ts";
import { closePopup, popupField } from "./popup.ts";

/**
 * The keys: Mod-. opens the fixes at the cursor, Shift-Alt-. applies all that are certain, Shift-Alt-f formats, F8 and Shift-F8 go to
 * the next and the previous problem, Mod-k Mod-i explains the term at the cursor, Escape closes explanations. Mod is Cmd on a
 * Mac and Ctrl elsewhere.
 *
 * @param service - The language service.
 * @returns The extension.
 * @example
 * ```ts
 * const extensions = [sliceCqlLanguage(), sliceCqlLinter(service), sliceCqlKeymap(service)];
 * ```
 */
export function sliceCqlKeymap(
  service: Pick<LanguageService, "codeActions" | "format" | "hover">,
): Extension {
  return [
    abortOnDestroy,
    popupField,
    keymap.of([
      { key: "Mod-.", run: openFixMenu(service), preventDefault: true },
      { key: "Shift-Alt-.", run: fixQuery(service), preventDefault: true },
      { key: "Shift-Alt-f", run: formatQuery(service), preventDefault: true },
      { key: "F8", run: spoken(nextDiagnostic), shift: spoken(previousDiagnostic), preventDefault: true },
      { key: "Mod-k Mod-i", run: explainAtCursor(service), preventDefault: true },
      { key: "Escape", run: dismiss },
    ]),
  ];
}

/**
 * A command that writes the query in its canonical spelling; a query with errors is left unchanged.
 *
 * @param service - The language service.
 * @returns The command.
 * @example
 * ```ts
 * button.onclick = () => formatQuery(service)(view);
 * ```
 */
export function formatQuery(service: Pick<LanguageService, "format">): Command {
  return (view) => {
    if (view.state.readOnly) return false;
    const edits = service.format(view.state.doc.toString());
    if (edits.length > 0) view.dispatch(editTransaction(view.state, edits, "input.format"));
    return true;
  };
}

/**
 * A command that applies all fixes with one certain reading.
 *
 * @param service - The language service.
 * @returns The command.
 * @example
 * ```ts
 * button.onclick = () => fixQuery(service)(view);
 * ```
 */
export function fixQuery(service: Pick<LanguageService, "codeActions">): Command {
  const latest = onlyLatest();
  return (view) => {
    if (view.state.readOnly) return false;
    const { doc } = view.state;
    const whole = { start: 0, end: doc.length };
    inBackground(view, async () => {
      const actions = await latest(
        view,
        async (signal) => await service.codeActions(doc.toString(), whole, { signal }),
      );
      const all = actions.find(({ kind }) => kind === "source.fixAll");
      if (all === undefined || view.state.doc !== doc) return;
      view.dispatch(editTransaction(view.state, all.edits, "input.fix"));
    });
    return true;
  };
}

/** Closes what covers the text: an explanation opened by a key or by the pointer. */
function dismiss(view: EditorView): boolean {
  if (closePopup(view)) return true;
  if (!hasHoverTooltips(view.state)) return false;
  view.dispatch({ effects: closeHoverTooltips });
  return true;
}

/** Reads the message to a screen reader where the command of CodeMirror only shows it. */
function spoken(goTo: Command): Command {
  return (view) => {
    if (!goTo(view)) return false;
    const { main } = view.state.selection;
    const messages: string[] = [];
    forEachDiagnostic(view.state, ({ message }, from, to) => {
      if (from <= main.from && to >= main.to) messages.push(message);
    });
    view.dispatch({ effects: EditorView.announce.of(messages.join(" ")) });
    return true;
  };
}
