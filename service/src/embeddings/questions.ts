// Makes vectors of questions while the words are searched for: a search waits for a moment, and never fails for it.

import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../database/transaction.ts";
import { ModelFailure } from "../extraction/model/endpoint.ts";
import type { FindNear } from "./cache.ts";
import type { Embedder } from "./embedder.ts";
import { Known } from "./known.ts";
import { type Meaning, type Model, modelInUse, modelOf } from "./models.ts";
import { type ObserveEmbedding, observed } from "./observe.ts";
import { type Missing, Rests } from "./rests.ts";
import { type Ask, isRefused, shortened } from "./shorten.ts";

/** Makes vectors of questions. */
export interface Questions {
  /** How much meaning counts if words count 1. */
  readonly weight: number;
  /** Begins to ask for an organization; the result is there when its deadline has passed at the latest. */
  readonly ask: (organizationId: string, question: string) => Promise<Meaning | Missing>;
  /** Finds what has none of the words; undefined if the model is too weak for that. */
  readonly near?: FindNear | undefined;
}

/** What questions need. */
export interface QuestionParts {
  readonly database: Pick<Database, "system">;
  readonly embedder: Embedder;
  readonly weight: number;
  readonly near?: FindNear | undefined;
  readonly observe?: ObserveEmbedding | undefined;
  /** How long a search waits from its beginning, in milliseconds. */
  readonly deadlineMs?: number;
}

/** How long a search waits: about as long as a fast endpoint takes. */
const standardDeadlineMs = 200;
/** How long it is believed which model is in use, in milliseconds. */
const modelMs = 5000;
/** Maximum bytes of vectors that are kept: 1,000 to 8,000 questions. */
const maxBytes = 16 * 1024 * 1024;
/** Maximum questions that are asked at the same time, and of one organization: an endpoint that does not answer must not collect them. */
const [maxAsked, maxOfOne] = [64, 32];

/** Asks with what searches know of questions already. */
export function createQuestions(parts: QuestionParts): Questions {
  const asker = new Asker(parts);
  return { weight: parts.weight, near: parts.near, ask: async (...asked) => await asker.ask(...asked) };
}

/** A question as it is asked. */
interface Asked {
  readonly organizationId: string;
  /** Model and text. */
  readonly key: string;
  readonly name: string;
  readonly text: string;
}

/** One that is under way. */
interface Asking {
  readonly organizationId: string;
  readonly answer: Promise<Meaning | Missing>;
  /** Whether the endpoint has refused its text so far: that says nothing of other questions. */
  readonly isRefused: () => boolean;
}

class Asker {
  readonly #parts: QuestionParts;
  readonly #known = new Known(maxBytes);
  readonly #asked = new Map<string, Asking>();
  #model: Promise<Model | undefined> | undefined;
  readonly #rests = new Rests();

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
    const key = `${name}\n${text}`;
    // Whatever became of other questions.
    const known = this.#known.get(organizationId, key);
    if (known !== undefined) return known;
    const reason = this.#rests.reasonFor(organizationId);
    const most = reason === undefined ? maxOfOne : 1;
    const asking =
      this.#asked.get(`${organizationId}\n${key}`) ?? this.#begin({ organizationId, key, name, text }, most);
    if (asking === undefined || reason !== undefined) return reason ?? "late";
    const answer = await Promise.race([asking.answer, deadline]);
    if (typeof answer === "string" && !asking.isRefused()) this.#rests.begin(organizationId, answer);
    return answer;
  }

  /** Undefined if enough are asked. */
  #begin(asked: Asked, most: number): Asking | undefined {
    const { organizationId } = asked;
    const own = [...this.#asked.values()].filter((each) => each.organizationId === organizationId);
    if (this.#asked.size >= maxAsked || own.length >= most) return undefined;
    let isTextRefused = false;
    const id = `${organizationId}\n${asked.key}`;
    const answer = this.#find(asked, (failure) => (isTextRefused = isRefused(failure)))
      .catch(() => "failed" as const)
      .finally(() => this.#asked.delete(id));
    const asking = { organizationId, answer, isRefused: () => isTextRefused };
    this.#asked.set(id, asking);
    return asking;
  }

  /** Tells of each failure, also of those after which a shorter text is tried. */
  async #find(
    { organizationId, key, name, text }: Asked,
    tell: (failure: ModelFailure) => void,
  ): Promise<Meaning | Missing> {
    const { embedder, observe } = this.#parts;
    const embed = observed(embedder, "questions", observe);
    const ask: Ask = async (...asked) =>
      await embed(...asked).catch((error: unknown) => {
        if (error instanceof ModelFailure) tell(error);
        throw error;
      });
    const how = { signal: new AbortController().signal, isUrgent: true, name };
    const made = await shortened(ask, text, how);
    if (made instanceof ModelFailure && isRefused(made)) this.#rests.refuse(organizationId);
    const vector = made instanceof ModelFailure ? undefined : made[0];
    if (vector === undefined) return "failed";
    // Also if it came too late for this one. Its dimensions may have changed: then it is of another model.
    const found = { vector, model: modelOf(name, vector.length) };
    this.#known.set(organizationId, key, found);
    this.#rests.end(organizationId);
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
