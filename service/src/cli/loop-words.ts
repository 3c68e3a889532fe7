// Describes loops in text.

import type { ShownLoop } from "../loops/rows.ts";
import { counted } from "./print.ts";

/** A quality with two decimals; rounded down, so that one below a threshold never looks as if it had reached it. */
export function qualityText(quality: number): string {
  return String(Math.floor(quality * 100 + 1e-9) / 100);
}

/** The counts of what a loop found. */
export function foundText(entities: number, relationships: number): string {
  return `${counted(entities, "entity", "entities")}, ${counted(relationships, "relationship")}`;
}

/** What a loop costs. */
export function creditsText(spent: number, reserved: number): string {
  return `${spent} of ${counted(reserved, "credit")}`;
}

/** The results, quality and cost of a loop. */
export function loopText({ entities, relationships, quality, spent, reserved }: ShownLoop): string {
  const measured = quality === null ? [] : [`quality ${qualityText(quality)}`];
  return [foundText(entities, relationships), ...measured, creditsText(spent, reserved)].join(", ");
}
