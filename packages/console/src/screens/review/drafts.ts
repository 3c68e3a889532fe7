// What a reviewer types into the values of changes. It stays when another change is looked at, until the server has it or it is cancelled.

import type { Live } from "./state.ts";

/** What is typed of a change. */
export interface Draft {
  /** What the fields hold, by their names, of those that were typed into. */
  readonly fields: ReadonlyMap<string, string>;
  readonly isTyped: boolean;
  /** Whether it is on its way to the server. */
  readonly isSaving: boolean;
  /** Why the server has refused it. */
  readonly error: unknown;
}

/** Keeps what is typed. */
export class Drafts {
  readonly #live: Live;

  constructor(live: Live) {
    this.#live = live;
  }

  /** Begins to edit a change, unless that was begun already. */
  open(id: string): void {
    if (!this.#live.now.drafts.has(id))
      this.#put(id, { fields: new Map(), isTyped: false, isSaving: false, error: undefined });
  }

  /** Takes over what was typed elsewhere. */
  take(id: string, draft: Draft): void {
    if (!this.#live.now.drafts.has(id)) this.#put(id, draft);
  }

  /** Notes what a field holds. */
  type(id: string, name: string, text: string): void {
    const draft = this.#live.now.drafts.get(id);
    if (draft === undefined) return;
    this.#put(id, { ...draft, fields: new Map([...draft.fields, [name, text]]), isTyped: true });
  }

  /** Notes that it is on its way, or why it was refused. */
  note(id: string, news: Partial<Pick<Draft, "isSaving" | "error">>): void {
    const draft = this.#live.now.drafts.get(id);
    if (draft !== undefined) this.#put(id, { ...draft, ...news });
  }

  /** Forgets what was typed. */
  drop(id: string): void {
    const { drafts } = this.#live.now;
    if (drafts.has(id)) this.#live.set({ drafts: new Map([...drafts].filter(([each]) => each !== id)) });
  }

  /** Another change is looked at: what nothing was typed into is no draft. */
  leave(id: string): void {
    const draft = this.#live.now.drafts.get(id);
    if (draft !== undefined && !draft.isTyped && !draft.isSaving) this.drop(id);
  }

  #put(id: string, draft: Draft): void {
    this.#live.set({ drafts: new Map([...this.#live.now.drafts, [id, draft]]) });
  }
}

/** The changes with something typed that is not on its way: applying the delta would lose it. */
export function unsavedOf(drafts: ReadonlyMap<string, Draft>): readonly string[] {
  return [...drafts].flatMap(([id, { isTyped, isSaving }]) => (isTyped && !isSaving ? [id] : []));
}
