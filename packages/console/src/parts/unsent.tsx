// Says on every screen that something is not on the server yet, and where.

import type { JSX } from "preact";
import { hrefOf } from "../route.ts";
import { useUnsent } from "../unsent.ts";
import { countOf } from "../words.ts";

/** Links to the deltas with decisions that wait or were refused; not to the one that is shown. */
export function Unsent({ at }: { readonly at: string }): JSX.Element {
  const others = [...useUnsent()].filter(([delta]) => at !== `deltas/${delta}`);
  return (
    <div role="status">
      {others.map(([delta, count]) => (
        <a key={delta} class="callout" href={hrefOf(["deltas", delta])}>
          {countOf(count, "decision is", "decisions are")} not sent yet
        </a>
      ))}
    </div>
  );
}

/** The same for who has left: another key can send it. */
export function UnsentNote(): JSX.Element | null {
  const count = [...useUnsent().values()].reduce((sum, each) => sum + each, 0);
  if (count === 0) return null;
  return (
    <p class="callout" role="status">
      {countOf(count, "decision was", "decisions were")} not sent with the last key. Open the same delta with
      another one to send {count === 1 ? "it" : "them"}.
    </p>
  );
}
