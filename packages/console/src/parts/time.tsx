// An instant: how long ago it was, and when exactly on hover.

import type { JSX } from "preact";
import { agoOf } from "../words.ts";

/** Shows an instant. */
export function Time({ at }: { readonly at: string }): JSX.Element {
  return (
    <time dateTime={at} title={at}>
      {agoOf(at)}
    </time>
  );
}
