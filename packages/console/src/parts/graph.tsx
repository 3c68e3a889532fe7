// A small graph, laid out once and then still; the list next to it says the same to everyone.

import {
  forceCenter,
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  type SimulationNodeDatum,
} from "d3-force";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";

/** A node of the graph. */
export interface Node {
  readonly id: string;
  readonly name: string;
  readonly isMarked: boolean;
  /** Whether it is not there yet, and would be added. */
  readonly isNew?: boolean;
}

/** The place of a node, which the layout moves. */
interface Placed extends SimulationNodeDatum {
  readonly node: Node;
}

const width = 560;
const height = 280;
/** By then, what is laid out moves no more than a person sees. */
const ticks = 100;
/** More nodes are a tangle: the list is better. */
const mostNodes = 60;

/** Draws a graph; nothing if there is nothing to connect, or too much. */
export function Graph({
  nodes,
  links,
}: {
  readonly nodes: readonly Node[];
  readonly links: readonly (readonly [string, string])[];
}): JSX.Element | null {
  const placed = useMemo(() => laidOut(nodes, links), [JSON.stringify([nodes, links])]);
  if (nodes.length < 2 || nodes.length > mostNodes) return null;
  const at = new Map(placed.map((each) => [each.node.id, each]));
  return (
    <svg class="graph" viewBox={`0 0 ${String(width)} ${String(height)}`} aria-hidden="true">
      {links.map(([from, to]) => (
        <line
          key={`${from}${to}`}
          x1={at.get(from)?.x}
          y1={at.get(from)?.y}
          x2={at.get(to)?.x}
          y2={at.get(to)?.y}
        />
      ))}
      {placed.map(({ node: { id, name, isMarked, isNew = false }, x = 0, y = 0 }) => (
        <g
          key={id}
          class={`${isMarked ? "marked" : ""} ${isNew ? "new" : ""}`}
          transform={`translate(${String(x)} ${String(y)})`}
        >
          <circle r="5" />
          <text y="-9" text-anchor="middle">
            {name}
          </text>
        </g>
      ))}
    </svg>
  );
}

function laidOut(nodes: readonly Node[], links: readonly (readonly [string, string])[]): readonly Placed[] {
  const placed = nodes.slice(0, mostNodes).map((node): Placed => ({ node }));
  const known = new Set(placed.map(({ node }) => node.id));
  const drawn = links
    .filter(([from, to]) => known.has(from) && known.has(to))
    .map(([source, target]) => ({ source, target }));
  forceSimulation(placed)
    .force(
      "link",
      forceLink<Placed, (typeof drawn)[number]>(drawn)
        .id(({ node }) => node.id)
        .distance(90),
    )
    .force("charge", forceManyBody().strength(-180))
    .force("collide", forceCollide(34))
    .force("center", forceCenter(width / 2, height / 2))
    .stop()
    .tick(ticks);
  for (const each of placed) {
    each.x = Math.min(width - 60, Math.max(60, each.x ?? 0));
    each.y = Math.min(height - 12, Math.max(24, each.y ?? 0));
  }
  return placed;
}
