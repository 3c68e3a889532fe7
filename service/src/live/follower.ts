// A stream of the changes of a slice: where it is, and when time alone will change the slice next.

import type { Tenant } from "../database/transaction.ts";
import { Follower } from "../http/event-streams.ts";
import type { VersionedName } from "../log/names.ts";
import { cursorOf, type Point } from "../slices/point.ts";
import type { Range, View } from "../slices/view.ts";
import { type LoggedRow, matcherOf } from "./matching.ts";
import type { Step, Walked } from "./step.ts";

/** Milliseconds between two walks of a stream: changes by time come within a second of their instant. */
const walkMs = 250;

/** Events sent to a stream at once, some 70 kB: ten times a second, unless it has not read those before. */
const mostEvents = 200;

/** How far the log of a project has come. */
export interface LogState {
  readonly sequence: number;
  readonly version: number;
}

/** What a walk has found. */
export interface Caught extends Walked {
  /** If it has come to the end: the view, and an instant until which time alone changes nothing. */
  readonly quiet: { readonly view: View; readonly until: number } | undefined;
}

/** A stream of the changes of a slice. */
export class SliceFollower extends Follower {
  readonly sliceId: string;
  readonly cql: string;
  readonly binding: string;
  /** Where it is: all before was sent. */
  point: Point;
  #caught: { readonly view: View; readonly match: ReturnType<typeof matcherOf> } | undefined;
  #quietUntil = 0;
  #walkedAt = Number.NEGATIVE_INFINITY;

  /** Streams the changes of a slice after a point, to whom its cursors are bound. */
  constructor(
    tenant: Tenant,
    { sliceId, cql, binding, point }: Pick<SliceFollower, "sliceId" | "cql" | "binding" | "point">,
  ) {
    super(tenant);
    this.sliceId = sliceId;
    this.cql = cql;
    this.binding = binding;
    this.point = point;
    // An event without data: who has lost the connection before the first change goes on from here.
    this.write(this.pulse());
  }

  /** What is sent in silence: the cursor, as an old one expires. */
  pulse(): string {
    return `:\nid: ${cursorOf(this.binding, this.point)}\n\n`;
  }

  /**
   * Whether more than rows of the log and names can have changed its slice: it has not caught up, or time has come, or the log is another one, as
   * after a failover to a server that did not have all of it.
   */
  mustWalk({ sequence, version }: LogState, now: number, mostRows: number): boolean {
    if (this.#caught === undefined) return true;
    if (sequence < this.point.sequence || version < this.point.version) return true;
    if (sequence - this.point.sequence > mostRows) return true;
    return now >= this.#quietUntil && performance.now() - this.#walkedAt >= walkMs;
  }

  /** Passes over names that have changed up to a version; if one of them may concern its slice, it walks. */
  named(changes: readonly VersionedName[], version: number): void {
    const since = changes.filter((change) => change.version > this.point.version);
    if (this.#caught === undefined) return;
    if (since.some((change) => this.#caught?.view.hasName(change) === true)) this.walkNext();
    else this.point = { ...this.point, version };
  }

  /** Sends the steps of a walk. */
  walked({ steps, point, quiet }: Caught): void {
    this.#walkedAt = performance.now();
    this.write(steps.map((step) => this.#eventOf(step)).join(""));
    this.point = point;
    this.#caught = quiet && { view: quiet.view, match: matcherOf(quiet.view, point) };
    this.#quietUntil = quiet?.until ?? 0;
  }

  /** Sends those of the rows up to a sequence that concern its slice. */
  match(rows: readonly LoggedRow[], last: number, now: number): void {
    const caught = this.#caught;
    if (caught === undefined) return;
    // Nothing has entered or left by time since: it is the same slice now.
    const { version } = this.point;
    const instant = now < this.#quietUntil ? Math.max(now, this.point.instant) : this.point.instant;
    const [range, then] = [instant, Math.max(instant, this.#quietUntil - 1)].map((each) =>
      caught.view.rangeAt(each),
    );
    if (range === undefined || then === undefined) return this.walkNext();
    const events: string[] = [];
    let sequence = Math.max(last, this.point.sequence);
    for (const row of rows) {
      if (row.sequence <= this.point.sequence) continue;
      const { change, created } = caught.match(row, range);
      const after = { sequence: row.sequence, version, instant };
      if (change !== undefined) events.push(this.#eventOf({ change, after }));
      if (created !== undefined) this.#hurry(created, [range, then]);
      if (events.length < mostEvents) continue;
      ({ sequence } = row);
      break;
    }
    this.write(events.join(""));
    this.point = { sequence, version, instant };
  }

  /** Lets it walk, as it cannot be fed with rows. */
  walkNext(): void {
    this.#caught = undefined;
  }

  /** Notes that an entity of this date may enter or leave before time is quiet no more: then that is from now on. */
  #hurry(created: number, [now, then]: readonly [Range, Range]): void {
    const isPassed = (["start", "end"] as const).some(
      (bound) => now[bound] <= created && created < then[bound],
    );
    if (isPassed) this.#quietUntil = 0;
  }

  #eventOf({ change, after }: Step): string {
    return `id: ${cursorOf(this.binding, after)}\nevent: ${change.kind}\ndata: ${JSON.stringify(change)}\n\n`;
  }
}
