// What went and what came between two versions of a text, word by word.

import { diffWordsWithSpace } from "diff";
import type { JSX } from "preact";

/** Words that may differ. What has more is another text, and to compare it would take seconds. */
const mostEdits = 1000;

/** Shows a text with what differs from an earlier one marked; without an earlier one, as it is. */
export function Differing({
  of,
  from,
}: {
  readonly of: string;
  readonly from: string | undefined;
}): JSX.Element {
  if (from === undefined || from === of) return <p class="text">{of}</p>;
  const parts = diffWordsWithSpace(from, of, { maxEditLength: mostEdits });
  if (parts === undefined)
    return (
      <p class="text">
        <del>{from}</del> <ins>{of}</ins>
      </p>
    );
  return (
    <p class="text">
      {parts.map(({ added, removed, value }, at) => {
        if (removed) return <del key={at}>{value}</del>;
        return added ? <ins key={at}>{value}</ins> : <span key={at}>{value}</span>;
      })}
    </p>
  );
}
