// A small plot: one line over few points, with the numbers as text for those who do not see it.

import type { JSX } from "preact";

const width = 320;
const height = 110;
/** What is left free for the numbers next to the axes. */
const [left, below] = [40, 18];

/** Plots points by their first number; nothing for fewer than two. */
export function Plot({
  title,
  points,
  most,
  goal,
  format,
}: {
  readonly title: string;
  readonly points: readonly (readonly [number, number])[];
  /** What the top of the plot stands for. */
  readonly most: number;
  /** A height to reach, drawn as a line. */
  readonly goal?: number;
  readonly format: (value: number) => string;
}): JSX.Element | null {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 2) return null;
  const x = (value: number) =>
    left + ((value - first[0]) / Math.max(1, last[0] - first[0])) * (width - left - 8);
  const y = (value: number) => height - below - (value / most) * (height - below - 8);
  const spoken = points.map(([at, value]) => `${String(at)}: ${format(value)}`).join(", ");
  return (
    <figure class="card plot">
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${String(width)} ${String(height)}`} role="img" aria-label={`${title}. ${spoken}`}>
        <path class="axis" d={`M${String(left)} 4V${String(y(0))}H${String(width - 4)}`} />
        <text x={left - 4} y={y(most) + 8} text-anchor="end">
          {format(most)}
        </text>
        <text x={left - 4} y={y(0)} text-anchor="end">
          {format(0)}
        </text>
        <text x={left} y={height - 4}>
          {String(first[0])}
        </text>
        <text x={width - 4} y={height - 4} text-anchor="end">
          {String(last[0])}
        </text>
        {goal !== undefined && (
          <path class="goal" d={`M${String(left)} ${String(y(goal))}H${String(width - 4)}`} />
        )}
        <polyline points={points.map(([at, value]) => `${String(x(at))},${String(y(value))}`).join(" ")} />
        {points.map(([at, value]) => (
          <circle key={at} cx={x(at)} cy={y(value)} r="3">
            <title>{`${String(at)}: ${format(value)}`}</title>
          </circle>
        ))}
      </svg>
    </figure>
  );
}
