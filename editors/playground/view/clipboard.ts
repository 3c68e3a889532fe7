// Copies text, and says on the button itself how that went.

import { announce, h } from "./dom.ts";

const shownFor = 1800;

/** A button that copies what is then to be copied. */
export function createCopyButton(label: string, textOf: () => string): HTMLButtonElement {
  const button = h("button", { type: "button", class: "quiet" }, label);
  let timer = 0;
  const say = (message: string): void => {
    button.textContent = message;
    announce(message);
    clearTimeout(timer);
    timer = setTimeout(() => {
      button.textContent = label;
    }, shownFor);
  };
  button.addEventListener("click", () => {
    void copy(textOf()).then((isCopied) => say(isCopied ? "Copied" : "Not allowed to copy"));
  });
  return button;
}

/** Whether the text is on the clipboard now; browsers may refuse it, and have none where a page is not secure. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
