// Keeps the vectors of the projects that are searched in the memory of the server, so that a question finds what has none of its words.

import type { Database, Tenant } from "../database/transaction.ts";
import type { EmbeddingKind } from "./kinds.ts";
import { keyOf, Loaded, type Place } from "./load.ts";
import type { Meaning } from "./models.ts";
import { createFindByIndex, type FindByIndex } from "./near-index.ts";
import { Best, type Near, nearestIn, type Wanting, wants } from "./scan.ts";

/** What is looked for. */
export interface Wanted {
  readonly kind: EmbeddingKind;
  readonly meaning: Meaning;
  /** The end user that memories have to be about; undefined: any. */
  readonly subjectId: string | undefined;
}

/**
 * The IDs of rows that mean about what is asked, the nearest first; none as long as their vectors are neither in memory nor in an index. They may be those of rows that
 * the tenant must not see, or that are no more: the database decides what is found.
 */
export type FindNear = (tenant: Tenant, wanted: Wanted) => Promise<readonly string[]>;

/** The vectors in memory. */
export interface VectorCache {
  readonly near: FindNear;
  /** Bytes that they take. */
  readonly bytes: () => number;
  readonly close: () => void;
}

/** What it needs. */
export interface CacheParts {
  readonly database: Pick<Database, "system">;
  readonly maxBytes: number;
  readonly observe?: ObserveScan | undefined;
  readonly times?: CacheTimes;
}

/** Learns of each look at the vectors of a project, or of an organization: whether they were in memory or have an index, and how long it took. */
export type ObserveScan = (scan: { readonly isReady: boolean; readonly seconds: number }) => void;

/** In milliseconds. */
export interface CacheTimes {
  /** How old the vectors may be before a search has those read that are new; it does not wait for them. */
  readonly refresh: number;
  /** How old before all are read anew: until then those of what is no more take places from others. */
  readonly reload: number;
  /** How old before they are dropped, if nobody has searched. */
  readonly drop: number;
  /** How long a transaction may take that stores vectors. */
  readonly commit: number;
}

const standardTimes: CacheTimes = { refresh: 1000, reload: 300_000, drop: 600_000, commit: 10_000 };

/** An organization gets this part of the memory at most, so that none drops the vectors of all others. */
const shareOfOne = 0.5;

/** Maximum bytes of an organization in a memory of so many. */
export function bytesOfOne(maxBytes: number): number {
  return maxBytes * shareOfOne;
}

/** Maximum places that are read at the same time, of an organization one; and maximum of which what is new is read. */
const [maxLoads, maxRefreshes] = [2, 2];

/** The vectors of a place, and when all of them were read, by the clock of the process. */
interface Entry {
  readonly organizationId: string;
  readonly loaded: Loaded;
  readonly loadedAt: number;
}

/** Keeps vectors, up to so many bytes. */
export function createVectorCache(parts: CacheParts): VectorCache {
  const cache = new Cache(parts);
  return {
    near: async (...asked) => await cache.near(...asked),
    bytes: () => cache.bytes(),
    close: () => cache.close(),
  };
}

class Cache {
  readonly #parts: CacheParts;
  readonly #times: CacheTimes;
  /** By place; the one that was searched last is the last. */
  readonly #entries = new Map<string, Entry>();
  /** Those that are being read, by organization. */
  readonly #loading = new Map<string, Loaded>();
  /** Places that are too large, and when they may be tried again. */
  readonly #tooLarge = new Map<string, number>();
  readonly #findByIndex: FindByIndex;
  #refreshes = 0;
  readonly #sweeping: NodeJS.Timeout;

  constructor(parts: CacheParts) {
    this.#parts = parts;
    this.#times = parts.times ?? standardTimes;
    this.#findByIndex = createFindByIndex(parts.database);
    this.#sweeping = setInterval(() => this.#sweep(), this.#times.drop / 10).unref();
  }

  async near(tenant: Tenant, { kind, meaning, subjectId }: Wanted): Promise<readonly string[]> {
    const { organizationId, projectId, keyId, limits } = tenant;
    const { model, vector } = meaning;
    const isOwn = limits !== undefined && limits.subjectId === undefined;
    const wanting = { keyId, isOwn, subjectId: limits?.subjectId ?? subjectId };
    const best = new Best();
    for (const each of kind.hasCommons ? [projectId, undefined] : [projectId]) {
      const since = performance.now();
      const found = await this.#nearIn({ kind, organizationId, projectId: each, model }, vector, wanting);
      for (const near of found ?? []) best.add(near);
      this.#parts.observe?.({ isReady: found !== undefined, seconds: (performance.now() - since) / 1000 });
    }
    return best.all().map(({ id }) => id);
  }

  /** Undefined as long as nothing is in memory of a place. One that has an index is not read into memory. */
  async #nearIn(
    place: Place,
    question: Float32Array,
    wanting: Wanting,
  ): Promise<readonly Near[] | undefined> {
    const indexed = await this.#findByIndex(place, question, wanting);
    if (indexed !== undefined) return indexed;
    const entry = this.#entryOf(place);
    return entry && (await nearestIn(entry.loaded.rows(), question, wants(wanting)));
  }

  bytes(): number {
    return [...this.#entries.values(), ...this.#loadings()].reduce(
      (sum, { loaded }) => sum + loaded.bytes,
      0,
    );
  }

  close(): void {
    clearInterval(this.#sweeping);
    this.#entries.clear();
  }

  /** What is in memory of a place; begins to read what is missing there, and never waits for it. */
  #entryOf(place: Place): Entry | undefined {
    const key = keyOf(place);
    const entry = this.#entries.get(key);
    if (entry === undefined) {
      void this.#load(key, place);
      return undefined;
    }
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    if (performance.now() - entry.loadedAt > this.#times.reload) void this.#load(key, place);
    else if (entry.loaded.age > this.#times.refresh) void this.#refresh(key, entry);
    return entry;
  }

  async #load(key: string, place: Place): Promise<void> {
    const { organizationId } = place;
    const isBusy = this.#loading.size >= maxLoads || this.#loading.has(organizationId);
    if (isBusy || performance.now() < (this.#tooLarge.get(key) ?? 0)) return;
    const loaded = new Loaded(this.#parts.database, place, this.#times.commit / 1000);
    this.#loading.set(organizationId, loaded);
    const loadedAt = performance.now();
    try {
      const isIn = await loaded.read(() => this.#makeRoom(organizationId));
      this.#loading.delete(organizationId);
      this.#entries.delete(key);
      if (isIn) this.#entries.set(key, { organizationId, loaded, loadedAt });
      else this.#tooLarge.set(key, performance.now() + this.#times.drop);
    } catch {
      // The database does not answer: the next search tries again.
      this.#loading.delete(organizationId);
    }
  }

  async #refresh(key: string, entry: Entry): Promise<void> {
    if (this.#refreshes >= maxRefreshes) return;
    this.#refreshes++;
    const isIn = await entry.loaded.read(() => this.#makeRoom(entry.organizationId)).catch(() => true);
    this.#refreshes--;
    if (!isIn && this.#entries.get(key) === entry) this.#entries.delete(key);
  }

  /** Drops what was searched least lately of an organization that has more than its share, and then of all; returns whether all fits. */
  #makeRoom(organizationId: string): boolean {
    const { maxBytes } = this.#parts;
    const isOwn = (each: { readonly organizationId: string }): boolean =>
      each.organizationId === organizationId;
    return this.#dropUntil(isOwn, bytesOfOne(maxBytes)) && this.#dropUntil(() => true, maxBytes);
  }

  #dropUntil(isOf: (each: Pick<Entry, "organizationId">) => boolean, most: number): boolean {
    const reading = this.#loadings().filter(isOf);
    const kept = [...this.#entries].filter(([, entry]) => isOf(entry));
    let bytes = [...reading, ...kept.map(([, entry]) => entry)].reduce(
      (sum, { loaded }) => sum + loaded.bytes,
      0,
    );
    for (const [key, { loaded }] of kept) {
      if (bytes <= most) break;
      this.#entries.delete(key);
      bytes -= loaded.bytes;
    }
    return bytes <= most;
  }

  #loadings(): readonly Pick<Entry, "loaded" | "organizationId">[] {
    return [...this.#loading].map(([organizationId, loaded]) => ({ organizationId, loaded }));
  }

  /** What nobody searches is dropped after a while: no vector of what was forgotten is kept for longer. */
  #sweep(): void {
    const now = performance.now();
    for (const [key, { loadedAt }] of this.#entries)
      if (now - loadedAt > this.#times.drop) this.#entries.delete(key);
    for (const [key, until] of this.#tooLarge) if (now > until) this.#tooLarge.delete(key);
  }
}
