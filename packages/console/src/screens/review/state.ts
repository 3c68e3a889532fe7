// What is known of a delta at an instant, and who is told when it changes.

import type { ApplyDeltaResponse, Change, DeltaAnswer } from "slice-cql-client";
import type { Decision } from "./decisions.ts";
import type { Draft } from "./drafts.ts";
import type { Elsewhere } from "./elsewhere.ts";
import type { Waiting } from "./sender.ts";

/** What is done with a delta as a whole. */
export type End = "apply" | "discard" | "revert";

/** What is known at an instant. */
export interface State {
  /** Undefined before it was read. */
  readonly delta: DeltaAnswer | undefined;
  /** Those that were read so far, in the order of the server. */
  readonly changes: readonly Change[];
  /** Another number whenever the values of the changes are not what they were. */
  readonly edition: number;
  readonly isReading: boolean;
  /** Whether `changes` are all of them, as they were at one time. */
  readonly isWhole: boolean;
  /** Why the changes could not be read to their end. */
  readonly unread: unknown;
  /** The changes about which something is on its way. */
  readonly underWay: ReadonlySet<string>;
  /** How many decisions, edits and undoings are on their way. */
  readonly sending: number;
  readonly waiting: Waiting | undefined;
  /** What was not done, and why. */
  readonly refused: Refused | undefined;
  readonly canUndo: boolean;
  /** What was done last. */
  readonly last: Done | undefined;
  /** What is edited, by the IDs of the changes. */
  readonly drafts: ReadonlyMap<string, Draft>;
  /** What others did since it was read. */
  readonly elsewhere: Elsewhere | undefined;
  /** What is done with the whole at the moment. */
  readonly ending: End | undefined;
  /** Why that was not done. */
  readonly failure: unknown;
  /** What was applied last. */
  readonly applied: ApplyDeltaResponse | undefined;
}

/** What was not done, and why. */
export interface Refused {
  readonly error: unknown;
  readonly ids: ReadonlySet<string>;
}

/** What the server has done. */
export interface Done {
  readonly kind: Decision | "edited" | "undone" | "applied" | "discarded" | "reverted";
  /** The changes, if it was not the whole delta. */
  readonly ids: readonly string[];
}

/** Before anything was read. */
const nothing: State = {
  delta: undefined,
  changes: [],
  edition: 0,
  isReading: true,
  isWhole: false,
  unread: undefined,
  underWay: new Set(),
  sending: 0,
  waiting: undefined,
  refused: undefined,
  canUndo: false,
  last: undefined,
  drafts: new Map(),
  elsewhere: undefined,
  ending: undefined,
  failure: undefined,
  applied: undefined,
};

/** What is known now. */
export class Live {
  readonly #listeners = new Set<(state: State) => void>();
  #now: State = nothing;
  #watch: () => void = () => undefined;

  get now(): State {
    return this.#now;
  }

  /** How many are told. */
  get listeners(): number {
    return this.#listeners.size;
  }

  /** Knows something else from now on. */
  set(news: Partial<State>): void {
    this.#now = { ...this.#now, ...news };
    for (const tell of this.#listeners) tell(this.#now);
    this.#watch();
  }

  /** Tells what is known now, and what is new until the function that is returned is called. */
  subscribe(tell: (state: State) => void): () => void {
    this.#listeners.add(tell);
    tell(this.#now);
    return () => {
      this.#listeners.delete(tell);
      this.#watch();
    };
  }

  /** Calls something after each change, and when one listens no more. */
  watch(act: () => void): void {
    this.#watch = act;
  }
}
