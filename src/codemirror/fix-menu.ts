// The menu of changes on offer at the cursor, for the keyboard.
import type { Command, EditorView, Tooltip } from "@codemirror/view";
import type { CodeAction } from "../language-service/code-actions.ts";
import type { LanguageService } from "../language-service/service.ts";
import { contentsOf, editTransaction, endOf, piecesOf, plainOf } from "./convert.ts";
import { onlyLatest } from "./latest.ts";
import { closePopup, hidePopup, showPopup } from "./popup.ts";

/**
 * A command that opens a menu of the changes on offer for what is selected: arrow keys choose, Enter applies, Escape leaves.
 *
 * @param service - The language service.
 * @returns The command.
 * @example
 * ```ts
 * keymap.of([{ key: "Mod-.", run: openFixMenu(service) }]);
 * ```
 */
export function openFixMenu(service: Pick<LanguageService, "codeActions">): Command {
  const latest = onlyLatest();
  return (view) => {
    const { doc, selection, readOnly } = view.state;
    if (readOnly) return false;
    const span = { start: selection.main.from, end: selection.main.to };
    const asked = latest(view, async (signal) => await service.codeActions(doc.toString(), span, { signal }));
    showPopup(view, asked, (actions) =>
      actions.length === 0
        ? { announce: view.state.phrase("No fixes here.") }
        : { tooltip: menuAt(selection.main.head, actions, view) },
    );
    return true;
  };
}

function menuAt(position: number, actions: readonly CodeAction[], view: EditorView): Tooltip {
  return {
    pos: position,
    create: () => {
      const dom = menuOf(actions, view);
      // The menu handles the keys as soon as it is open.
      const focusFirst = (): void => dom.querySelector("button")?.focus({ preventScroll: true });
      return { dom, mount: focusFirst };
    },
  };
}

function menuOf(actions: readonly CodeAction[], view: EditorView): HTMLElement {
  const menu = document.createElement("div");
  menu.className = "cm-sliceCql-menu";
  menu.setAttribute("role", "menu");
  menu.setAttribute("aria-label", plainOf(actions[0]?.diagnostic?.message ?? view.state.phrase("Changes")));
  for (const { title, kind, edits } of actions) {
    const item = document.createElement("button");
    item.type = "button";
    item.setAttribute("role", "menuitem");
    item.tabIndex = -1;
    item.append(...contentsOf(piecesOf(title)));
    item.addEventListener("click", () => {
      closePopup(view);
      const cursor = kind === "quickfix" ? endOf(edits) : undefined;
      view.dispatch(editTransaction(view.state, edits, "input.fix", cursor));
    });
    menu.append(item);
  }
  menu.addEventListener("keydown", (event) => {
    if (steer(menu, view, event.key) || (leavingKeys.includes(event.key) && closePopup(view))) {
      event.preventDefault();
    }
    // Otherwise the editor would take the key too.
    event.stopPropagation();
  });
  menu.addEventListener("focusout", () => {
    // The next element has the focus only after this event.
    setTimeout(() => {
      if (menu.isConnected && !menu.contains(view.root.activeElement)) hidePopup(view);
    });
  });
  return menu;
}

const leavingKeys: readonly string[] = ["Escape", "Tab"];

/** Moves the focus, which in a shadow tree only its root knows, as the key says, round at the ends; false for a key that does not steer. */
function steer(menu: HTMLElement, { root }: EditorView, key: string): boolean {
  const entries = [...menu.querySelectorAll("button")];
  const current = entries.findIndex((entry) => entry === root.activeElement);
  const next = new Map([
    ["ArrowDown", current + 1],
    ["ArrowUp", current - 1],
    ["Home", 0],
    ["End", -1],
  ]).get(key);
  if (next === undefined) return false;
  entries.at(next % entries.length)?.focus();
  return true;
}
