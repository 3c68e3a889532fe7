// Random slices in all three forms: texts, trees and filter definitions, with every operator.

import { type FilterDefinition, parse, type Query, query, term, text } from "../../../src/index.ts";
import type { Random } from "../../support/backends/random.ts";
import type { World } from "./world.ts";

/** What can be added to an index. */
export type Slice = string | Query | FilterDefinition;

/** Draws a slice; two in five are definitions. */
export function drawSlice(world: World, random: Random): Slice {
  if (random.chance(0.4)) return random.pick(world.filters);
  const written = drawText(world, random);
  if (random.chance(0.7)) return written;
  const { terms } = parse(written).query;
  if (random.chance(0.5)) return parse(written).query;
  return query(
    terms.map((each) =>
      each.kind === "text" ? text(each.value.text) : term(each.qualifier, each.value.text),
    ),
  );
}

function drawText(world: World, random: Random): string {
  const names = (counts: readonly number[], word: string, values: readonly string[]): readonly string[] =>
    Array.from({ length: random.pick(counts) }, () => `${word}:${JSON.stringify(random.pick(values))}`);
  const terms = [
    ...names([0, 0, 1, 1, 2, 3], "type", world.types),
    ...names([0, 0, 0, 1, 1, 2], "shape", world.names),
    ...names([0, 0, 0, 1, 2], "source", world.names),
    ...names([0, 0, 0, 0, 1], "source-shape", world.names),
    ...names([0, 1, 1, 1, 2], "after", world.dates),
    ...names([0, 0, 0, 1, 1, 2], "before", world.dates),
    ...(random.chance(0.1) ? ["sort:name", '"quarterly  report"'] : []),
  ];
  return random.some(terms, terms.length).join(" ");
}
