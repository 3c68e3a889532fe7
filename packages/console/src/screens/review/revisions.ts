// Which revision of a delta a reviewer knows, and whether others have made one since.

/** Follows the revisions that answers have: own requests make one each, and whatever is more is of others. */
export class Revisions {
  #known: number | undefined;
  /** The latest that a page had, which an own request may have made whose answer is not there yet. */
  #seen = 0;
  /** Own requests that were answered before the first page. */
  #early: readonly (readonly [revision: number, isNew: boolean])[] = [];
  #isMissed = false;

  /** The one that is known; undefined before the first page was read. */
  get known(): number | undefined {
    return this.#known;
  }

  /** Whether there is something that was not read. While own requests are under way that is not certain. */
  get isStale(): boolean {
    return this.#isMissed || this.#seen > (this.#known ?? this.#seen);
  }

  /** All is read anew. */
  start(): void {
    this.#known = undefined;
    this.#seen = 0;
    this.#early = [];
    this.#isMissed = false;
  }

  /** A page, or the delta itself, was read. */
  read(revision: number): void {
    if (this.#known !== undefined) {
      this.#seen = Math.max(this.#seen, revision);
      return;
    }
    this.#known = revision;
    for (const [each, isNew] of this.#early) this.own(each, isNew);
    this.#early = [];
  }

  /** An own request was answered; `isNew` if it has changed something. */
  own(revision: number, isNew: boolean): void {
    if (this.#known === undefined) this.#early = [...this.#early, [revision, isNew]];
    else if (revision > this.#known) {
      if (!isNew || revision > this.#known + 1) this.#isMissed = true;
      this.#known = revision;
    }
  }
}
