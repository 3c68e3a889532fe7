// Loops in words.

import type { ShownLoop } from "../loops/rows.ts";
import { counted } from "./print.ts";

/** A quality, to two places; it is rounded down, so that one below a threshold never looks as if it had reached it. */
export function qualityWords(quality: number): string {
  return String(Math.floor(quality * 100 + 1e-9) / 100);
}

/** What a loop has found. */
export function foundWords(entities: number, relationships: number): string {
  return `${counted(entities, "entity", "entities")}, ${counted(relationships, "relationship")}`;
}

/** What a loop costs. */
export function creditWords(spent: number, reserved: number): string {
  return `${spent} of ${counted(reserved, "credit")}`;
}

/** What has become of a loop. */
export function loopWords({ entities, relationships, quality, spent, reserved }: ShownLoop): string {
  const measured = quality === null ? [] : [`quality ${qualityWords(quality)}`];
  return [foundWords(entities, relationships), ...measured, creditWords(spent, reserved)].join(", ");
}
