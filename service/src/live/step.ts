// The steps of a walk through a slice, each with the point that it leads to.

import type { Tenant, Transaction } from "../database/transaction.ts";
import type { Moment, Point } from "../slices/point.ts";
import type { View } from "../slices/view.ts";

/** A change of a slice. */
export interface SliceChange {
  readonly kind: "entered" | "left" | "changed";
  readonly entity_id: string;
  readonly at: string;
  readonly reason: "write" | "time" | "names";
  readonly sequence: number;
}

/** A change, and the point after it. */
export interface Step {
  readonly change: SliceChange;
  readonly after: Point;
}

/** Some of a walk: the steps, and the point that they lead to. */
export interface Walked {
  readonly steps: readonly Step[];
  readonly point: Point;
}

/** A walk, which may have been ended before it came to its end. */
export interface WalkedFar extends Walked {
  readonly isAtEnd: boolean;
}

/** Who walks, and through what. */
export interface Walker {
  readonly tx: Transaction;
  readonly tenant: Tenant;
  readonly view: View;
  /** Whether nobody waits for the result any more. */
  readonly isGone: () => boolean;
}

/** The point after an entity whose moment is another now, among those that change at once. */
export function splitAfter(point: Point, { version, instant }: Moment, upTo: string): Point {
  const { split: _done, ...rest } = point;
  return { ...rest, split: { upTo, version, instant } };
}
