// When questions are not waited for, as the endpoint has just been late, or has failed: those of the organization that found out, or of all.

/** Why a search knows the words alone. */
export type Missing = "failed" | "late";

/** For so long others do not wait, in milliseconds: only one at a time finds out whether it is better. */
const restMs = 2000;
/** So many questions in a row that are refused mean that all are. */
const maxRefused = 8;

interface Rest {
  readonly until: number;
  readonly reason: Missing;
}

/** What questions have found out of late. */
export class Rests {
  readonly #rests = new Map<string, Rest>();
  #ofAll: Rest | undefined;
  /** The organizations whose questions were refused since the last one that was not, and how many questions. */
  readonly #refused = new Set<string>();
  #refusals = 0;

  /** Why an organization does not wait now; undefined if it does. */
  reasonFor(organizationId: string): Missing | undefined {
    const now = performance.now();
    const rest = [this.#ofAll, this.#rests.get(organizationId)].find((each) => each && now < each.until);
    return rest?.reason;
  }

  /**
   * A question was late, or the endpoint failed. What is late may be so for its text; if those of two organizations are, it is the endpoint.
   */
  begin(organizationId: string, reason: Missing): void {
    const now = performance.now();
    const rest = { until: now + restMs, reason };
    for (const [id, { until }] of this.#rests) if (until <= now) this.#rests.delete(id);
    this.#rests.set(organizationId, rest);
    if (reason === "failed" || this.#rests.size > 1) this.#ofAll = rest;
  }

  /** The text of a question was refused, which says nothing of others, unless many are in a row. */
  refuse(organizationId: string): void {
    this.#refused.add(organizationId);
    this.#refusals++;
    if (this.#refusals < maxRefused) return;
    const rest = { until: performance.now() + restMs, reason: "failed" as const };
    if (this.#refused.size > 1) this.#ofAll = rest;
    else this.#rests.set(organizationId, rest);
  }

  /** A question got its vector. */
  end(organizationId: string): void {
    this.#ofAll = undefined;
    this.#rests.delete(organizationId);
    this.#refused.clear();
    this.#refusals = 0;
  }
}
