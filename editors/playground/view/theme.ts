// Light or dark: as the system says, until the visitor says otherwise, which is remembered.

import { announce } from "./dom.ts";

const key = "slice-cql-theme";
const system = matchMedia("(prefers-color-scheme: dark)");

/** Whether the page is dark now. */
export function isDark(): boolean {
  return (chosen() ?? (system.matches ? "dark" : "light")) === "dark";
}

/** Makes a button switch the theme; `onChange` is called whenever it changes, and once now. */
export function createThemeSwitch(button: HTMLElement, onChange: (isDark: boolean) => void): void {
  const show = (): void => {
    const dark = isDark();
    document.documentElement.dataset["theme"] = dark ? "dark" : "light";
    button.textContent = dark ? "Light" : "Dark";
    button.setAttribute("aria-label", dark ? "Switch to light colours" : "Switch to dark colours");
    onChange(dark);
  };
  button.addEventListener("click", () => {
    const next = isDark() ? "light" : "dark";
    remember(next);
    show();
    announce(`The page is ${next}`);
  });
  system.addEventListener("change", show);
  show();
}

let unsaved: string | undefined;

/** Storage may be closed to the page; then the choice holds until it is left. */
function chosen(): string | undefined {
  try {
    const stored = localStorage.getItem(key) ?? unsaved;
    return stored === "dark" || stored === "light" ? stored : undefined;
  } catch {
    return unsaved;
  }
}

function remember(theme: string): void {
  unsaved = theme;
  try {
    localStorage.setItem(key, theme);
  } catch {
    // It is in `unsaved`.
  }
}
