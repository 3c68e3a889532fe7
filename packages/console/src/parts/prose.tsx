// A message, in which what stands between backticks is code.

import type { JSX } from "preact";

/** Shows a message of the service. */
export function Prose({ text }: { readonly text: string }): JSX.Element {
  return <>{text.split("`").map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))}</>;
}
