// One property that slices list values of: which slices an entity with a value is not in.
import { readPath } from "../backends/predicate/read.ts";
import type { Scalar } from "../semantics/definition.ts";
import { HybridBitset } from "./hybrid-bitset.ts";

/** The lists of all slices at one path. */
export class ValueColumn {
  readonly #keys: readonly string[];
  readonly #constrained = new HybridBitset();
  readonly #slots = new Map<unknown, HybridBitset>();

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
      const slots = this.#slots.get(value) ?? new HybridBitset();
      this.#slots.set(value, slots);
      slots.add(slot);
    }
  }

  /** Removes it. */
  delete(slot: number, values: readonly Scalar[]): void {
    this.#constrained.delete(slot);
    for (const value of values) {
      const slots = this.#slots.get(value);
      slots?.delete(slot);
      if (slots?.size === 0) this.#slots.delete(value);
    }
  }

  /** Copies a bitmap without the slices whose list does not have the entity's value. */
  narrow(from: Uint32Array, to: Uint32Array, entity: unknown): void {
    this.#constrained.copyOthers(from, to, this.#slots.get(readPath(entity, this.#keys)) ?? none);
  }
}

const none = new HybridBitset();
