// An endpoint of embeddings on this machine that answers what a test tells it to, right or wrong.

import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished } from "vitest";
import type { Database } from "../../src/database/transaction.ts";
import type { EmbeddingSettings } from "../../src/embeddings/embedder.ts";

/** A request that the endpoint got. */
export interface AskedForVectors {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly model: string;
  readonly input: readonly string[];
}

/** How a request is answered. What is not given is as it should be. */
export interface VectorReply {
  readonly status?: number;
  /** One vector for each text. */
  readonly vectors?: readonly unknown[];
  /** The whole body, in place of one with the vectors. */
  readonly body?: string;
  /** In milliseconds. */
  readonly delay?: number;
  readonly breaks?: "reset" | "hang";
}

/** Answers one request; `index` counts those before it. */
export type VectorScript = (asked: AskedForVectors, index: number) => VectorReply | Promise<VectorReply>;

/** An endpoint that listens until the test ends. */
export interface VectorEndpoint {
  readonly url: string;
  /** Every request so far, oldest first. */
  readonly asked: AskedForVectors[];
  /** Every text so far. */
  readonly texts: () => readonly string[];
  readonly settings: (
    changed?: Partial<EmbeddingSettings> & { readonly timeoutMs?: number },
  ) => EmbeddingSettings;
  /** Changes what it answers. */
  answers: VectorScript;
  readonly close: () => void;
}

/** Starts an endpoint; unless it is told otherwise, what it makes of a text is {@link meaningOf} it. */
export async function startVectors(script: VectorScript = () => ({})): Promise<VectorEndpoint> {
  const asked: AskedForVectors[] = [];
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { model, input } = JSON.parse(await text(request));
    const one = { path: request.url ?? "", authorization: request.headers.authorization, model, input };
    const index = asked.push(one) - 1;
    await answer(response, one, await endpoint.answers(one, index));
  };
  const server = createServer((request, response) => void serve(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(close);
  const address = server.address();
  const url = `http://127.0.0.1:${String(typeof address === "object" ? address?.port : "")}/v1`;
  const endpoint: VectorEndpoint = {
    url,
    asked,
    texts: () => asked.flatMap(({ input }) => input),
    settings: ({ timeoutMs = 5000, ...changed } = {}) => ({
      endpoint: { url, key: undefined, timeoutMs },
      name: "test-vectors",
      weight: 0.5,
      cacheBytes: 0,
      ...changed,
    }),
    answers: script,
    close,
  };
  return endpoint;
}

async function answer(
  response: ServerResponse,
  { input }: AskedForVectors,
  reply: VectorReply,
): Promise<void> {
  if (reply.delay !== undefined) await sleep(reply.delay);
  if (reply.breaks === "hang") return;
  if (reply.breaks === "reset") return void response.destroy();
  const vectors = reply.vectors ?? input.map((each) => meaningOf(each));
  const data = vectors.map((embedding, index) => ({ object: "embedding", index, embedding }));
  response.writeHead(reply.status ?? 200, { "Content-Type": "application/json" });
  response.end(
    reply.body ?? JSON.stringify({ object: "list", data, model: "m", usage: { total_tokens: 1 } }),
  );
}

/** Until what is written has its vectors of this model noted: a write that began earlier is found by a walk ten minutes later. */
export async function untilCurrent({ system }: Pick<Database, "system">, name: string): Promise<void> {
  const current = async (): Promise<unknown> =>
    (await system.query("select name from embedding_model where is_current")).rows;
  await expect.poll(current).toEqual([{ name }]);
}

/** Words that mean the same. */
const synonyms: readonly (readonly string[])[] = [
  ["car", "automobile", "vehicle", "drives"],
  ["doctor", "physician", "medic"],
  ["happy", "glad", "joyful"],
  ["moved", "relocated", "lives"],
];

/** A small model: each word is a direction, and words that mean the same share one. */
export function meaningOf(words: string, dimensions = 64): readonly number[] {
  const vector = Array.from({ length: dimensions }, () => 0.01);
  for (const word of words.toLowerCase().match(/[\p{L}\d]+/gu) ?? []) {
    const known = synonyms.findIndex((each) => each.includes(word));
    const at = known === -1 ? synonyms.length + (hash(word) % (dimensions - synonyms.length)) : known;
    vector[at] = (vector[at] ?? 0) + 1;
  }
  return vector;
}

function hash(word: string): number {
  let sum = 7;
  for (const character of word) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return sum;
}
