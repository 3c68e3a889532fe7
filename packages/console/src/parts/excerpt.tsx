// An excerpt of a search, with what was looked for marked.

import type { JSX } from "preact";

/**
 * Shows an excerpt, in which what was found is between « and ». Nothing is escaped in it: marks around anything else are the text's own.
 */
export function Excerpt({
  of,
  matched,
}: {
  readonly of: string;
  readonly matched: readonly string[];
}): JSX.Element {
  return (
    <p class="excerpt">
      {of.split(/(«[^«»]*»)/).map((part, at) => {
        const inside = part.startsWith("«") ? part.slice(1, -1) : "";
        const isFound = inside !== "" && matched.some((word) => folded(inside).includes(word));
        return isFound ? <mark key={at}>{inside}</mark> : <span key={at}>{part}</span>;
      })}
    </p>
  );
}

/** Without case and accents, as the service says what it has found. */
function folded(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase();
}
