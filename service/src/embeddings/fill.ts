// Fills in vectors, next to all other work: until none are missing, and then as texts are written.

import { setTimeout as sleep } from "node:timers/promises";
import type { TenantKey } from "../database/of-tenant.ts";
import type { Database } from "../database/transaction.ts";
import { isUnavailable } from "../database/unavailable.ts";
import { ModelFailure } from "../extraction/model/endpoint.ts";
import { type Claimed, claimNext, giveBack, postpone, store } from "./claim.ts";
import type { Embedder } from "./embedder.ts";
import { type EmbeddingKind, embeddingKinds, ofMemories } from "./kinds.ts";
import { type Made, makeVectors } from "./make.ts";
import { type Model, makeCurrent, modelOf } from "./models.ts";
import { type ObserveEmbedding, observed } from "./observe.ts";
import { complete, dropReplaced, noteMissing } from "./walk.ts";

/** Where it is reported what happens. */
export interface FillLog {
  readonly info: (details: object, message: string) => void;
  readonly warn: (details: object, message: string) => void;
  readonly error: (details: object, message: string) => void;
}

/** What a worker needs to fill in vectors. */
export interface FillParts {
  readonly database: Pick<Database, "system">;
  readonly embedder: Embedder;
  readonly log: FillLog;
  readonly observe?: ObserveEmbedding | undefined;
  readonly pauses?: FillPauses;
}

/** Pauses in milliseconds. */
export interface FillPauses {
  /** While nothing waits for vectors. */
  readonly idle: number;
  /** After a failure; twice as long after each further one, up to the maximum. */
  readonly failed: number;
  readonly maxFailed: number;
}

const standardPauses: FillPauses = { idle: 1000, failed: 1000, maxFailed: 60_000 };

/** Filling that runs. */
export interface Filling {
  /** Stops it; what is under way is aborted, and is another worker's then. */
  readonly stop: () => Promise<void>;
}

/** What one turn has done: it goes on at once after `some`. */
type Turn = "failed" | "none" | "some";

/** Fills in vectors until it is stopped. It never throws: what fails is tried again. */
export function startFilling(parts: FillParts): Filling {
  const { pauses = standardPauses } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  const filler = new Filler(parts, signal);
  const run = async (): Promise<void> => {
    let failures = 0;
    while (!signal.aborted) {
      const turn = await filler.turn();
      failures = turn === "failed" ? failures + 1 : 0;
      if (turn === "some") continue;
      const pause =
        turn === "none"
          ? pauses.idle
          : Math.min(pauses.maxFailed, pauses.failed * 2 ** Math.min(failures - 1, 20));
      // Random, so that workers that started together do not ask together.
      await sleep(pause * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

class Filler {
  readonly #parts: FillParts;
  readonly #signal: AbortSignal;
  /** Undefined until the endpoint has said how many dimensions its vectors have. */
  #model: Model | undefined;
  /** The project that was last, of each kind. */
  readonly #last = new Map<EmbeddingKind, TenantKey>();
  #turns = 0;
  #isOut = false;

  constructor(parts: FillParts, signal: AbortSignal) {
    this.#parts = parts;
    this.#signal = signal;
  }

  async turn(): Promise<Turn> {
    const { log } = this.#parts;
    try {
      return await this.#work();
    } catch (error) {
      if (this.#signal.aborted) return "none";
      if (error instanceof ModelFailure) this.#reportOutage(error);
      // The worker itself reports outages of the database.
      else if (!isUnavailable(error)) log.error({ err: error }, "vectors could not be made");
      return "failed";
    }
  }

  async #work(): Promise<Turn> {
    const { database, embedder } = this.#parts;
    const model = this.#model ?? (await this.#askForModel());
    const isWalking = await noteMissing(database, model);
    const { maxTexts: texts, maxCharacters: characters } = embedder;
    // One kind after the other, so that many documents keep no memories waiting.
    for (const _ of embeddingKinds) {
      const kind = embeddingKinds[this.#turns++ % embeddingKinds.length] ?? ofMemories;
      const claimed = await claimNext(database, kind, model, this.#last.get(kind), { texts, characters });
      if (claimed !== undefined) return await this.#fill(claimed);
    }
    if (isWalking) return "some";
    await this.#finish(model);
    return "none";
  }

  /** Asks with a text of ours. */
  async #askForModel(): Promise<Model> {
    const { database, embedder } = this.#parts;
    const [vector] = await this.#asking(ofMemories)(["dimensions"], { signal: this.#signal });
    const model = modelOf(embedder.name, vector?.length ?? 0);
    await makeCurrent(database, model);
    this.#model = model;
    return model;
  }

  #asking({ name }: EmbeddingKind): Embedder["embed"] {
    return observed(this.#parts.embedder, name, this.#parts.observe);
  }

  async #fill(claimed: Claimed): Promise<Turn> {
    const { database } = this.#parts;
    this.#last.set(claimed.kind, claimed.tenant);
    // Others have them, or nobody wants them any more.
    if (claimed.texts.length === 0) return "some";
    const { vectors, refused, left, failure } = await this.#make(claimed);
    const isOfModel = vectors.every(([, { length }]) => length === claimed.model.dimensions);
    // With other dimensions it is another model: all begins anew, and searches go on with the vectors that are there.
    if (!isOfModel) this.#model = undefined;
    if (isOfModel && vectors.length > 0) await store(database, claimed, vectors);
    await postpone(database, claimed, refused);
    await giveBack(database, claimed, [...left, ...(isOfModel ? [] : vectors.map(([text]) => text))]);
    if (refused.length > 0)
      this.#parts.log.warn(
        { [claimed.kind.owner]: refused.map(({ id }) => id) },
        "vectors are refused; trying later",
      );
    if (failure !== undefined) throw failure;
    if (!isOfModel) return "failed";
    this.#reportReturn();
    return "some";
  }

  async #make(claimed: Claimed): Promise<Made> {
    try {
      return await makeVectors(this.#asking(claimed.kind), claimed, this.#signal);
    } catch (error) {
      // It was stopped: another worker need not wait for the end of the claim.
      await giveBack(this.#parts.database, claimed, claimed.texts);
      throw error;
    }
  }

  async #finish(model: Model): Promise<void> {
    const { database, log } = this.#parts;
    if (await complete(database, model)) log.info({ model: model.id }, "every text has a vector");
    await dropReplaced(database, model, this.#signal);
  }

  /** One line for an outage of the endpoint, and one for its end. */
  #reportOutage({ message }: ModelFailure): void {
    if (!this.#isOut)
      this.#parts.log.warn(
        { reason: `the endpoint of embeddings ${message}` },
        "no vectors can be made; trying until they can",
      );
    this.#isOut = true;
  }

  #reportReturn(): void {
    if (this.#isOut) this.#parts.log.info({}, "vectors are made again");
    this.#isOut = false;
  }
}
