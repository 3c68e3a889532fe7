// A value in the table of what a change changes: as text, of which so much is shown as is needed to see it.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { numberOf, shortened, textOf } from "../../words.ts";

/** A value, and how it is written. */
export interface Said {
  /** Undefined if it is not there. */
  readonly value: unknown;
  /** Whether a string is in quotes: where the value next to it is not a string. */
  readonly isQuoted: boolean;
}

/** Characters of a value that are shown before more are asked for. */
const most = 1000;
/** How many of them are those before the first that differs. */
const context = 200;
/** What is longer is no number, and nothing else that is read at a glance. */
const mostAtAGlance = 100;

/** Stands for what is not there. */
const nothing = "–";

/** Shows a value; of a long one the part in which it differs from another. */
export function Value({
  of: { value, isQuoted },
  as: Marked = "span",
  next,
}: {
  readonly of: Said;
  readonly as?: "del" | "ins" | "span";
  /** What it is compared with. */
  readonly next: unknown;
}): JSX.Element {
  const [isWhole, setWhole] = useState(false);
  const text = written(value, isQuoted);
  if (isWhole || text.length <= most) return <Marked>{text}</Marked>;
  const from = startOf(text, textOf(next));
  return (
    <>
      <Marked>
        {from > 0 && "…"}
        {shortened(text.slice(from), most)}
      </Marked>{" "}
      <button type="button" class="quiet" onClick={() => setWhole(true)}>
        Show all {numberOf(text.length)} characters
      </button>
    </>
  );
}

/** A value as text. A string is in quotes where it could be read as another value, or not be seen. */
function written(value: unknown, isQuoted: boolean): string {
  if (value === undefined) return nothing;
  if (typeof value !== "string") return textOf(value);
  return isQuoted || isMistakable(value) ? JSON.stringify(value) : value;
}

function isMistakable(text: string): boolean {
  if (text.length > mostAtAGlance) return false;
  if (text === nothing || text === "" || text.trim() !== text) return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Where a long text is shown from: shortly before it differs from another one; from its beginning if that is near, or if it does not differ. */
function startOf(text: string, other: string): number {
  if (text === other) return 0;
  let same = 0;
  while (same < text.length && text.charCodeAt(same) === other.charCodeAt(same)) same += 1;
  if (same < most - context) return 0;
  const from = Math.min(same, text.length) - context;
  // Never half of a character.
  return /[\uDC00-\uDFFF]/.test(text.charAt(from)) ? from - 1 : from;
}
