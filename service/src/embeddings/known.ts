// The last questions that have vectors, as many as fit.

import type { Meaning } from "./models.ts";

/** An organization gets this part at most, so that its questions drop none of others. */
const shareOfOne = 0.5;

interface Kept {
  readonly organizationId: string;
  readonly meaning: Meaning;
  readonly bytes: number;
}

/** What questions mean, by organization and question: nobody learns what other organizations have asked. */
export class Known {
  readonly #most: number;
  /** The one that was asked for last is the last. */
  readonly #all = new Map<string, Kept>();

  /** Keeps so many bytes. */
  constructor(most: number) {
    this.#most = most;
  }

  get(organizationId: string, question: string): Meaning | undefined {
    const key = keyOf(organizationId, question);
    const found = this.#all.get(key);
    if (found === undefined) return undefined;
    this.#all.delete(key);
    this.#all.set(key, found);
    return found.meaning;
  }

  set(organizationId: string, question: string, meaning: Meaning): void {
    const key = keyOf(organizationId, question);
    this.#all.set(key, { organizationId, meaning, bytes: 2 * key.length + meaning.vector.byteLength });
    this.#drop((each) => each.organizationId === organizationId, this.#most * shareOfOne);
    this.#drop(() => true, this.#most);
  }

  /** Drops the oldest of these until the others have at most so many bytes. */
  #drop(isOf: (each: Kept) => boolean, most: number): void {
    const those = [...this.#all].filter(([, each]) => isOf(each));
    let bytes = those.reduce((sum, [, each]) => sum + each.bytes, 0);
    for (const [key, each] of those) {
      if (bytes <= most) return;
      this.#all.delete(key);
      bytes -= each.bytes;
    }
  }
}

function keyOf(organizationId: string, question: string): string {
  return `${organizationId}\n${question}`;
}
