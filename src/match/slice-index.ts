// Which of many stored slices an entity is in.
import { timeOf } from "../dates/resolve-date.ts";
import { type RelativeOptions, requireRelativeOptions } from "../relative/slice.ts";
import type { FilterDefinition } from "../semantics/definition.ts";
import type { Query } from "../syntax/ast.ts";
import { show } from "../text/show.ts";
import { type IndexedSlice, indexedSliceOf } from "./indexed-slice.ts";
import { Slots } from "./slots.ts";
import { dataVersion, readSlices, type StoredSlice, storedSlice } from "./stored-slice.ts";

/**
 * What a {@link SliceIndex} is as JSON.
 *
 * @example
 * ```ts
 * const data: SliceIndexData = index.toJSON();
 * ```
 */
export interface SliceIndexData {
  /** The version of the format. It changes only when an older version of the package would read a different slice from it. */
  readonly version: 1;
  /** In the order in which they were added. */
  readonly slices: readonly StoredSlice[];
}

/**
 * The slices that an entity has entered and left, each in the order of the index.
 *
 * @example
 * ```ts
 * const { entered, left }: SliceChanges = index.changes(before, after, Date.now());
 * ```
 */
export interface SliceChanges {
  /** The slices that it is in now, but was not before. */
  readonly entered: readonly string[];
  /** The slices that it was in, but no longer is. */
  readonly left: readonly string[];
}

/**
 * Stored slices, to find those that an entity is in. An entity is in the same slices as by `compilePredicate` of what `compile`
 * returns at that time; where a date leaves the calendar and `compile` refuses, the slice is empty.
 *
 * Slices are added, replaced and removed one at a time. Relative dates move with time without a change of the index, to
 * later and to earlier ones. See `docs/slices.md` for what it costs in time and memory.
 *
 * @example
 * ```ts
 * const index = new SliceIndex({ catalog });
 * index.add("recent people", "type:Person after:7d");
 * index.add("companies", { entityTypes: ["Company"], propertyFilters: [] });
 * index.match({ type: "Person", created_at: "2026-11-19T08:00:00Z" }, Date.parse("2026-11-20T12:00:00Z")); // ["recent people"]
 * ```
 */
export class SliceIndex {
  readonly #options: RelativeOptions;
  readonly #slots = new Map<string, number>();
  /** By slot, which is the order in which they were added, with holes where one was removed. */
  readonly #slices: (StoredSlice | undefined)[] = [];
  #finder = new Slots();

  /**
   * An index without slices.
   *
   * @param options - Where names are looked up (without a catalog no query may have any), and field names.
   * @throws TypeError if an option does not match {@link RelativeOptions}.
   */
  constructor(options: RelativeOptions = {}) {
    requireRelativeOptions(options);
    this.#options = { ...options };
  }

  /** How many slices there are. */
  get size(): number {
    return this.#slots.size;
  }

  /** Whether there is a slice with this id. */
  has(id: string): boolean {
    return this.#slots.has(id);
  }

  /**
   * Adds a slice after all others.
   *
   * @param id - What `match` answers with.
   * @param slice - A query, as a text or a tree, or a definition.
   * @throws TypeError if the ID already exists, the query is refused or has names and there is no catalog, or the definition
   * is malformed. The index is as it was then.
   */
  add(id: string, slice: string | Query | FilterDefinition): void {
    if (typeof id !== "string") throw new TypeError("id must be a string");
    if (this.#slots.has(id))
      throw new TypeError(`${show(id)} is in the index already: replace it, or take another id`);
    this.#append(storedSlice(id, slice, this.#options));
  }

  /**
   * Replaces the slice with this ID.
   *
   * @throws TypeError if there is no such slice, and in the same cases as `add`. The index is then unchanged.
   */
  replace(id: string, slice: string | Query | FilterDefinition): void {
    const slot = this.#slots.get(id);
    if (slot === undefined) throw new TypeError(`${show(id)} is not in the index: add it`);
    const stored = storedSlice(id, slice, this.#options);
    const parts = indexedSliceOf(stored);
    this.#take(slot);
    this.#put(slot, stored, parts);
  }

  /** Removes the slice with this ID. Returns whether there was one. */
  remove(id: string): boolean {
    const slot = this.#slots.get(id);
    if (slot === undefined) return false;
    this.#take(slot);
    this.#slots.delete(id);
    // Holes cost time and memory. Closing them only when there are as many holes as slices keeps removals cheap.
    if (this.#slices.length > 2 * this.#slots.size + fewestHoles) this.#closeHoles();
    return true;
  }

  /**
   * The ids of the slices that an entity is in, in the order in which they were added.
   *
   * @param entity - The entity, as `compilePredicate` accepts it.
   * @param now - What relative dates count from, as a Date or in milliseconds since 1970; the clock of the machine by default.
   * @throws TypeError if `now` is not a valid time.
   */
  match(entity: unknown, now: Date | number = Date.now()): readonly string[] {
    return this.#finder.find(entity, timeOf(now, "now"));
  }

  /**
   * Which slices an entity has entered and left when it was written, at one evaluation time. Entities also move in and
   * out as time passes: see `whenStale`.
   *
   * @param before - The entity as it was; `null` if it is new.
   * @param after - The entity now; `null` if it was deleted.
   * @param now - As for `match`.
   * @throws TypeError if `now` is not a valid time.
   */
  changes(before: unknown, after: unknown, now: Date | number = Date.now()): SliceChanges {
    const present = timeOf(now, "now");
    const had = before === null ? [] : this.match(before, present);
    const has = after === null ? [] : this.match(after, present);
    return { entered: without(has, had), left: without(had, has) };
  }

  /**
   * The slices, for `JSON.stringify`: with the ids of their names, so that no catalog is needed to read them. It can be stored: see
   * `docs/stability.md`.
   */
  toJSON(): SliceIndexData {
    return {
      version: dataVersion,
      slices: this.#slices.flatMap((slice) => (slice === undefined ? [] : [slice])),
    };
  }

  /**
   * The index of what `toJSON` gave, after `JSON.parse`, in this version of the package or an earlier one, or in a later one of the same
   * form: members that later ones added are ignored. Data without a version, from before there was one, may have none.
   *
   * @param data - The parsed JSON.
   * @param options - As for the constructor, for slices that are added later.
   * @throws TypeError that names the malformed place, such as `slices[3].filter: propertyFilters[0].path …`, or says that
   * the form is that of a newer version.
   */
  static fromJSON(data: unknown, options: RelativeOptions = {}): SliceIndex {
    const index = new SliceIndex(options);
    for (const [place, stored] of readSlices(data)) {
      if (index.has(stored.id))
        throw new TypeError(
          `${place}.id ${show(stored.id)} is there twice: give each slice an id of its own`,
        );
      index.#append(stored);
    }
    return index;
  }

  #append(stored: StoredSlice): void {
    const slot = this.#slices.length;
    this.#put(slot, stored, indexedSliceOf(stored));
    this.#slots.set(stored.id, slot);
  }

  #put(slot: number, stored: StoredSlice, parts: IndexedSlice | undefined): void {
    this.#slices[slot] = stored;
    this.#finder.put(slot, stored.id, parts);
  }

  #take(slot: number): void {
    const slice = this.#slices[slot];
    this.#slices[slot] = undefined;
    if (slice !== undefined) this.#finder.take(slot, indexedSliceOf(slice));
  }

  #closeHoles(): void {
    const { slices } = this.toJSON();
    this.#slices.length = 0;
    this.#slots.clear();
    this.#finder = new Slots();
    for (const stored of slices) this.#append(stored);
  }
}

const fewestHoles = 64;

function without(ids: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others);
  return ids.filter((id) => !known.has(id));
}
