// One property that slices list values of: which slices an entity with a value is not in.
import { readPath } from "../backends/predicate/read.ts";
import type { Scalar } from "../semantics/conditions.ts";
import { SlotSet } from "./slot-set.ts";

/** The lists of all slices at one path. */
export class ValueColumn {
  readonly #keys: readonly string[];
  readonly #constrained = new SlotSet();
  readonly #slots = new Map<unknown, SlotSet>();

  constructor(keys: readonly string[]) {
    this.#keys = keys;
  }

  /** Whether no slice has a list here. */
  get isEmpty(): boolean {
    return this.#constrained.size === 0;
  }

  /** Adds the list of a slice. */
  add(slot: number, values: readonly Scalar[]): void {
    this.#constrained.add(slot);
    for (const value of values) {
      const slots = this.#slots.get(value) ?? new SlotSet();
      this.#slots.set(value, slots);
      slots.add(slot);
    }
  }

  /** Takes it out. */
  delete(slot: number, values: readonly Scalar[]): void {
    this.#constrained.delete(slot);
    for (const value of values) {
      const slots = this.#slots.get(value);
      slots?.delete(slot);
      if (slots?.size === 0) this.#slots.delete(value);
    }
  }

  /** Takes the slices out of a bitmap whose list does not have the entity's value. */
  narrow(words: Uint32Array, entity: unknown): void {
    const slots = this.#slots.get(readPath(entity, this.#keys));
    if (slots === undefined) this.#constrained.takeFrom(words);
    else this.#constrained.takeOthersFrom(words, slots);
  }
}
