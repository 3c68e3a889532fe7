// Counts as bars, the largest first: each a link to what it counts.

import type { JSX } from "preact";
import { numberOf } from "../words.ts";

/** How many bars are shown: more than a person compares would only be a list. */
const most = 8;

/** Shows counts by name; nothing if there are none. */
export function Bars({
  title,
  of,
  hrefOf,
}: {
  readonly title: string;
  readonly of: Readonly<Record<string, unknown>>;
  readonly hrefOf: (name: string) => string;
}): JSX.Element | null {
  const counts = Object.entries(of)
    .map(([name, count]) => [name, Number(count)] as const)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, most);
  const [[, largest] = ["", 1]] = counts;
  if (counts.length === 0) return null;
  return (
    <section class="card">
      <h2>{title}</h2>
      <ul class="bars">
        {counts.map(([name, count]) => (
          <li key={name}>
            <a href={hrefOf(name)}>{name}</a>
            <span class="measure" aria-hidden="true">
              <span style={{ width: `${String((100 * count) / largest)}%` }} />
            </span>
            <span class="count">{numberOf(count)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
