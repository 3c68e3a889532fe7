// Tabs as ARIA describes them: one stop for the Tab key, arrows, Home and End between them, and a panel each.

import { h } from "./dom.ts";

/** One tab and the panel that it opens. */
export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly panel: HTMLElement;
}

/** Makes the row of tabs, the first one open, and dresses their panels. */
export function createTabs(label: string, tabs: readonly Tab[]): HTMLElement {
  const buttons = tabs.map(({ id, label: text, panel }) => {
    panel.id = `${id}-panel`;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", `${id}-tab`);
    panel.tabIndex = 0;
    const controls = { role: "tab", "aria-controls": panel.id, onclick: () => open(id) };
    return h("button", { type: "button", class: "tab", id: `${id}-tab`, ...controls }, text);
  });
  const open = (id: string): void => {
    for (const [at, tab] of tabs.entries()) {
      const isOpen = tab.id === id;
      tab.panel.hidden = !isOpen;
      buttons[at]?.setAttribute("aria-selected", String(isOpen));
      buttons[at]?.setAttribute("tabindex", isOpen ? "0" : "-1");
    }
  };
  const turn = (event: KeyboardEvent): void => {
    const at = buttons.findIndex((button) => button === document.activeElement);
    const next = placeAfter(event.key, at, buttons.length);
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    open(tabs[next]?.id ?? "");
    buttons[next]?.focus();
  };
  open(tabs[0]?.id ?? "");
  const row = h("div", { role: "tablist", class: "tabs", "aria-label": label }, ...buttons);
  row.addEventListener("keydown", turn);
  return row;
}

function placeAfter(key: string, at: number, size: number): number | undefined {
  switch (key) {
    case "ArrowRight":
      return (at + 1) % size;
    case "ArrowLeft":
      return (at + size - 1) % size;
    case "Home":
      return 0;
    case "End":
      return size - 1;
    default:
      return undefined;
  }
}
