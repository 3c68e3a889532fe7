// Copies a text, and says whether it did.

import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";

/** A button that copies a text. */
export function Copy({
  text,
  class: look = "quiet",
  children,
}: {
  readonly text: () => string;
  readonly class?: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  const [said, setSaid] = useState<string>();
  const copy = () => {
    // Pages that were not loaded over HTTPS have no clipboard.
    const written = isSecureContext ? navigator.clipboard.writeText(text()) : Promise.reject(new Error());
    written.then(
      () => setSaid("Copied"),
      () => setSaid("The browser refuses to copy"),
    );
  };
  return (
    <button type="button" class={look} onClick={copy} onBlur={() => setSaid(undefined)}>
      <span aria-live="polite">{said ?? children}</span>
    </button>
  );
}
