// Makes vectors of questions while the words are searched for: a search waits for a moment, and never fails for it.

import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../database/transaction.ts";
import { ModelFailure } from "../extraction/model/endpoint.ts";
import type { Embedder } from "./embedder.ts";
import { type Model, modelInUse, modelOf } from "./models.ts";
import { type ObserveEmbedding, observed } from "./observe.ts";
import { type Ask, isRefused, shortened } from "./shorten.ts";

/** What a question means, as vectors of this model know it. */
export interface Meaning {
  readonly vector: Float32Array;
  readonly model: Model;
}

/** Why a search knows the words alone. */
export type Missing = "failed" | "late";

/** Makes vectors of questions. */
export interface Questions {
  /** How much meaning counts if words count 1. */
  readonly weight: number;
  /** Begins to ask for an organization; the result is there when its deadline has passed at the latest. */
  readonly ask: (organizationId: string, question: string) => Promise<Meaning | Missing>;
}

/** What questions need. */
export interface QuestionParts {
  readonly database: Pick<Database, "system">;
  readonly embedder: Embedder;
  readonly weight: number;
  readonly observe?: ObserveEmbedding | undefined;
  /** How long a search waits from its beginning, in milliseconds. */
  readonly deadlineMs?: number;
}

/** How long a search waits: about as long as a fast endpoint takes. */
const standardDeadlineMs = 200;
/** After a question that was late or failed, others do not wait for so long, in milliseconds: only one at a time finds out whether it is better. */
const restMs = 2000;
/** How long it is believed which model is in use, in milliseconds. */
const modelMs = 5000;
/** Maximum bytes of vectors that are kept: 1,000 to 8,000 questions. */
const maxBytes = 16 * 1024 * 1024;
/** Maximum questions that are asked at the same time: an endpoint that does not answer must not collect them. */
const maxAsked = 64;

/** Asks with what searches know of questions already. */
export function createQuestions(parts: QuestionParts): Questions {
  const asker = new Asker(parts);
  return { weight: parts.weight, ask: async (...asked) => await asker.ask(...asked) };
}

/** A question as it is asked. */
interface Asked {
  /** Organization, model and text: nobody learns what other organizations have asked. */
  readonly key: string;
  readonly name: string;
  readonly text: string;
}

/** One that is under way. */
interface Asking {
  readonly answer: Promise<Meaning | Missing>;
  /** Whether the endpoint has refused its text so far: that says nothing of other questions. */
  readonly isRefused: () => boolean;
}

class Asker {
  readonly #parts: QuestionParts;
  readonly #known = new Known(maxBytes);
  readonly #asked = new Map<string, Asking>();
  #model: Promise<Model | undefined> | undefined;
  #restsUntil = 0;
  /** Why it rests. */
  #reason: Missing = "late";

  constructor(parts: QuestionParts) {
    this.#parts = parts;
  }

  async ask(organizationId: string, question: string): Promise<Meaning | Missing> {
    const { embedder, deadlineMs = standardDeadlineMs } = this.#parts;
    const deadline = sleep(deadlineMs, "late" as const, { ref: false });
    const used = await Promise.race([this.#used().catch(() => "failed" as const), deadline]);
    if (typeof used === "string") return used;
    const name = used?.name ?? embedder.name;
    const text = question.slice(0, embedder.maxCharacters);
    const key = [organizationId, name, text].join("\n");
    // Whatever became of other questions.
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const isResting = performance.now() < this.#restsUntil;
    const asking = this.#asked.get(key) ?? this.#begin({ key, name, text }, isResting);
    if (asking === undefined || isResting) return this.#reason;
    const answer = await Promise.race([asking.answer, deadline]);
    if (typeof answer === "string" && !asking.isRefused()) {
      this.#restsUntil = performance.now() + restMs;
      this.#reason = answer;
    }
    return answer;
  }

  /** Undefined if enough are asked. */
  #begin(asked: Asked, isResting: boolean): Asking | undefined {
    if (this.#asked.size >= (isResting ? 1 : maxAsked)) return undefined;
    let isTextRefused = false;
    const answer = this.#find(asked, (failure) => (isTextRefused = isRefused(failure)))
      .catch(() => "failed" as const)
      .finally(() => this.#asked.delete(asked.key));
    const asking = { answer, isRefused: () => isTextRefused };
    this.#asked.set(asked.key, asking);
    return asking;
  }

  /** Tells of each failure, also of those after which a shorter text is tried. */
  async #find({ key, name, text }: Asked, tell: (failure: ModelFailure) => void): Promise<Meaning | Missing> {
    const { embedder, observe } = this.#parts;
    const embed = observed(embedder, "questions", observe);
    const ask: Ask = async (...asked) =>
      await embed(...asked).catch((error: unknown) => {
        if (error instanceof ModelFailure) tell(error);
        throw error;
      });
    const how = { signal: new AbortController().signal, isUrgent: true, name };
    const made = await shortened(ask, text, how);
    const vector = made instanceof ModelFailure ? undefined : made[0];
    if (vector === undefined) return "failed";
    // Also if it came too late for this one. Its dimensions may have changed: then it is of another model.
    const found = { vector, model: modelOf(name, vector.length) };
    this.#known.set(key, found);
    this.#restsUntil = 0;
    return found;
  }

  async #used(): Promise<Model | undefined> {
    if (this.#model === undefined) {
      const looked = modelInUse(this.#parts.database);
      this.#model = looked;
      const forget = (): void => void (this.#model = undefined);
      looked.catch(forget);
      setTimeout(forget, modelMs).unref();
    }
    return await this.#model;
  }
}

/** The last questions, as many as fit. */
class Known {
  readonly #most: number;
  readonly #all = new Map<string, Meaning>();
  #bytes = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): Meaning | undefined {
    const found = this.#all.get(key);
    if (found === undefined) return undefined;
    // The one that was asked for last is dropped last.
    this.#all.delete(key);
    this.#all.set(key, found);
    return found;
  }

  set(key: string, meaning: Meaning): void {
    if (this.#all.has(key)) return;
    this.#bytes += sizeOf(key, meaning);
    this.#all.set(key, meaning);
    for (const [oldest, dropped] of this.#all) {
      if (this.#bytes <= this.#most) return;
      this.#all.delete(oldest);
      this.#bytes -= sizeOf(oldest, dropped);
    }
  }
}

function sizeOf(key: string, { vector }: Meaning): number {
  return 2 * key.length + vector.byteLength;
}
